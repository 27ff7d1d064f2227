package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.matrix.kernel.Halves;
import dev.aimonflink.matrix.kernel.Primitives;
import dev.aimonflink.matrix.kernel.VectorCells;
import dev.aimonflink.query.compute.program.MapLoops;
import dev.aimonflink.query.compute.program.NoVectorsException;
import dev.aimonflink.query.compute.program.Program;
import dev.aimonflink.query.compute.program.Selection;
import dev.aimonflink.query.compute.program.Value;
import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/**
 * {@code sum}, {@code avg}, variances and deviations, from exact counts, sums and sums of squares. Their states depend on the type of the
 * argument.
 */
public abstract sealed class Moments extends Aggregate permits LongMoments, DecimalMoments {
    private static final Set<AggregateFunction> OF_SQUARES = EnumSet.of(
            AggregateFunction.STDDEV_POP,
            AggregateFunction.STDDEV_SAMP,
            AggregateFunction.VAR_POP,
            AggregateFunction.VAR_SAMP);

    private final boolean hasSquares;

    Moments(AggregateCall call) {
        super(call);
        hasSquares = OF_SQUARES.contains(call.function());
    }

    static boolean has(AggregateCall call) {
        return call.function() == AggregateFunction.SUM
                || call.function() == AggregateFunction.AVG
                || OF_SQUARES.contains(call.function());
    }

    final boolean hasSquares() {
        return hasSquares;
    }

    /** Sums of doubles depend on their order, which groups and lanes change. */
    @Override
    public final Input compile(Arguments arguments) {
        SqlType type = argument().type();
        if (!type.isInteger() && !type.is(Kind.NUMERIC)) {
            throw new NoVectorsException("a sum of " + type + " is exact by rows alone");
        }
        Argument argument = arguments.argument(argument(), false);
        return new Input(arguments.selection(call().filter(), arguments.nulls(argument)), argument, null);
    }

    @Override
    public final VectorStates vectors(VectorScope scope, Input input, Count.Vectors counts) {
        Value values = input.values();
        return new Vectors(scope.primitives(), counts, values == null ? 0 : values.scale(), hasSquares);
    }

    public static final class Vectors extends VectorStates {
        private static final int PARTS_OF_SQUARES = 4;

        private final Primitives primitives;

        /** Counts the same selected rows. */
        private final Count.Vectors counts;

        private final int scale;
        private final long[] widened;

        private final long[][] squares;

        private final GroupTotals lows = new GroupTotals();
        private long[] highs = new long[1];

        public Vectors(Primitives primitives, Count.Vectors counts, int scale, boolean hasSquares) {
            this.primitives = primitives;
            this.scale = scale;
            this.counts = counts;
            squares = hasSquares ? new long[PARTS_OF_SQUARES][1] : null;
            widened = hasSquares ? new long[Program.MAX_ROWS] : null;
        }

        @Override
        public Share share() {
            return squares == null ? Share.SUM : Share.NONE;
        }

        @Override
        public void reserve(int groups) {
            lows.reserve(groups);
            highs = grown(highs, groups, 0);
            for (int part = 0; squares != null && part < PARTS_OF_SQUARES; part++) {
                squares[part] = grown(squares[part], groups, 0);
            }
        }

        @Override
        public void take(Input input, GroupIds ids) {
            if (input.values() == null) {
                return;
            }
            if (input.values().isWide()) {
                addWide(input, ids);
            } else {
                addInts(input, ids);
            }
            if (squares != null) {
                addSquares(input, ids);
            }
        }

        /** Ints are added to the low halves as they are. */
        private void addInts(Input input, GroupIds ids) {
            final Selection selection = input.selection();
            final VectorCells cells = input.values().cells();
            if (ids.ids == null) {
                lows.add(0, primitives.sum(cells, selection.mask(), 0, selection.rows()));
            } else if (ids.isFewFor(selection, primitives)) {
                final int[] lanes = selection.lanesOf(ids.ids, ids.at);
                for (int first = 0; first < ids.groups; first += Primitives.GROUPS_AT_ONCE) {
                    primitives.sumGroups(cells, lanes, first, lows.oneWay(), 0, selection.rows());
                }
            } else {
                lows.addValues(cells.ints, cells.at, ids.ids, ids.at, selection);
            }
        }

        @Override
        public void addSum(int group, long sum) {
            lows.add(group, sum);
        }

        private void addWide(Input input, GroupIds ids) {
            final Selection selection = input.selection();
            final VectorCells cells = input.values().cells();
            if (ids.ids == null) {
                GroupLoops.sum(cells.longs, cells.at, selection.mask(), selection.rows(), lows.oneWay(), highs);
            } else {
                GroupLoops.sum(
                        cells.longs,
                        cells.at,
                        ids.ids,
                        ids.at,
                        selection.positions(),
                        selection.count(),
                        lows.oneWay(),
                        highs);
            }
        }

        private void addSquares(Input input, GroupIds ids) {
            final Selection selection = input.selection();
            final VectorCells cells = input.values().cells();
            long[] values = cells.longs;
            int at = cells.at;
            if (!input.values().isWide()) {
                MapLoops.widen(cells.ints, cells.at, widened, selection.rows());
                values = widened;
                at = 0;
            }
            GroupLoops.squares(values, at, ids.ids, ids.at, selection.positions(), selection.count(), squares);
        }

        @Override
        public void forget() {
            lows.clear();
            Arrays.fill(highs, 0);
            for (int part = 0; squares != null && part < PARTS_OF_SQUARES; part++) {
                Arrays.fill(squares[part], 0);
            }
        }

        @Override
        public long count(int group) {
            return counts.count(group);
        }

        @Override
        public BigInteger sum(int group) {
            return Halves.sum(highs[group], lows.total(group));
        }

        @Override
        public BigInteger squares(int group) {
            return Halves.sum(squares[3][group], squares[2][group])
                    .shiftLeft(Long.SIZE)
                    .add(Halves.sum(squares[1][group], squares[0][group]));
        }

        @Override
        public int scale() {
            return scale;
        }
    }
}
