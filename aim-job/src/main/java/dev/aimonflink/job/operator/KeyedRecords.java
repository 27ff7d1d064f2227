package dev.aimonflink.job.operator;

import dev.aimonflink.job.message.FiringsFormat;
import dev.aimonflink.job.message.MessageSerializer;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.StoredRecords;
import dev.aimonflink.rules.judge.Firings;
import dev.aimonflink.rules.judge.RuleJudge;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.stream.Stream;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.state.KeyedStateStore;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;

/**
 * A partition's records as keyed state, and what rules remember of their entities. Each method restores the current key, because a slice of
 * a scan may run while an input is processed.
 */
final class KeyedRecords implements StoredRecords, RuleJudge.Memory {
    private static final String NAME = "records";
    private static final String FIRINGS = "rule-firings";

    /** For an entity, with its state entry and key. */
    private static final int BYTES_OF_FIRINGS = 150;

    /** For a rule, with spare room. */
    private static final int BYTES_OF_FIRING = 18;

    private final AbstractStreamOperator<?> operator;
    private final ValueState<EntityRecord> records;
    private final ValueState<Firings> firings;
    private final HeldRecords held = new HeldRecords();

    /** Empty where the backend hands out the stored object itself. */
    private final UnwrittenRecords unwritten;

    /** What rules remember of the last entity read, and for how many rules. */
    private Firings remembered;

    private EntityRecord remembering;
    private int rememberedRules;

    // Of all entities, where it is on the heap.
    private long entitiesRemembering;
    private long rulesRemembered;
    private long mostRememberedBytes = Long.MAX_VALUE;

    /** @param bytesOfRecord about as many as a record has */
    KeyedRecords(
            AbstractStreamOperator<?> operator, KeyedStateStore store, CheckpointPacing pacing, long bytesOfRecord) {
        this.operator = operator;
        records = store.getState(descriptor(pacing));
        unwritten = new UnwrittenRecords(bytesOfRecord, this::write);
        firings = store.getState(new ValueStateDescriptor<>(FIRINGS, new MessageSerializer<>(new FiringsFormat())));
    }

    static ValueStateDescriptor<EntityRecord> descriptor(CheckpointPacing pacing) {
        return new ValueStateDescriptor<>(NAME, new RecordSerializer(pacing));
    }

    /**
     * The keys of all stored records that the subtask owns, all at once: reading a record sets the current key, which must not happen under
     * a key iterator.
     */
    static <K> KeyList ownKeys(KeyedStateBackend<K> backend, TaskInfo task) {
        KeyList own = new KeyList();
        try (Stream<K> keys = backend.getKeys(NAME, VoidNamespace.INSTANCE)) {
            keys.filter(key -> isOwn(key, task)).forEach(own::add);
        }
        return own;
    }

    /** A backend may keep keys that a rescaling assigned to other subtasks; reading those fails. */
    private static boolean isOwn(Object key, TaskInfo task) {
        int owner = KeyGroupRangeAssignment.assignKeyToParallelOperator(
                key, task.getMaxNumberOfParallelSubtasks(), task.getNumberOfParallelSubtasks());
        return owner == task.getIndexOfThisSubtask();
    }

    /** Whether the backend hands out the stored object itself: the heap's does, after copying it while a snapshot needs it. */
    boolean areStoredInPlace() {
        return operator.getKeyedStateBackend() instanceof HeapKeyedStateBackend;
    }

    /** A snapshot of the records begins: from now on a backend that stores them in place copies each before handing it out. */
    void snapshotBegins() {
        held.dropAll();
        unwritten.writeAll();
    }

    /**
     * Finds the records of several events' entities that are stored in place, or null; held ones first, so that the processor waits for
     * several of them at a time.
     *
     * @param rows of the entities; negative for one without a record
     */
    void find(DeclaredEvent[] events, int count, int[] rows, EntityRecord[] found) {
        for (int i = 0; i < count; i++) {
            found[i] = rows[i] < 0 ? null : held.get(rows[i], events[i]);
        }
        for (int i = 0; i < count; i++) {
            if (rows[i] >= 0 && found[i] == null) {
                found[i] = find(events[i].key());
                if (found[i] != null) {
                    held.put(rows[i], found[i]);
                }
            }
        }
    }

    @Override
    public EntityRecord find(EntityId key) {
        EntityRecord changed = unwritten.get(key);
        if (changed != null) {
            return changed;
        }
        Object keyOfInput = operator.getCurrentKey();
        try {
            operator.setCurrentKey(key.value());
            return records.value();
        } catch (IOException unreadable) {
            throw new UncheckedIOException("Cannot read the record of " + key + " from the state backend.", unreadable);
        } finally {
            putBack(keyOfInput);
        }
    }

    void update(EntityRecord record) {
        if (areStoredInPlace()) {
            write(record);
        } else {
            unwritten.put(record);
        }
    }

    private void write(EntityRecord record) {
        Object keyOfInput = operator.getCurrentKey();
        try {
            operator.setCurrentKey(record.key().value());
            records.update(record);
        } catch (IOException failed) {
            throw new UncheckedIOException(
                    "Cannot write the record of " + record.key() + " to the state backend.", failed);
        } finally {
            putBack(keyOfInput);
        }
    }

    @Override
    public void remove(EntityId key) {
        Object keyOfInput = operator.getCurrentKey();
        operator.setCurrentKey(key.value());
        unwritten.remove(key);
        records.clear();
        forgetFirings(key);
        held.drop(key);
        putBack(keyOfInput);
    }

    // ---- what rules remember

    @Override
    public Firings of(EntityRecord record) {
        Object keyOfInput = operator.getCurrentKey();
        try {
            operator.setCurrentKey(record.key().value());
            remembered = firings.value();
            noteRemembered(record, remembered);
            return remembered;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(
                    "Cannot read from the state backend what has fired for " + record.key() + ".", unreadable);
        } finally {
            putBack(keyOfInput);
        }
    }

    /** What is stored in place has changed there. */
    @Override
    @SuppressWarnings("ReferenceEquality")
    public void keep(EntityRecord record, Firings changed) {
        count(rememberedOf(record), changed.size());
        noteRemembered(record, changed);
        if (changed == remembered && areStoredInPlace()) {
            return;
        }
        Object keyOfInput = operator.getCurrentKey();
        try {
            operator.setCurrentKey(record.key().value());
            firings.update(changed);
        } catch (IOException failed) {
            throw new UncheckedIOException(
                    "Cannot write to the state backend what has fired for " + record.key() + ".", failed);
        } finally {
            putBack(keyOfInput);
        }
    }

    @Override
    public void drop(EntityRecord record) {
        count(rememberedOf(record), 0);
        noteRemembered(record, null);
        Object keyOfInput = operator.getCurrentKey();
        operator.setCurrentKey(record.key().value());
        firings.clear();
        putBack(keyOfInput);
    }

    private void noteRemembered(EntityRecord record, Firings ofRecordOrNull) {
        remembering = record;
        rememberedRules = ofRecordOrNull == null ? 0 : ofRecordOrNull.size();
    }

    /** Nothing if the memory was not read, because the record's mark says that there is none. */
    @SuppressWarnings("ReferenceEquality")
    private int rememberedOf(EntityRecord record) {
        return record == remembering ? rememberedRules : 0;
    }

    private void forgetFirings(EntityId key) {
        try {
            Firings forgotten = areStoredInPlace() ? firings.value() : null;
            count(forgotten == null ? 0 : forgotten.size(), 0);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("Cannot read what has fired for " + key + ".", unreadable);
        }
        firings.clear();
    }

    void restored(EntityRecord record) {
        if (record.mark() != 0 && areStoredInPlace()) {
            Firings restored = of(record);
            count(0, restored == null ? 0 : restored.size());
        }
    }

    private void count(int before, int now) {
        entitiesRemembering += Integer.signum(now) - Integer.signum(before);
        rulesRemembered += now - before;
    }

    /** The approximate heap bytes that rules' memories take. */
    long rememberedBytes() {
        return areStoredInPlace() ? entitiesRemembering * BYTES_OF_FIRINGS + rulesRemembered * BYTES_OF_FIRING : 0;
    }

    /** More than these are too many. */
    void mayRemember(long bytes) {
        mostRememberedBytes = bytes;
    }

    @Override
    public long bytesTooMany() {
        return rememberedBytes() - mostRememberedBytes;
    }

    @Override
    public void marked(EntityRecord record) {
        if (!areStoredInPlace()) {
            update(record);
        }
    }

    private void putBack(Object keyOfInput) {
        if (keyOfInput != null) {
            operator.setCurrentKey(keyOfInput);
        }
    }
}
