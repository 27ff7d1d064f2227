package dev.aimonflink.local.chaos;

import java.util.Map;

/**
 * A schema, and the first calls that the job read with it.
 *
 * @param firstOffsets for each partition of the events topic
 */
record Generation(KeptSchema schema, Map<Integer, Long> firstOffsets) {
    static Generation first(KeptSchema schema) {
        return new Generation(schema, Map.of());
    }

    /** Whether the job had this schema, or a later one, when it read a call. */
    boolean includes(int partition, long offset) {
        return offset >= firstOffsets.getOrDefault(partition, 0L);
    }
}
