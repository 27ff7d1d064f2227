package dev.aimonflink.lab.twin;

import dev.aimonflink.lab.workload.KeptModel;
import java.util.Map;

/**
 * What the job keeps, and the first events that it read with it.
 *
 * @param firstOffsets by partition of the events topic
 */
public record Generation(KeptModel kept, Map<Integer, Long> firstOffsets) {
    public static Generation first(KeptModel kept) {
        return new Generation(kept, Map.of());
    }

    /** Whether the job was in this generation, or a later one, when it read an event. */
    boolean includes(int partition, long offset) {
        return offset >= firstOffsets.getOrDefault(partition, 0L);
    }
}
