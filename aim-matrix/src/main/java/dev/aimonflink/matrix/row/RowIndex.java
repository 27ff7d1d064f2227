package dev.aimonflink.matrix.row;

import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

/**
 * Maps entities to rows by a hash table in many parts. One large table would delay an event by tens of milliseconds while it grows; a part
 * takes a thousandth of that.
 */
public final class RowIndex {
    public static final int NO_ROW = -1;

    private static final int PART_BITS = 10;

    private final Long2IntOpenHashMap[] parts = new Long2IntOpenHashMap[1 << PART_BITS];

    RowIndex() {
        for (int part = 0; part < parts.length; part++) {
            parts[part] = new Long2IntOpenHashMap();
            parts[part].defaultReturnValue(NO_ROW);
        }
    }

    /** The row, or {@link #NO_ROW}. */
    int get(long id) {
        return partOf(id).get(id);
    }

    void put(long id, int row) {
        partOf(id).put(id, row);
    }

    void remove(long id) {
        partOf(id).remove(id);
    }

    /** Selects by the high bits of the hash, because the part uses the low ones. */
    private Long2IntOpenHashMap partOf(long id) {
        return parts[(int) (HashCommon.mix(id) >>> (Long.SIZE - PART_BITS))];
    }
}
