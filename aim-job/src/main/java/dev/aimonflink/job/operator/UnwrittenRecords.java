package dev.aimonflink.job.operator;

import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.record.EntityRecord;
import java.util.LinkedHashMap;
import java.util.function.Consumer;

/**
 * The changed records that a state backend of bytes has not got yet. To read and write one takes many times as long as to count an event in
 * it, and busy entities have many events in a row. The least recently used one is written when there are too many, and all of them before a
 * snapshot, which reads the backend alone. For one thread.
 */
final class UnwrittenRecords {
    /** Few, because a snapshot waits until all are written: computed, 20 milliseconds at 5 microseconds a record. */
    static final int MOST = 4_096;

    /** Of wide records there are fewer, since each partition of a TaskManager has a buffer on its heap. */
    static final int MOST_BYTES = 4 << 20;

    private final LinkedHashMap<EntityId, EntityRecord> byKey = new LinkedHashMap<>(16, 0.75f, true);
    private final int most;
    private final Consumer<EntityRecord> backend;

    /**
     * @param bytesOfEach about as many as a record has
     * @param backend takes a record, which its owner may change again
     */
    UnwrittenRecords(long bytesOfEach, Consumer<EntityRecord> backend) {
        most = (int) Math.max(1, Math.min(MOST, MOST_BYTES / Math.max(1, bytesOfEach)));
        this.backend = backend;
    }

    /** The record, or null if the backend has what is known of it. */
    EntityRecord get(EntityId key) {
        return byKey.get(key);
    }

    void put(EntityRecord record) {
        byKey.put(record.key(), record);
        if (byKey.size() > most) {
            writeFirst();
        }
    }

    private void writeFirst() {
        EntityRecord first = byKey.values().iterator().next();
        backend.accept(first);
        byKey.remove(first.key());
    }

    void remove(EntityId key) {
        byKey.remove(key);
    }

    void writeAll() {
        while (!byKey.isEmpty()) {
            writeFirst();
        }
    }
}
