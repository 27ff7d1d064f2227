package dev.aimonflink.core.partial;

import java.io.IOException;
import java.math.BigInteger;

/** Exact sums of 64-bit numbers, in 128 bits. A sum of nothing is 0; a {@link Counts} beside it says whether it is one. */
public final class Sums extends States {
    private static final int WORDS = 2;

    private final ExactSums sums = new ExactSums(WORDS);

    public Sums() {
        super(StateKind.SUM);
    }

    /** Appends a row. */
    public Sums add(long sum) {
        sums.addRow();
        sums.plus(rows() - 1, sum);
        return this;
    }

    /** Appends a row. */
    public Sums add(BigInteger sum) {
        sums.add(sum);
        return this;
    }

    /** Adds to the sum of a row. */
    public void addTo(int row, long value) {
        sums.plus(row, value);
    }

    public BigInteger sum(int row) {
        return sums.value(row);
    }

    /** The sum of numbers of 32 bits, of which no matrix has enough for more than 64. */
    public long sumOfInts(int row) {
        return sum(row).longValueExact();
    }

    @Override
    public int rows() {
        return sums.rows();
    }

    @Override
    States empty() {
        return new Sums();
    }

    @Override
    void append(States from, int row) {
        sums.append(((Sums) from).sums, row);
    }

    @Override
    void mergeIntoLast(States from, int row) {
        sums.plus(rows() - 1, ((Sums) from).sums, row);
    }

    @Override
    void write(int row, PartialWriter out) {
        sums.write(row, out);
    }

    @Override
    void read(PartialReader in) throws IOException {
        sums.read(in);
    }
}
