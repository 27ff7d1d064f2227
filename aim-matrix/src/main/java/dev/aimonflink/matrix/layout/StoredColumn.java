package dev.aimonflink.matrix.layout;

import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.ModelColumn;

/**
 * A column of the model that is stored, and its cell in a record.
 *
 * @param slot the index of the cell in the record's ints or longs
 * @param lostSlot where a sum of doubles keeps what rounding lost; {@link #NONE} for others
 * @param nextSlot in a sliding window, the cell that becomes the present one with the next turn; {@link #NONE} in others
 * @param nextLostSlot what rounding lost of that
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

    /** The index of the filter in the model. */
    public int filter() {
        return column.filter();
    }

    /** The index of the window in the model. */
    public int window() {
        return column.window();
    }

    public int copy() {
        return column.copy();
    }

    /** Whether the cell has 32 bits rather than 64. */
    public boolean isInt() {
        return kind.isInt();
    }

    /** Whether its window slides. */
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

    /** The double that a cell of a column of doubles stands for. */
    public double doubleValue(long cell) {
        return isExtreme() ? OrderedDoubles.value(cell) : Double.longBitsToDouble(cell);
    }

    /** The cell of a record, in 64 bits. A sum of doubles has what rounding lost added, as the bits of a double. */
    public long cell(int[] ints, long[] longs) {
        return cell(ints, longs, slot, lostSlot);
    }

    /** A sum of doubles, or of their squares, in all its digits; not finite if it overflowed. Of a record. */
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

    /** The bits of a sum of doubles, with what rounding lost. */
    public static long compensated(long sumBits, long lostBits) {
        return Double.doubleToRawLongBits(Double.longBitsToDouble(sumBits) + Double.longBitsToDouble(lostBits));
    }
}
