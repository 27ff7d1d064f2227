package dev.aimonflink.core.partial;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.math.BigInteger;

/** Counts, sums and sums of squares of 64-bit numbers, all exact: averages, variances and deviations are made of them. */
public final class MomentSums extends States {
    private static final int WORDS_OF_SUM = 2;
    private static final int WORDS_OF_SQUARES = 3;

    private final LongArrayList counts = new LongArrayList();
    private final ExactSums sums = new ExactSums(WORDS_OF_SUM);
    private final ExactSums squares = new ExactSums(WORDS_OF_SQUARES);

    public MomentSums() {
        super(StateKind.MOMENTS);
    }

    /** Appends a row over no numbers. */
    public MomentSums addRow() {
        counts.add(0);
        sums.addRow();
        squares.addRow();
        return this;
    }

    /** Appends a row. */
    public MomentSums add(long count, BigInteger sum, BigInteger sumOfSquares) {
        counts.add(count);
        sums.add(sum);
        squares.add(sumOfSquares);
        return this;
    }

    /** Takes a number into a row. */
    public MomentSums addTo(int row, long value) {
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
    States empty() {
        return new MomentSums();
    }

    @Override
    void append(States from, int row) {
        MomentSums that = (MomentSums) from;
        counts.add(that.count(row));
        sums.append(that.sums, row);
        squares.append(that.squares, row);
    }

    @Override
    void mergeIntoLast(States from, int row) {
        MomentSums that = (MomentSums) from;
        int last = rows() - 1;
        // Cannot overflow: there are less than 2^63 rows.
        counts.set(last, count(last) + that.count(row));
        sums.plus(last, that.sums, row);
        squares.plus(last, that.squares, row);
    }

    @Override
    void write(int row, PartialWriter out) {
        out.number(count(row));
        sums.write(row, out);
        squares.write(row, out);
    }

    @Override
    void read(PartialReader in) throws IOException {
        counts.add(in.number("count", 0, Long.MAX_VALUE));
        sums.read(in);
        squares.read(in);
    }
}
