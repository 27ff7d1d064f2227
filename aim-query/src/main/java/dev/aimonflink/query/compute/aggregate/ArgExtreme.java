package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.matrix.bytes.ByteReader;
import dev.aimonflink.matrix.bytes.ByteWriter;
import dev.aimonflink.matrix.kernel.Primitives;
import dev.aimonflink.matrix.kernel.VectorCells;
import dev.aimonflink.query.compute.program.Selection;
import dev.aimonflink.query.compute.program.Value;
import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.plan.AggregateCall;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * {@code arg_max} and {@code arg_min}: the argument of the row in which another value, the measure, is the greatest or the least. Of
 * several such rows, the least argument counts; the result is null only if it is null in all of them.
 */
public final class ArgExtreme extends Aggregate {
    static final AggregateFunctions.Family FAMILY = new AggregateFunctions.Family(
            call -> call.function() == AggregateFunction.ARG_MAX || call.function() == AggregateFunction.ARG_MIN,
            ArgExtreme::new,
            Chosen.KIND);

    private final boolean isGreatest;
    private final Bound measure;

    private ArgExtreme(AggregateCall call) {
        super(call);
        isGreatest = call.function() == AggregateFunction.ARG_MAX;
        measure = call.arguments().get(1);
    }

    @Override
    public States newStates(int mostValues) {
        return new Chosen(isGreatest);
    }

    @Override
    void take(States states, int group, Row row) {
        ((Chosen) states)
                .addTo(
                        group,
                        Encoded.of(RowEvaluator.evaluate(measure, row), measure.type()),
                        Encoded.of(
                                RowEvaluator.evaluate(argument(), row),
                                argument().type()));
    }

    @Override
    public Object value(States merged, int group) {
        return Encoded.decoded(((Chosen) merged).value(group), argument().type());
    }

    @Override
    public Input compile(Arguments arguments) {
        Argument argument = arguments.argument(argument(), true);
        Argument order = arguments.argument(measure, true);
        // Of the row that is chosen, the value itself may be null.
        boolean needsNoTest = Extreme.isNullTheLeast(order.value(), isGreatest, arguments);
        return new Input(
                arguments.selection(call().filter(), needsNoTest ? null : arguments.nulls(order)), argument, order);
    }

    @Override
    public boolean needsCounts(boolean isGrouped) {
        return false;
    }

    @Override
    public boolean hasExtremeOf(AggregateCall other) {
        return other.function() == (isGreatest ? AggregateFunction.MAX : AggregateFunction.MIN)
                && measure.equals(other.arguments().get(0))
                && Objects.equals(call().filter(), other.filter());
    }

    @Override
    public VectorStates vectors(VectorScope scope, Input input, Count.Vectors counts) {
        LongSupplier least = argument() instanceof Bound.Field field
                ? () -> scope.columns().least(field.column().index())
                : () -> Long.MIN_VALUE;
        return new Vectors(scope.primitives(), isGreatest, input, least);
    }

    @Override
    public void addGroups(States states, VectorStates from, int[] groups) {
        for (int group : groups) {
            ((Chosen) states)
                    .add(
                            Encoded.of(from.order(group), measure.type()),
                            Encoded.of(from.value(group), argument().type()));
        }
    }

    /** The value that belongs to the least or greatest measure, or none; see {@link Values}. */
    public static final class Chosen extends States {
        private static final Kind KIND = new Kind(0, 1, form -> new Chosen(form == 1));

        private final boolean isGreatest;

        private final List<Object> measures = new ArrayList<>();

        private final List<Object> values = new ArrayList<>();

        public Chosen(boolean isGreatest) {
            super(KIND, isGreatest ? 1 : 0);
            this.isGreatest = isGreatest;
        }

        public Chosen add(Object measure, Object value) {
            measures.add(measure);
            values.add(value);
            return this;
        }

        public void addTo(int row, Object measure, Object value) {
            if (measure == null) {
                return;
            }
            Object ours = measures.get(row);
            int order = ours == null ? -1 : isGreatest ? Values.compare(ours, measure) : Values.compare(measure, ours);
            if (order == 0) {
                measures.set(row, Values.shown(ours, measure));
                int values = Values.compare(value, this.values.get(row));
                this.values.set(row, values < 0 ? value : values > 0 ? value(row) : Values.shown(value(row), value));
            } else if (order < 0) {
                measures.set(row, measure);
                values.set(row, value);
            }
        }

        public Object value(int row) {
            return values.get(row);
        }

        @Override
        public int rows() {
            return values.size();
        }

        @Override
        public void addRow() {
            add(null, null);
        }

        @Override
        public void merge(int row, States from, int fromRow) {
            Chosen that = (Chosen) from;
            addTo(row, that.measures.get(fromRow), that.value(fromRow));
        }

        @Override
        public void write(int row, ByteWriter out) {
            Values.write(measures.get(row), out);
            Values.write(value(row), out);
        }

        @Override
        public void read(ByteReader in) throws IOException {
            add(Values.read(in), Values.read(in));
        }
    }

    public static final class Vectors extends VectorStates {
        private final Primitives primitives;
        private final int flip;
        private final Decoder decoder;
        private final Decoder orderDecoder;

        /** No argument in the present batch is less. */
        private final LongSupplier leastArgument;

        /** The best order, flipped if need be. */
        private long[] best = {Long.MIN_VALUE};

        private long[] values = new long[1];

        /** 0 without a row, 1 if the value is null, 2 else. */
        private long[] states = new long[1];

        private Vectors(Primitives primitives, boolean isGreatest, Input input, LongSupplier leastArgument) {
            this.primitives = primitives;
            flip = isGreatest ? 0 : -1;
            decoder = input.argument().decoder();
            orderDecoder = input.order().decoder();
            this.leastArgument = leastArgument;
        }

        @Override
        public void reserve(int groups) {
            best = grown(best, groups, Long.MIN_VALUE);
            values = grown(values, groups, 0);
            states = grown(states, groups, 0);
        }

        @Override
        public void take(Input input, GroupIds ids) {
            if (input.order().value() == null) {
                return;
            }
            if (ids.ids == null) {
                takeAll(input);
            } else {
                takeGroups(input, ids);
            }
        }

        /** Without groups, only rows with a vector's best order can be chosen, which is seldom. */
        private void takeAll(Input input) {
            final Selection selection = input.selection();
            if (selection.count() == 0) {
                return;
            }
            final int[] mask = selection.mask();
            final int rows = selection.rows();
            final Value order = input.order().value();
            final VectorCells cells = order.cells();
            final long found = order.isWide()
                    ? GroupLoops.extreme(cells.longs, cells.at, flip, mask, rows) ^ flip
                    : primitives.extreme(cells, flip, mask, 0, rows);
            final boolean isNone = order.hasEmpty() && found == order.empty();
            if (isNone || (found ^ flip) < best[0] || ((found ^ flip) == best[0] && !isLowerPossible())) {
                return;
            }
            for (int row = 0; row < rows; row++) {
                if (mask[row] != 0 && cell(order, row) == found) {
                    take(input.values(), row, 0, found ^ flip);
                }
            }
        }

        /** Whether a row of this batch may have a lower argument than the one that is kept. */
        private boolean isLowerPossible() {
            return states[0] < 2 || leastArgument.getAsLong() < values[0];
        }

        private void takeGroups(Input input, GroupIds ids) {
            final Selection selection = input.selection();
            final int[] positions = selection.positions();
            final int count = selection.count();
            final VectorCells orders = input.order().value().cells();
            final boolean isWide = input.order().value().isWide();
            for (int k = 0; k < count; k++) {
                final int row = positions[k];
                final int group = ids.ids[ids.at + row];
                final long order = (isWide ? orders.longs[orders.at + row] : orders.ints[orders.at + row]) ^ flip;
                // Rarely true, so that the rest of the row is rarely read.
                if (order >= best[group]) {
                    take(input.values(), row, group, order);
                }
            }
        }

        private void take(Value argument, int row, int group, long order) {
            final boolean isNull = argument == null || isNull(argument, row);
            final long value = isNull ? 0 : cell(argument, row);
            if (states[group] == 0 || order > best[group]) {
                best[group] = order;
                values[group] = value;
                states[group] = isNull ? 1 : 2;
            } else if (!isNull && (states[group] == 1 || value < values[group])) {
                values[group] = value;
                states[group] = 2;
            }
        }

        private static boolean isNull(Value argument, int row) {
            return argument.nulls() != null
                    ? argument.nulls()[row] != 0
                    : argument.hasEmpty() && cell(argument, row) == argument.empty();
        }

        private static long cell(Value argument, int row) {
            final VectorCells cells = argument.cells();
            return argument.isWide() ? cells.longs[cells.at + row] : cells.ints[cells.at + row];
        }

        @Override
        public void forget() {
            Arrays.fill(best, Long.MIN_VALUE);
            Arrays.fill(states, 0);
        }

        @Override
        public Object value(int group) {
            return states[group] < 2 ? null : decoder.apply(values[group]);
        }

        @Override
        public Object order(int group) {
            return states[group] == 0 ? null : orderDecoder.apply(best[group] ^ flip);
        }

        @Override
        public VectorStates extremes() {
            return new VectorStates() {
                @Override
                public void reserve(int groups) {}

                @Override
                public void take(Input input, GroupIds ids) {}

                @Override
                public void forget() {}

                @Override
                public Object value(int group) {
                    return Vectors.this.order(group);
                }
            };
        }
    }
}
