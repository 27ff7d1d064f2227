package dev.aimonflink.job.operator;

import dev.aimonflink.core.matrix.Partition;
import dev.aimonflink.core.matrix.Partition.Outcome;
import dev.aimonflink.core.matrix.SubscriberRecord;
import dev.aimonflink.job.stream.MatrixInput;
import java.util.List;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;

/** Applies calls and profiles to the records in keyed state, and sends those that the partition rejects to the dead letters. */
final class MatrixWriter {
    private final AbstractStreamOperator<?> operator;
    private final ValueState<SubscriberRecord> records;
    private final Partition partition;
    private final MatrixMetrics metrics;
    private final MatrixDeadLetters deadLetters;

    /** Whether the backend returns the stored object itself: the heap's, which copies it first while a snapshot needs it. */
    private final boolean storedInPlace;

    /** Keeps the compiler from leaving {@link Partition#touch} out. */
    @SuppressWarnings("UnusedVariable")
    private long touched;

    MatrixWriter(
            AbstractStreamOperator<?> operator,
            ValueState<SubscriberRecord> records,
            Partition partition,
            MatrixMetrics metrics,
            MatrixDeadLetters deadLetters) {
        this.operator = operator;
        this.records = records;
        this.partition = partition;
        this.metrics = metrics;
        this.deadLetters = deadLetters;
        storedInPlace = operator.getKeyedStateBackend() instanceof HeapKeyedStateBackend;
    }

    /** Applies a call, whose subscriber is the current key. */
    void apply(MatrixInput.Call call) throws Exception {
        apply(call, records.value());
    }

    /** Applies the calls of a chunk. On the heap all records are found and touched first: see {@link Partition#touch}. */
    void apply(List<MatrixInput.Call> calls) throws Exception {
        SubscriberRecord[] found = new SubscriberRecord[calls.size()];
        if (storedInPlace) {
            find(calls, found);
        }
        for (int i = 0; i < found.length; i++) {
            MatrixInput.Call call = calls.get(i);
            // An earlier call of the chunk may have stored the subscriber's first record.
            apply(call, found[i] == null ? find(call) : found[i]);
            partition.makeRoom();
        }
    }

    private void find(List<MatrixInput.Call> calls, SubscriberRecord[] found) throws Exception {
        for (int i = 0; i < found.length; i++) {
            found[i] = find(calls.get(i));
        }
        for (int i = 0; i < found.length; i++) {
            if (found[i] != null) {
                touched += partition.touch(found[i], calls.get(i).event());
            }
        }
    }

    private SubscriberRecord find(MatrixInput.Call call) throws Exception {
        operator.setCurrentKey(call.subscriberId());
        return records.value();
    }

    private void apply(MatrixInput.Call call, SubscriberRecord stored) throws Exception {
        SubscriberRecord record = stored == null ? partition.newRecord(call.subscriberId()) : stored;
        Outcome outcome = partition.apply(record, call.event());
        if (outcome == Outcome.APPLIED) {
            store(record, stored);
            metrics.eventApplied();
        } else {
            deadLetters.add(call, outcome);
        }
    }

    /** Applies a profile, whose subscriber is the current key. */
    void apply(MatrixInput.ProfileChange change) throws Exception {
        SubscriberRecord stored = records.value();
        if (stored == null && change.profile() == null) {
            return; // an unknown subscriber has no profile to clear
        }
        SubscriberRecord record = stored == null ? partition.newRecord(change.subscriberId()) : stored;
        Outcome outcome = partition.apply(record, change.profile());
        if (outcome == Outcome.FULL) {
            deadLetters.add(change);
            return;
        }
        if (outcome == Outcome.FORGOTTEN) {
            records.clear();
        } else {
            store(record, stored);
        }
        metrics.profileApplied();
    }

    private void store(SubscriberRecord record, SubscriberRecord stored) throws Exception {
        if (stored == null || !storedInPlace) {
            records.update(record);
        }
    }
}
