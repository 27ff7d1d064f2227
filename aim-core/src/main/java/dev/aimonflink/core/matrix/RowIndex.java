package dev.aimonflink.core.matrix;

import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

/**
 * Maps subscribers to rows: a hash table in many parts. One large table would delay an event by tens of milliseconds
 * while it grows; a part takes a thousandth of that.
 */
final class RowIndex {
    static final int NO_ROW = -1;

    private static final int PART_BITS = 10;

    private final Long2IntOpenHashMap[] parts = new Long2IntOpenHashMap[1 << PART_BITS];

    RowIndex() {
        for (int part = 0; part < parts.length; part++) {
            parts[part] = new Long2IntOpenHashMap();
            parts[part].defaultReturnValue(NO_ROW);
        }
    }

    /** The row, or {@link #NO_ROW}. */
    int get(long subscriberId) {
        return partOf(subscriberId).get(subscriberId);
    }

    void put(long subscriberId, int row) {
        partOf(subscriberId).put(subscriberId, row);
    }

    void remove(long subscriberId) {
        partOf(subscriberId).remove(subscriberId);
    }

    /** Selects by the high bits of the hash, because the part uses the low ones. */
    private Long2IntOpenHashMap partOf(long subscriberId) {
        return parts[(int) (HashCommon.mix(subscriberId) >>> (Long.SIZE - PART_BITS))];
    }
}
