package dev.aimonflink.core.partial;

import dev.aimonflink.core.model.EntityId;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;

/**
 * The entity with the lowest ratio of two numbers, and both; or none. Ratios are compared by cross-multiplication in 128 bits, so
 * ties are true ties, and go to the lowest key.
 */
public final class LowestRatios extends States {
    private final LongArrayList dividends = new LongArrayList();

    /** 0 if there is no entity. */
    private final LongArrayList divisors = new LongArrayList();

    private final EntityIds ids = new EntityIds();

    public LowestRatios() {
        super(StateKind.ARG_MIN_RATIO);
    }

    public LowestRatios addNone() {
        dividends.add(0);
        divisors.add(0);
        ids.addNone();
        return this;
    }

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
    States empty() {
        return new LowestRatios();
    }

    @Override
    void append(States from, int row) {
        LowestRatios that = (LowestRatios) from;
        dividends.add(that.dividend(row));
        divisors.add(that.divisor(row));
        ids.append(that.ids, row);
    }

    @Override
    void mergeIntoLast(States from, int row) {
        LowestRatios that = (LowestRatios) from;
        int last = rows() - 1;
        if (!that.isNone(row) && (isNone(last) || that.isBefore(row, this, last))) {
            dividends.set(last, that.dividend(row));
            divisors.set(last, that.divisor(row));
            ids.set(last, that.ids, row);
        }
    }

    private boolean isBefore(int row, LowestRatios other, int otherRow) {
        int order = compare(dividend(row), divisor(row), other.dividend(otherRow), other.divisor(otherRow));
        return order < 0 || (order == 0 && ids.compare(row, other.ids, otherRow) < 0);
    }

    @Override
    void write(int row, PartialWriter out) {
        out.number(divisor(row));
        if (!isNone(row)) {
            out.number(dividend(row));
            ids.write(row, out);
        }
    }

    @Override
    void read(PartialReader in) throws IOException {
        long divisor = in.number("divisor", 0, Long.MAX_VALUE);
        if (divisor == 0) {
            addNone();
            return;
        }
        divisors.add(divisor);
        dividends.add(in.number());
        ids.read(in);
    }
}
