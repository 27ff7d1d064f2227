package dev.aimonflink.core.partial;

import dev.aimonflink.core.aggregate.ExactSums;
import dev.aimonflink.core.aggregate.States;
import dev.aimonflink.core.bytes.ByteReader;
import dev.aimonflink.core.bytes.ByteWriter;
import java.io.IOException;
import java.math.BigInteger;

/** Exact sums of 64-bit numbers, in 128 bits. A sum of nothing is 0; a {@link Counts} beside it says whether it is one. */
public final class Sums extends States {
    static final Kind KIND = in -> new Sums();

    private static final int WORDS = 2;

    private final ExactSums sums = new ExactSums(WORDS);

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
    public Kind kind() {
        return KIND;
    }

    @Override
    public States empty() {
        return new Sums();
    }

    @Override
    public void addRow() {
        sums.addRow();
    }

    @Override
    public void merge(int row, States from, int fromRow) {
        sums.plus(row, ((Sums) from).sums, fromRow);
    }

    @Override
    public void write(int row, ByteWriter out) {
        sums.write(row, out);
    }

    @Override
    public void read(ByteReader in) throws IOException {
        sums.read(in);
    }
}
