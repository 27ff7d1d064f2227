package dev.aimonflink.job.operator;

import dev.aimonflink.core.matrix.StoredRecords;
import dev.aimonflink.core.matrix.SubscriberRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.stream.Stream;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;

/**
 * The records of a partition as keyed state. Each method restores the current key, because a slice of a scan may run
 * while an input is processed.
 */
final class KeyedRecords implements StoredRecords {
    private static final String NAME = "records";

    private final AbstractStreamOperator<?> operator;
    private final ValueState<SubscriberRecord> records;
    private final HeldRecords held = new HeldRecords();

    KeyedRecords(AbstractStreamOperator<?> operator, ValueState<SubscriberRecord> records) {
        this.operator = operator;
        this.records = records;
    }

    static ValueStateDescriptor<SubscriberRecord> descriptor(CheckpointPacing pacing) {
        return new ValueStateDescriptor<>(NAME, new RecordSerializer(pacing));
    }

    /**
     * Returns the ids of all stored records that the subtask owns. All of them at once: reading a record sets the current
     * key, which must not happen under a key iterator.
     */
    static long[] ownIds(KeyedStateBackend<Long> backend, TaskInfo task) {
        try (Stream<Long> keys = backend.getKeys(NAME, VoidNamespace.INSTANCE)) {
            return keys.mapToLong(Long::longValue)
                    .filter(subscriberId -> isOwn(subscriberId, task))
                    .toArray();
        }
    }

    /** A backend may keep keys that a rescaling assigned to other subtasks; reading those fails. */
    private static boolean isOwn(long subscriberId, TaskInfo task) {
        int owner = KeyGroupRangeAssignment.assignKeyToParallelOperator(
                subscriberId, task.getMaxNumberOfParallelSubtasks(), task.getNumberOfParallelSubtasks());
        return owner == task.getIndexOfThisSubtask();
    }

    /** Whether the backend hands out the stored object itself: the heap's, which copies it first while a snapshot needs it. */
    boolean areStoredInPlace() {
        return operator.getKeyedStateBackend() instanceof HeapKeyedStateBackend;
    }

    /** A snapshot of the records begins: from now on the backend copies each before it hands it out. */
    void snapshotBegins() {
        held.dropAll();
    }

    /**
     * Finds the records of some subscribers that are stored in place; null for one that has none. First those that are held, so
     * that the processor waits for several of them at a time.
     *
     * @param rows of the subscribers; negative for one that has no record
     */
    void find(long[] subscriberIds, int[] rows, SubscriberRecord[] found) {
        for (int i = 0; i < rows.length; i++) {
            if (rows[i] >= 0) {
                found[i] = held.get(rows[i], subscriberIds[i]);
            }
        }
        for (int i = 0; i < rows.length; i++) {
            if (rows[i] >= 0 && found[i] == null) {
                found[i] = findAndHold(subscriberIds[i], rows[i]);
            }
        }
    }

    /**
     * Finds the record of a subscriber that is stored in place, or null.
     *
     * @param row of the subscriber; negative if it has no record
     */
    SubscriberRecord find(long subscriberId, int row) {
        if (row < 0) {
            return find(subscriberId);
        }
        final SubscriberRecord record = held.get(row, subscriberId);
        return record == null ? findAndHold(subscriberId, row) : record;
    }

    private SubscriberRecord findAndHold(long subscriberId, int row) {
        final SubscriberRecord record = find(subscriberId);
        if (record != null) {
            held.put(row, record);
        }
        return record;
    }

    @Override
    public SubscriberRecord find(long subscriberId) {
        Object keyOfInput = operator.getCurrentKey();
        try {
            operator.setCurrentKey(subscriberId);
            return records.value();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(
                    "Cannot read the record of subscriber " + subscriberId + " from the state backend.", unreadable);
        } finally {
            putBack(keyOfInput);
        }
    }

    void update(long subscriberId, SubscriberRecord record) throws IOException {
        Object keyOfInput = operator.getCurrentKey();
        operator.setCurrentKey(subscriberId);
        records.update(record);
        putBack(keyOfInput);
    }

    @Override
    public void remove(long subscriberId) {
        Object keyOfInput = operator.getCurrentKey();
        operator.setCurrentKey(subscriberId);
        records.clear();
        held.drop(subscriberId);
        putBack(keyOfInput);
    }

    private void putBack(Object keyOfInput) {
        if (keyOfInput != null) {
            operator.setCurrentKey(keyOfInput);
        }
    }
}
