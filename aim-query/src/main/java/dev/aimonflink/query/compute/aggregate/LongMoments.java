package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.matrix.bytes.ByteReader;
import dev.aimonflink.matrix.bytes.ByteWriter;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.rows.ExactMoments;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.math.BigInteger;

/** Moments of numbers that fit 64 bits without their point. */
public final class LongMoments extends Moments {
    static final AggregateFunctions.Family FAMILY = new AggregateFunctions.Family(
            call -> has(call) && Encoded.isLong(call.arguments().get(0).type()), LongMoments::new, Sums.KIND);

    private LongMoments(AggregateCall call) {
        super(call);
    }

    @Override
    public States newStates(int mostValues) {
        return new Sums(hasSquares());
    }

    @Override
    void take(States states, int group, Object argument) {
        ((Sums) states).addTo(group, Encoded.toLong(argument, argument().type()));
    }

    @Override
    public Object value(States merged, int group) {
        Sums sums = (Sums) merged;
        return ExactMoments.of(
                        sums.count(group),
                        sums.sum(group),
                        sums.squares(group),
                        argument().type().scale())
                .value(call().function(), call().type(), call().position());
    }

    @Override
    public void addGroups(States states, VectorStates from, int[] groups) {
        for (int group : groups) {
            ((Sums) states)
                    .add(
                            from.count(group),
                            scaled(from.sum(group), from.scale(), 1),
                            hasSquares() ? scaled(from.squares(group), from.scale(), 2) : BigInteger.ZERO);
        }
    }

    /** A sum computed by vectors, with as many digits behind the point as the argument's type has. */
    private BigInteger scaled(BigInteger sum, int scale, int power) {
        int missing = argument().type().scale() - scale;
        return missing == 0 ? sum : sum.multiply(BigInteger.TEN.pow(power * missing));
    }

    public static final class Sums extends States {
        private static final Kind KIND = new Kind(0, 1, form -> new Sums(form == 1));

        private static final int WORDS_OF_SUM = 2;
        private static final int WORDS_OF_SQUARES = 3;

        private final LongArrayList counts = new LongArrayList();
        private final ExactSums sums = new ExactSums(WORDS_OF_SUM);

        /** Without words if it keeps no squares. */
        private final ExactSums squares;

        public Sums(boolean hasSquares) {
            super(KIND, hasSquares ? 1 : 0);
            squares = new ExactSums(hasSquares ? WORDS_OF_SQUARES : 0);
        }

        public Sums add(long count, BigInteger sum, BigInteger sumOfSquares) {
            counts.add(count);
            sums.add(sum);
            squares.add(sumOfSquares);
            return this;
        }

        public Sums addTo(int row, long value) {
            counts.set(row, count(row) + 1);
            sums.plus(row, value);
            squares.plusSquare(row, value);
            return this;
        }

        public long count(int row) {
            return counts.getLong(row);
        }

        public BigInteger sum(int row) {
            return sums.value(row);
        }

        public BigInteger squares(int row) {
            return squares.value(row);
        }

        @Override
        public int rows() {
            return counts.size();
        }

        @Override
        public void addRow() {
            counts.add(0);
            sums.addRow();
            squares.addRow();
        }

        @Override
        public void append(States from, int row) {
            Sums that = (Sums) from;
            counts.add(that.count(row));
            sums.append(that.sums, row);
            squares.append(that.squares, row);
        }

        @Override
        public void merge(int row, States from, int fromRow) {
            Sums that = (Sums) from;
            // Cannot overflow: there are fewer than 2^63 rows.
            counts.set(row, count(row) + that.count(fromRow));
            sums.plus(row, that.sums, fromRow);
            squares.plus(row, that.squares, fromRow);
        }

        @Override
        public void write(int row, ByteWriter out) {
            out.number(count(row));
            sums.write(row, out);
            squares.write(row, out);
        }

        @Override
        public void read(ByteReader in) throws IOException {
            counts.add(in.number("count", 0, Long.MAX_VALUE));
            sums.read(in);
            squares.read(in);
        }
    }
}
