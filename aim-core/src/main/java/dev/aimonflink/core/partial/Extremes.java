package dev.aimonflink.core.partial;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.BitSet;

/** The lowest or highest of some longs or doubles, or none. Doubles are kept as their bits. */
public final class Extremes extends States {
    private final LongArrayList values = new LongArrayList();
    private final BitSet present = new BitSet();

    Extremes(StateKind kind) {
        super(kind);
    }

    public static Extremes lowestLongs() {
        return new Extremes(StateKind.MIN_LONG);
    }

    public static Extremes highestLongs() {
        return new Extremes(StateKind.MAX_LONG);
    }

    public static Extremes lowestDoubles() {
        return new Extremes(StateKind.MIN_DOUBLE);
    }

    public static Extremes highestDoubles() {
        return new Extremes(StateKind.MAX_DOUBLE);
    }

    public Extremes addNone() {
        values.add(0);
        return this;
    }

    public Extremes addLong(long value) {
        return add(kind().requireLong(value));
    }

    /** Takes a value into a row. */
    public void addLongTo(int row, long value) {
        take(row, kind().requireLong(value));
    }

    private void take(int row, long value) {
        if (isNone(row) || kind().order(value, values.getLong(row)) < 0) {
            present.set(row);
            values.set(row, value);
        }
    }

    public Extremes addDouble(double value) {
        return add(kind().requireDouble(Double.doubleToLongBits(value)));
    }

    private Extremes add(long value) {
        present.set(rows());
        values.add(value);
        return this;
    }

    public boolean isNone(int row) {
        return !present.get(row);
    }

    public long longValue(int row) {
        return kind().requireLong(values.getLong(row));
    }

    public double doubleValue(int row) {
        return Double.longBitsToDouble(kind().requireDouble(values.getLong(row)));
    }

    @Override
    public int rows() {
        return values.size();
    }

    @Override
    States empty() {
        return new Extremes(kind());
    }

    @Override
    void append(States from, int row) {
        Extremes that = (Extremes) from;
        present.set(rows(), that.present.get(row));
        values.add(that.values.getLong(row));
    }

    @Override
    void mergeIntoLast(States from, int row) {
        Extremes that = (Extremes) from;
        if (!that.isNone(row)) {
            take(rows() - 1, that.values.getLong(row));
        }
    }

    @Override
    void write(int row, PartialWriter out) {
        out.flag(present.get(row));
        if (present.get(row)) {
            out.number(values.getLong(row));
        }
    }

    @Override
    void read(PartialReader in) throws IOException {
        if (in.flag()) {
            add(in.number());
        } else {
            addNone();
        }
    }
}
