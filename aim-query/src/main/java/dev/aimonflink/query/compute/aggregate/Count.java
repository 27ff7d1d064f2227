package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.matrix.bytes.ByteReader;
import dev.aimonflink.matrix.bytes.ByteWriter;
import dev.aimonflink.matrix.kernel.Primitives;
import dev.aimonflink.query.compute.program.Selection;
import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.AggregateCall;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;

/** {@code count}: the rows of a group, or those in which the argument is not null. */
public final class Count extends Aggregate {
    static final AggregateFunctions.Family FAMILY = new AggregateFunctions.Family(
            call -> call.function() == AggregateFunction.COUNT_ROWS || call.function() == AggregateFunction.COUNT,
            Count::new,
            Counts.KIND);

    private final boolean isOfRows;

    private Count(AggregateCall call) {
        super(call);
        isOfRows = call.function() == AggregateFunction.COUNT_ROWS;
    }

    @Override
    public States newStates(int mostValues) {
        return new Counts();
    }

    @Override
    void take(States states, int group, Row row) {
        if (isOfRows) {
            ((Counts) states).addTo(group);
        } else {
            super.take(states, group, row);
        }
    }

    @Override
    void take(States states, int group, Object argument) {
        ((Counts) states).addTo(group);
    }

    @Override
    public Object value(States merged, int group) {
        return ((Counts) merged).count(group);
    }

    @Override
    public Input compile(Arguments arguments) {
        return new Input(
                arguments.selection(call().filter(), isOfRows ? null : arguments.nulls(argument())), null, null);
    }

    @Override
    public VectorStates vectors(VectorScope scope, Input input, Vectors counts) {
        return counts;
    }

    @Override
    public void addGroups(States states, VectorStates from, int[] groups) {
        for (int group : groups) {
            ((Counts) states).add(from.count(group));
        }
    }

    public static final class Counts extends States {
        private static final Kind KIND = new Kind(Counts::new);

        private final LongArrayList counts = new LongArrayList();

        public Counts() {
            super(KIND, 0);
        }

        public Counts add(long count) {
            counts.add(count);
            return this;
        }

        public void addTo(int row) {
            counts.set(row, count(row) + 1);
        }

        public long count(int row) {
            return counts.getLong(row);
        }

        @Override
        public int rows() {
            return counts.size();
        }

        @Override
        public void addRow() {
            add(0);
        }

        @Override
        public void merge(int row, States from, int fromRow) {
            // Cannot overflow: there are fewer than 2^63 rows.
            counts.set(row, count(row) + ((Counts) from).count(fromRow));
        }

        @Override
        public void write(int row, ByteWriter out) {
            out.number(count(row));
        }

        @Override
        public void read(ByteReader in) throws IOException {
            add(in.number("count", 0, Long.MAX_VALUE));
        }
    }

    /** Shared by calls that take the same rows. */
    public static final class Vectors extends VectorStates {
        private final Primitives primitives;
        private final GroupTotals counts = new GroupTotals();

        public Vectors(Primitives primitives) {
            this.primitives = primitives;
        }

        @Override
        public void reserve(int groups) {
            counts.reserve(groups);
        }

        @Override
        public void take(Input input, GroupIds ids) {
            take(input.selection(), ids);
        }

        @Override
        public Share share() {
            return Share.COUNT;
        }

        public void add(int group, long rows) {
            counts.add(group, rows);
        }

        public void take(Selection selection, GroupIds ids) {
            if (ids.ids == null) {
                counts.add(0, selection.count());
            } else if (ids.isFewFor(selection, primitives)) {
                final int[] lanes = selection.lanesOf(ids.ids, ids.at);
                for (int first = 0; first < ids.groups; first += Primitives.GROUPS_AT_ONCE) {
                    primitives.countGroups(lanes, first, counts.oneWay(), 0, selection.rows());
                }
            } else {
                counts.addRows(ids.ids, ids.at, selection);
            }
        }

        @Override
        public void forget() {
            counts.clear();
        }

        @Override
        public long count(int group) {
            return counts.total(group);
        }
    }
}
