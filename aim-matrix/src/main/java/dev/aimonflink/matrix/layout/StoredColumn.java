package dev.aimonflink.matrix.layout;

import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.ModelColumn;

/**
 * A stored column of the model, and its cell in a record.
 *
 * @param slot index of the cell in the record's ints or longs
 * @param lostSlot where a sum of doubles keeps the rounding error; {@link #NONE} for others
 * @param nextSlot the cell that becomes present with the next turn of a sliding window; else {@link #NONE}
 * @param nextLostSlot the rounding error of that
 */
public record StoredColumn(ModelColumn column, CellKind kind, int slot, int lostSlot, int nextSlot, int nextLostSlot) {
    public static final int NONE = -1;

    public String name() {
        return column.name();
    }

    public EventFunction function() {
        return column.function();
    }

    /** The index of the event's field, or {@link ModelColumn#NO_FIELD}. */
    public int field() {
        return column.field();
    }

    public int filter() {
        return column.filter();
    }

    public int window() {
        return column.window();
    }

    public int copy() {
        return column.copy();
    }

    public boolean isInt() {
        return kind.isInt();
    }

    public boolean isSliding() {
        return nextSlot != NONE;
    }

    /** The cell over no events. */
    public long empty() {
        return kind.empty();
    }

    /** Whether it is a minimum or maximum, whose empty cell stands for no value. */
    public boolean isExtreme() {
        return function() == EventFunction.MIN || function() == EventFunction.MAX;
    }

    public double doubleValue(long cell) {
        return isExtreme() ? OrderedDoubles.value(cell) : Double.longBitsToDouble(cell);
    }

    /** The cell of a record, in 64 bits; a sum of doubles is corrected by its rounding error. */
    public long cell(int[] ints, long[] longs) {
        return cell(ints, longs, slot, lostSlot);
    }

    /** A record's sum of doubles, or of their squares, in all its digits; not finite if it overflowed. */
    public PreciseSum preciseSum(long[] longs) {
        return new PreciseSum(Double.longBitsToDouble(longs[slot]), Double.longBitsToDouble(longs[lostSlot]));
    }

    /** The cell after the next turn of its window, if no event comes until then. */
    public long nextCell(int[] ints, long[] longs) {
        return nextSlot == NONE ? kind.empty() : cell(ints, longs, nextSlot, nextLostSlot);
    }

    private long cell(int[] ints, long[] longs, int at, int lostAt) {
        if (kind.isInt()) {
            return ints[at];
        }
        return lostAt == NONE ? longs[at] : compensated(longs[at], longs[lostAt]);
    }

    /** The bits of a sum of doubles, corrected by the rounding error. */
    public static long compensated(long sumBits, long lostBits) {
        return Double.doubleToRawLongBits(Double.longBitsToDouble(sumBits) + Double.longBitsToDouble(lostBits));
    }
}
