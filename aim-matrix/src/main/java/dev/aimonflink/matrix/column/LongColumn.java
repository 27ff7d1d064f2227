package dev.aimonflink.matrix.column;

import dev.aimonflink.matrix.layout.StoredColumn;
import java.util.Arrays;

/**
 * The cells of a 64-bit column in one block: in 32 bits, until a value does not fit; then in 64 bits, until the window turns. Scans are
 * memory-bound, so half the width is twice the speed, and few entities have a sum over 21 million currency units. Doubles always have 64
 * bits.
 *
 * <p>The largest int stands for the largest long, and the smallest for the smallest, but only where that is the empty cell: an extreme over
 * no events, or an attribute without a value. No other cell is one of these ints, so a scan sums narrow cells as they are.
 */
public final class LongColumn {
    private final boolean mayBeNarrow;
    private final long empty;
    private int[] narrow;
    private long[] wide;

    LongColumn(int rows, StoredColumn column) {
        this(rows, column.kind().isDouble(), column.empty());
    }

    LongColumn(int rows, boolean isOfDoubles, long empty) {
        mayBeNarrow = !isOfDoubles;
        narrow = mayBeNarrow ? new int[rows] : null;
        wide = mayBeNarrow ? null : new long[rows];
        this.empty = empty;
        clear();
    }

    public boolean isNarrow() {
        return wide == null;
    }

    public int[] narrow() {
        return narrow;
    }

    public long[] wide() {
        return wide;
    }

    public long get(int row) {
        return isNarrow() ? widened(narrow[row]) : wide[row];
    }

    /** Returns whether the column became wide. */
    boolean set(int row, long value) {
        if (!isNarrow()) {
            wide[row] = value;
            return false;
        }
        if (fitsAsItIs(value)) {
            narrow[row] = (int) value;
            return false;
        }
        if (value == empty) {
            narrow[row] = narrowed(value);
            return false;
        }
        widen();
        wide[row] = value;
        return true;
    }

    /** Makes all cells empty, in 32 bits if allowed, because every empty value fits. */
    void clear() {
        if (!mayBeNarrow) {
            Arrays.fill(wide, empty);
            return;
        }
        if (!isNarrow()) {
            narrow = new int[wide.length];
            wide = null;
        }
        Arrays.fill(narrow, narrowed(empty));
    }

    private void widen() {
        wide = new long[narrow.length];
        for (int row = 0; row < narrow.length; row++) {
            wide[row] = widened(narrow[row]);
        }
        narrow = null;
    }

    /** Returns to 32 bits if all values fit; returns whether it did. */
    boolean narrowIfAllFit() {
        if (!mayBeNarrow || isNarrow()) {
            return false;
        }
        for (long value : wide) {
            if (!fits(value)) {
                return false;
            }
        }
        narrow = new int[wide.length];
        for (int row = 0; row < narrow.length; row++) {
            narrow[row] = narrowed(wide[row]);
        }
        wide = null;
        return true;
    }

    private boolean fits(long value) {
        return fitsAsItIs(value) || value == empty;
    }

    private static boolean fitsAsItIs(long value) {
        return value > Integer.MIN_VALUE && value < Integer.MAX_VALUE;
    }

    private static int narrowed(long value) {
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, value));
    }

    private static long widened(int value) {
        return value == Integer.MAX_VALUE ? Long.MAX_VALUE : value == Integer.MIN_VALUE ? Long.MIN_VALUE : value;
    }
}
