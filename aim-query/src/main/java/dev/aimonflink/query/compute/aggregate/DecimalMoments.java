package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.matrix.bytes.ByteReader;
import dev.aimonflink.matrix.bytes.ByteWriter;
import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.bind.Casts;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.rows.ExactMoments;
import dev.aimonflink.sql.type.SqlType;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/** Moments of numbers without a fixed scale: doubles, and decimals of any length. */
public final class DecimalMoments extends Moments {
    static final AggregateFunctions.Family FAMILY =
            new AggregateFunctions.Family(Moments::has, DecimalMoments::new, Sums.KIND);

    /** Enough that a quotient, cut to so many digits, still rounds to the right double. */
    private static final MathContext PRECISION = new MathContext(50);

    private DecimalMoments(AggregateCall call) {
        super(call);
    }

    @Override
    public States newStates(int mostValues) {
        return new Sums(hasSquares());
    }

    @Override
    void take(States states, int group, Object argument) {
        Sums sums = (Sums) states;
        if (argument instanceof Double real) {
            sums.addTo(group, real.doubleValue());
        } else {
            sums.addTo(group, (BigDecimal) argument);
        }
    }

    @Override
    public void addGroups(States states, VectorStates from, int[] groups) {
        Sums sums = (Sums) states;
        for (int group : groups) {
            if (from.count(group) == 0) {
                // The scale is that of the numbers seen so far.
                sums.addRow();
            } else {
                sums.add(
                        from.count(group),
                        new BigDecimal(from.sum(group), from.scale()),
                        hasSquares() ? new BigDecimal(from.squares(group), 2 * from.scale()) : BigDecimal.ZERO);
            }
        }
    }

    @Override
    public Object value(States merged, int group) {
        Sums sums = (Sums) merged;
        if (!argument().type().is(SqlType.Kind.DOUBLE)) {
            return new ExactMoments(sums.count(group), sums.sum(group), sums.squares(group))
                    .value(call().function(), call().type(), call().position());
        }
        long count = sums.count(group);
        boolean isSample =
                call().function() == AggregateFunction.VAR_SAMP || call().function() == AggregateFunction.STDDEV_SAMP;
        if (count == 0 || (isSample && count == 1)) {
            return null;
        }
        return switch (call().function()) {
            case SUM -> sum(sums, group);
            case AVG -> sum(sums, group) / count;
            case VAR_POP, VAR_SAMP -> variance(sums, group, isSample ? count - 1 : count);
            default -> Math.sqrt(variance(sums, group, isSample ? count - 1 : count));
        };
    }

    private double sum(Sums sums, int group) {
        if (sums.special(group) != null) {
            return sums.special(group);
        }
        double sum = sums.sum(group).doubleValue();
        if (Double.isInfinite(sum)) {
            throw Casts.outOfRange(SqlType.DOUBLE, call().position());
        }
        return sum;
    }

    /** The mean squared distance from the average: exact, then rounded once. */
    private static double variance(Sums sums, int group, long divisor) {
        if (sums.special(group) != null) {
            return Double.NaN;
        }
        BigDecimal count = BigDecimal.valueOf(sums.count(group));
        BigDecimal spread =
                count.multiply(sums.squares(group)).subtract(sums.sum(group).pow(2));
        return spread.divide(count.multiply(BigDecimal.valueOf(divisor)), PRECISION)
                .doubleValue();
    }

    /**
     * Exact counts, sums and, if it has moments, sums of squares of numbers without a fixed scale. Sums of doubles thus do not depend on
     * their order; infinities and NaN are only noted.
     */
    public static final class Sums extends States {
        private static final Kind KIND = new Kind(0, 1, form -> new Sums(form == 1));

        private static final int NOT_A_NUMBER = 1;
        private static final int INFINITE = 2;
        private static final int NEGATIVE_INFINITE = 4;

        private final boolean hasSquares;
        private final List<Sum> sums = new ArrayList<>();

        /** @param special a bit for each kind of infinity or NaN seen */
        private record Sum(long count, BigDecimal sum, BigDecimal squares, int special) {
            static final Sum NOTHING = new Sum(0, BigDecimal.ZERO, BigDecimal.ZERO, 0);

            Sum plus(Sum other) {
                return new Sum(
                        count + other.count, sum.add(other.sum), squares.add(other.squares), special | other.special);
            }
        }

        public Sums(boolean hasSquares) {
            super(KIND, hasSquares ? 1 : 0);
            this.hasSquares = hasSquares;
        }

        /** @param squares ignored without moments */
        public Sums add(long count, BigDecimal sum, BigDecimal squares) {
            sums.add(Sum.NOTHING.plus(new Sum(count, sum, hasSquares ? squares : BigDecimal.ZERO, 0)));
            return this;
        }

        public void addTo(int row, BigDecimal value) {
            addTo(row, new Sum(1, value, hasSquares ? value.multiply(value) : BigDecimal.ZERO, 0));
        }

        public void addTo(int row, double value) {
            if (Double.isFinite(value)) {
                addTo(row, new BigDecimal(value));
            } else {
                int special = Double.isNaN(value) ? NOT_A_NUMBER : value > 0 ? INFINITE : NEGATIVE_INFINITE;
                addTo(row, new Sum(1, BigDecimal.ZERO, BigDecimal.ZERO, special));
            }
        }

        private void addTo(int row, Sum more) {
            sums.set(row, sums.get(row).plus(more));
        }

        /** How many numbers there are, including infinities and NaN. */
        public long count(int row) {
            return sums.get(row).count;
        }

        /** The sum of the finite numbers, with the largest scale of any of them. */
        public BigDecimal sum(int row) {
            return sums.get(row).sum;
        }

        public BigDecimal squares(int row) {
            return sums.get(row).squares;
        }

        /** The sum of doubles if some are infinite or NaN; else null. */
        public Double special(int row) {
            return switch (sums.get(row).special) {
                case 0 -> null;
                case INFINITE -> Double.POSITIVE_INFINITY;
                case NEGATIVE_INFINITE -> Double.NEGATIVE_INFINITY;
                default -> Double.NaN;
            };
        }

        @Override
        public int rows() {
            return sums.size();
        }

        @Override
        public void addRow() {
            sums.add(Sum.NOTHING);
        }

        @Override
        public void merge(int row, States from, int fromRow) {
            addTo(row, ((Sums) from).sums.get(fromRow));
        }

        @Override
        public void write(int row, ByteWriter out) {
            Sum sum = sums.get(row);
            out.number(sum.count);
            Values.writeDecimal(sum.sum, out);
            if (hasSquares) {
                Values.writeDecimal(sum.squares, out);
            }
            for (int bit = NOT_A_NUMBER; bit <= NEGATIVE_INFINITE; bit <<= 1) {
                out.flag((sum.special & bit) != 0);
            }
        }

        @Override
        public void read(ByteReader in) throws IOException {
            long count = in.number("count", 0, Long.MAX_VALUE);
            BigDecimal sum = Values.readDecimal(in);
            BigDecimal squares = hasSquares ? Values.readDecimal(in) : BigDecimal.ZERO;
            int special = 0;
            for (int bit = NOT_A_NUMBER; bit <= NEGATIVE_INFINITE; bit <<= 1) {
                special |= in.flag() ? bit : 0;
            }
            sums.add(new Sum(count, sum, squares, special));
        }
    }
}
