package dev.aimonflink.core.partial;

import dev.aimonflink.core.aggregate.ExactSums;
import dev.aimonflink.core.aggregate.States;
import dev.aimonflink.core.bytes.ByteReader;
import dev.aimonflink.core.bytes.ByteWriter;
import java.io.IOException;
import java.math.BigInteger;

/** Two exact sums, of which one is divided by the other at the end. */
public final class Ratios extends States {
    static final Kind KIND = in -> new Ratios();

    private static final int WORDS = 2;

    private final ExactSums dividends = new ExactSums(WORDS);
    private final ExactSums divisors = new ExactSums(WORDS);

    public Ratios add(long dividend, long divisor) {
        dividends.addRow();
        divisors.addRow();
        addTo(rows() - 1, dividend, divisor);
        return this;
    }

    public Ratios add(BigInteger dividend, BigInteger divisor) {
        dividends.add(dividend);
        divisors.add(divisor);
        return this;
    }

    public void addTo(int row, long dividend, long divisor) {
        dividends.plus(row, dividend);
        divisors.plus(row, divisor);
    }

    public BigInteger dividend(int row) {
        return dividends.value(row);
    }

    public BigInteger divisor(int row) {
        return divisors.value(row);
    }

    @Override
    public int rows() {
        return dividends.rows();
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public States empty() {
        return new Ratios();
    }

    @Override
    public void addRow() {
        dividends.addRow();
        divisors.addRow();
    }

    @Override
    public void merge(int row, States from, int fromRow) {
        dividends.plus(row, ((Ratios) from).dividends, fromRow);
        divisors.plus(row, ((Ratios) from).divisors, fromRow);
    }

    @Override
    public void write(int row, ByteWriter out) {
        dividends.write(row, out);
        divisors.write(row, out);
    }

    @Override
    public void read(ByteReader in) throws IOException {
        dividends.read(in);
        divisors.read(in);
    }
}
