package dev.aimonflink.core.partial;

import java.io.IOException;
import java.math.BigInteger;

/** Two exact sums, of which one is divided by the other at the end. */
public final class Ratios extends States {
    private static final int WORDS = 2;

    private final ExactSums dividends = new ExactSums(WORDS);
    private final ExactSums divisors = new ExactSums(WORDS);

    public Ratios() {
        super(StateKind.RATIO);
    }

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
    States empty() {
        return new Ratios();
    }

    @Override
    void append(States from, int row) {
        dividends.append(((Ratios) from).dividends, row);
        divisors.append(((Ratios) from).divisors, row);
    }

    @Override
    void mergeIntoLast(States from, int row) {
        int last = rows() - 1;
        dividends.plus(last, ((Ratios) from).dividends, row);
        divisors.plus(last, ((Ratios) from).divisors, row);
    }

    @Override
    void write(int row, PartialWriter out) {
        dividends.write(row, out);
        divisors.write(row, out);
    }

    @Override
    void read(PartialReader in) throws IOException {
        dividends.read(in);
        divisors.read(in);
    }
}
