package dev.aimonflink.core.partial;

import dev.aimonflink.core.aggregate.States;
import dev.aimonflink.core.bytes.ByteReader;
import dev.aimonflink.core.bytes.ByteWriter;
import dev.aimonflink.core.model.EntityId;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;

/**
 * The entity with the lowest ratio of two numbers, and both; or none. Ratios are compared by cross-multiplication in 128 bits, so
 * ties are true ties, and go to the lowest key.
 */
public final class LowestRatios extends States {
    static final Kind KIND = in -> new LowestRatios();

    private final LongArrayList dividends = new LongArrayList();

    /** 0 if there is no entity. */
    private final LongArrayList divisors = new LongArrayList();

    private final EntityIds ids = new EntityIds();

    /** @param divisor more than 0 */
    public LowestRatios add(long dividend, long divisor, EntityId key) {
        if (divisor <= 0) {
            throw new IllegalArgumentException("divisor=" + divisor + " is not more than 0.");
        }
        dividends.add(dividend);
        divisors.add(divisor);
        ids.add(key);
        return this;
    }

    /** Negative if the first ratio is lower than the second, 0 if they are equal. Divisors are more than 0. */
    public static int compare(long dividend, long divisor, long otherDividend, long otherDivisor) {
        int high = Long.compare(Math.multiplyHigh(dividend, otherDivisor), Math.multiplyHigh(otherDividend, divisor));
        return high != 0 ? high : Long.compareUnsigned(dividend * otherDivisor, otherDividend * divisor);
    }

    public boolean isNone(int row) {
        return divisors.getLong(row) == 0;
    }

    public long dividend(int row) {
        return dividends.getLong(row);
    }

    public long divisor(int row) {
        return divisors.getLong(row);
    }

    public EntityId id(int row) {
        return ids.id(row);
    }

    @Override
    public int rows() {
        return dividends.size();
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public States empty() {
        return new LowestRatios();
    }

    @Override
    public void addRow() {
        dividends.add(0);
        divisors.add(0);
        ids.addNone();
    }

    @Override
    public void merge(int row, States from, int fromRow) {
        LowestRatios that = (LowestRatios) from;
        if (!that.isNone(fromRow) && (isNone(row) || that.isBefore(fromRow, this, row))) {
            dividends.set(row, that.dividend(fromRow));
            divisors.set(row, that.divisor(fromRow));
            ids.set(row, that.ids, fromRow);
        }
    }

    private boolean isBefore(int row, LowestRatios other, int otherRow) {
        int order = compare(dividend(row), divisor(row), other.dividend(otherRow), other.divisor(otherRow));
        return order < 0 || (order == 0 && ids.compare(row, other.ids, otherRow) < 0);
    }

    @Override
    public void write(int row, ByteWriter out) {
        out.number(divisor(row));
        if (!isNone(row)) {
            out.number(dividend(row));
            ids.write(row, out);
        }
    }

    @Override
    public void read(ByteReader in) throws IOException {
        long divisor = in.number("divisor", 0, Long.MAX_VALUE);
        if (divisor == 0) {
            addRow();
            return;
        }
        divisors.add(divisor);
        dividends.add(in.getSigned());
        ids.read(in);
    }
}
