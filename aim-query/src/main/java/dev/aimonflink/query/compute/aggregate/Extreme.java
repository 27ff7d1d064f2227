package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.matrix.bytes.ByteReader;
import dev.aimonflink.matrix.bytes.ByteWriter;
import dev.aimonflink.matrix.kernel.Between;
import dev.aimonflink.matrix.kernel.Primitives;
import dev.aimonflink.matrix.kernel.VectorCells;
import dev.aimonflink.query.compute.program.Selection;
import dev.aimonflink.query.compute.program.Value;
import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.type.SqlType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * {@code min}, {@code max}, {@code bool_and} and {@code bool_or}. The minimum of truth values is true if all are true, the maximum if one
 * is.
 */
public final class Extreme extends Aggregate {
    private static final Set<AggregateFunction> GREATEST = EnumSet.of(AggregateFunction.MAX, AggregateFunction.BOOL_OR);
    private static final Set<AggregateFunction> LEAST = EnumSet.of(AggregateFunction.MIN, AggregateFunction.BOOL_AND);

    static final AggregateFunctions.Family FAMILY = new AggregateFunctions.Family(
            call -> GREATEST.contains(call.function()) || LEAST.contains(call.function()), Extreme::new, Extremes.KIND);

    private final boolean isGreatest;
    private final SqlType type;

    private Extreme(AggregateCall call) {
        super(call);
        isGreatest = GREATEST.contains(call.function());
        type = argument().type();
    }

    @Override
    public States newStates(int mostValues) {
        return new Extremes(isGreatest);
    }

    @Override
    void take(States states, int group, Object argument) {
        ((Extremes) states).addTo(group, Encoded.compact(argument, type));
    }

    @Override
    public Object value(States merged, int group) {
        return Encoded.ofCompact(((Extremes) merged).value(group), type);
    }

    @Override
    public Input compile(Arguments arguments) {
        Argument argument = arguments.argument(argument(), true);
        boolean needsNoTest = isNullTheLeast(argument.value(), isGreatest, arguments);
        return new Input(
                arguments.selection(call().filter(), needsNoTest ? null : arguments.nulls(argument)), argument, null);
    }

    /** Whether an extreme over all rows needs no test for null, because the empty cell never replaces another value. */
    static boolean isNullTheLeast(Value values, boolean isGreatest, Arguments arguments) {
        if (arguments.areGrouped() || values == null || !values.hasEmpty()) {
            return false;
        }
        return isGreatest
                ? values.empty() == (values.isWide() ? Long.MIN_VALUE : Integer.MIN_VALUE)
                : values.empty() == (values.isWide() ? Long.MAX_VALUE : Integer.MAX_VALUE);
    }

    @Override
    public boolean needsCounts(boolean isGrouped) {
        return isGrouped;
    }

    @Override
    public VectorStates vectors(VectorScope scope, Input input, Count.Vectors counts) {
        return new Vectors(scope, counts, isGreatest, input.argument().decoder());
    }

    @Override
    public void addGroups(States states, VectorStates from, int[] groups) {
        for (int group : groups) {
            ((Extremes) states).add(Encoded.compact(from.value(group), type));
        }
    }

    /** The least or greatest of some values in the order of their type, or none; see {@link Values}. */
    public static final class Extremes extends States {
        private static final Kind KIND = new Kind(0, 1, form -> new Extremes(form == 1));

        private final boolean isGreatest;
        private final List<Object> values = new ArrayList<>();

        public Extremes(boolean isGreatest) {
            super(KIND, isGreatest ? 1 : 0);
            this.isGreatest = isGreatest;
        }

        public Extremes add(Object valueOrNull) {
            values.add(valueOrNull);
            return this;
        }

        public void addTo(int row, Object value) {
            values.set(row, chosen(values.get(row), value));
        }

        public Object value(int row) {
            return values.get(row);
        }

        private Object chosen(Object ours, Object theirs) {
            if (ours == null || theirs == null) {
                return ours == null ? theirs : ours;
            }
            int order = isGreatest ? Values.compare(ours, theirs) : Values.compare(theirs, ours);
            return order < 0 ? theirs : order > 0 ? ours : Values.shown(ours, theirs);
        }

        @Override
        public int rows() {
            return values.size();
        }

        @Override
        public void addRow() {
            add(null);
        }

        @Override
        public void merge(int row, States from, int fromRow) {
            addTo(row, ((Extremes) from).value(fromRow));
        }

        @Override
        public void write(int row, ByteWriter out) {
            Values.write(value(row), out);
        }

        @Override
        public void read(ByteReader in) throws IOException {
            add(Values.read(in));
        }
    }

    /** A minimum is a maximum of values with all bits flipped. */
    public static final class Vectors extends VectorStates {
        private final Primitives primitives;
        private final Decoder decoder;
        private final int flip;
        private final boolean isGrouped;

        /** Counts each group's rows with a non-null argument; unused without groups. */
        private final Count.Vectors counts;

        /** Used without groups. */
        private boolean hasBest;

        /** Flipped if need be. */
        private long[] best = {Long.MIN_VALUE};

        private Vectors(VectorScope scope, Count.Vectors counts, boolean isGreatest, Decoder decoder) {
            primitives = scope.primitives();
            isGrouped = scope.isGrouped();
            this.decoder = decoder;
            flip = isGreatest ? 0 : -1;
            this.counts = counts;
        }

        @Override
        public void reserve(int groups) {
            best = grown(best, groups, Long.MIN_VALUE);
        }

        @Override
        public void take(Input input, GroupIds ids) {
            if (input.values() == null) {
                return;
            }
            final Selection selection = input.selection();
            final boolean isWide = input.values().isWide();
            final VectorCells cells = input.values().cells();
            if (ids.ids != null) {
                final int[] positions = selection.positions();
                if (isWide) {
                    GroupLoops.extreme(
                            cells.longs, cells.at, flip, ids.ids, ids.at, positions, selection.count(), best);
                } else {
                    GroupLoops.extreme(cells.ints, cells.at, flip, ids.ids, ids.at, positions, selection.count(), best);
                }
            } else if (selection.count() > 0) {
                final long found = isWide
                        ? GroupLoops.extreme(cells.longs, cells.at, flip, selection.mask(), selection.rows()) ^ flip
                        : primitives.extreme(cells, flip, selection.mask(), 0, selection.rows());
                take(input, found);
            }
        }

        @Override
        public Share share() {
            return Share.EXTREME;
        }

        @Override
        public void takeWhere(Input input, Between range, long[] count, int rows) {
            count[0] = 0;
            final int found = primitives.extremeWhere(input.values().cells(), flip, range, count, 0, rows);
            if (count[0] > 0) {
                take(input, found);
            }
        }

        /** Takes the extreme of some rows without groups. */
        private void take(Input input, long found) {
            if (!input.values().hasEmpty() || found != input.values().empty()) {
                best[0] = Math.max(best[0], found ^ flip);
                hasBest = true;
            }
        }

        @Override
        public void forget() {
            hasBest = false;
            Arrays.fill(best, Long.MIN_VALUE);
        }

        @Override
        public Object value(int group) {
            final boolean isNull = isGrouped ? counts.count(group) == 0 : !hasBest;
            return isNull ? null : decoder.apply(best[group] ^ flip);
        }
    }
}
