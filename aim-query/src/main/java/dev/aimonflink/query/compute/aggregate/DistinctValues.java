package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.matrix.bytes.ByteReader;
import dev.aimonflink.matrix.bytes.ByteWriter;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.rows.Percentile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Percentiles, and all functions that take equal arguments once: they keep the different values, and how often each occurs. */
public final class DistinctValues extends Aggregate {
    /** Functions whose value does not change if equal arguments are taken again. */
    private static final Set<AggregateFunction> OF_ANY_TIMES = EnumSet.of(
            AggregateFunction.MIN,
            AggregateFunction.MAX,
            AggregateFunction.BOOL_AND,
            AggregateFunction.BOOL_OR,
            AggregateFunction.ARG_MIN,
            AggregateFunction.ARG_MAX);

    static final AggregateFunctions.Family FAMILY = new AggregateFunctions.Family(
            call -> call.function().isPercentile() || (call.isDistinct() && !OF_ANY_TIMES.contains(call.function())),
            DistinctValues::new,
            Counted.KIND);

    private final boolean isPercentile;
    private final Bound counted;

    private DistinctValues(AggregateCall call) {
        super(call);
        isPercentile = call.function().isPercentile();
        counted = isPercentile ? call.order().get(0).value() : argument();
    }

    @Override
    public States newStates(int mostValues) {
        return new Counted(mostValues);
    }

    @Override
    void take(States states, int group, Row row) {
        Object value = RowEvaluator.evaluate(counted, row);
        if (value != null) {
            ((Counted) states).addTo(group, Encoded.of(value, counted.type()));
        }
    }

    @Override
    public Object value(States merged, int group) {
        Counted values = (Counted) merged;
        return isPercentile ? percentile(values, group) : ofEach(values.values(group));
    }

    private Object ofEach(List<Object> values) {
        Aggregate ofAll = AggregateFunctions.of(new AggregateCall(
                call().function(),
                call().arguments(),
                false,
                call().order(),
                call().filter(),
                call().type(),
                call().position()));
        States taken = ofAll.newStates(1).withRows(1);
        values.forEach(each -> ofAll.take(taken, 0, Encoded.decoded(each, counted.type())));
        return ofAll.value(taken, 0);
    }

    /**
     * The first value in order that has at least a fraction of all values up to it, or the number interpolated at that fraction; null if
     * there are no values.
     */
    private Object percentile(Counted values, int group) {
        Object given = ((Bound.Constant) argument()).value();
        if (given == null) {
            return null;
        }
        double fraction = ((Number) given).doubleValue();
        if (!(fraction >= 0 && fraction <= 1)) {
            throw new SqlException(
                    SqlState.NUMBER_OUT_OF_RANGE,
                    call().position(),
                    "The fraction of " + call().function().sqlName() + " is " + given + ". Give one from 0 to 1.");
        }
        long all = Arrays.stream(values.times(group)).sum();
        if (all == 0) {
            return null;
        }
        if (call().function() == AggregateFunction.PERCENTILE_CONT) {
            return Percentile.between(fraction, all, place -> (Double) valueAt(place, values, group));
        }
        return valueAt(Math.max(1, (long) Math.ceil(fraction * all)) - 1, values, group);
    }

    private Object valueAt(long place, Counted counted, int group) {
        boolean isDescending = call().order().get(0).isDescending();
        List<Object> values = counted.values(group);
        long[] times = counted.times(group);
        long before = 0;
        for (int i = 0; ; i++) {
            int at = isDescending ? times.length - 1 - i : i;
            before += times[at];
            if (before > place) {
                return Encoded.decoded(values.get(at), this.counted.type());
            }
        }
    }

    @Override
    public Input compile(Arguments arguments) {
        Argument argument = arguments.argument(counted, false);
        return new Input(arguments.selection(call().filter(), arguments.nulls(argument)), argument, null);
    }

    @Override
    public boolean needsCounts(boolean isGrouped) {
        return false;
    }

    @Override
    public boolean keepsValues() {
        return true;
    }

    @Override
    public VectorStates vectors(VectorScope scope, Input input, Count.Vectors counts) {
        return new ValueTable(scope.mostValues(), input.argument().decoder());
    }

    @Override
    public void addGroups(States states, VectorStates from, int[] groups) {
        Counted counts = (Counted) states;
        Map<Integer, Integer> rows = new HashMap<>();
        for (int group : groups) {
            rows.put(group, counts.rows());
            counts.addRow();
        }
        from.values((group, value, times) -> {
            if (rows.containsKey(group)) {
                counts.addTo(rows.get(group), Encoded.of(value, counted.type()), times);
            }
        });
    }

    /** How often each different value occurs, in the order of the values; see {@link Values}. */
    public static final class Counted extends States {
        /** The most different values of all rows together. */
        public static final int MAX_VALUES = 1_000_000;

        private static final Kind KIND = new Kind(1, MAX_VALUES, Counted::new);

        private final int most;
        private final List<TreeMap<Object, Times>> counts = new ArrayList<>();
        private int values;

        private record Times(Object shown, long times) {
            Times plus(Times other) {
                return new Times(Values.shown(shown, other.shown), times + other.times);
            }
        }

        /** @param most how many different values all rows may have; one more is an error */
        public Counted(int most) {
            super(KIND, most);
            if (most < 1 || most > MAX_VALUES) {
                throw new IllegalArgumentException("most=" + most + " is outside 1.." + MAX_VALUES + ".");
            }
            this.most = most;
        }

        @Override
        public int values() {
            return values;
        }

        /** @throws TooManyGroupsException if that is one value too many */
        public Counted addTo(int row, Object value) {
            return addTo(row, value, 1);
        }

        public Counted addTo(int row, Object value, long times) {
            return addTo(row, new Times(value, times));
        }

        private Counted addTo(int row, Times count) {
            Map<Object, Times> ofRow = counts.get(row);
            int before = ofRow.size();
            ofRow.merge(count.shown, count, Times::plus);
            values += ofRow.size() - before;
            if (values > most) {
                throw TooManyGroupsException.ofValues(most);
            }
            return this;
        }

        public List<Object> values(int row) {
            return counts.get(row).values().stream().map(Times::shown).toList();
        }

        public long[] times(int row) {
            return counts.get(row).values().stream().mapToLong(Times::times).toArray();
        }

        @Override
        public int rows() {
            return counts.size();
        }

        @Override
        public void addRow() {
            counts.add(new TreeMap<>(Values::compare));
        }

        @Override
        public void merge(int row, States from, int fromRow) {
            ((Counted) from).counts.get(fromRow).values().forEach(count -> addTo(row, count));
        }

        @Override
        public void write(int row, ByteWriter out) {
            Map<Object, Times> written = counts.get(row);
            out.number(written.size());
            written.values().forEach(count -> {
                Values.write(count.shown, out);
                out.number(count.times);
            });
        }

        @Override
        public void read(ByteReader in) throws IOException {
            addRow();
            for (long left = in.number("values", 0, most - values); left > 0; left--) {
                addTo(rows() - 1, Values.read(in), in.number("times", 1, Long.MAX_VALUE));
            }
        }
    }
}
