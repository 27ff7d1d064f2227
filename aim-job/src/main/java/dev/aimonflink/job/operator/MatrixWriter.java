package dev.aimonflink.job.operator;

import dev.aimonflink.core.matrix.Partition;
import dev.aimonflink.core.matrix.Partition.Outcome;
import dev.aimonflink.core.matrix.SubscriberRecord;
import dev.aimonflink.job.stream.MatrixInput;
import java.util.List;

/** Applies calls and profiles to the records in keyed state, and sends those that the partition rejects to the dead letters. */
final class MatrixWriter {
    private final KeyedRecords records;
    private final Partition partition;
    private final MatrixMetrics metrics;
    private final MatrixDeadLetters deadLetters;
    private final boolean storedInPlace;

    /** Keeps the compiler from leaving {@link Partition#touch} out. */
    @SuppressWarnings("UnusedVariable")
    private long touched;

    MatrixWriter(KeyedRecords records, Partition partition, MatrixMetrics metrics, MatrixDeadLetters deadLetters) {
        this.records = records;
        this.partition = partition;
        this.metrics = metrics;
        this.deadLetters = deadLetters;
        storedInPlace = records.areStoredInPlace();
    }

    /** Applies a call. */
    void apply(MatrixInput.Call call) throws Exception {
        long subscriberId = call.subscriberId();
        apply(
                call,
                storedInPlace ? records.find(subscriberId, partition.rowOf(subscriberId)) : records.find(subscriberId));
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
            apply(call, found[i] == null ? records.find(call.subscriberId()) : found[i]);
            partition.makeRoom();
        }
    }

    private void find(List<MatrixInput.Call> calls, SubscriberRecord[] found) {
        long[] subscriberIds = new long[found.length];
        int[] rows = new int[found.length];
        for (int i = 0; i < found.length; i++) {
            subscriberIds[i] = calls.get(i).subscriberId();
            rows[i] = partition.rowOf(subscriberIds[i]);
        }
        records.find(subscriberIds, rows, found);
        for (int i = 0; i < found.length; i++) {
            if (found[i] != null) {
                touched += partition.touch(found[i], calls.get(i).event());
            }
        }
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

    /** Applies a profile. */
    void apply(MatrixInput.ProfileChange change) throws Exception {
        SubscriberRecord stored = records.find(change.subscriberId());
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
            records.remove(change.subscriberId());
        } else {
            store(record, stored);
        }
        metrics.profileApplied();
    }

    private void store(SubscriberRecord record, SubscriberRecord stored) throws Exception {
        if (stored == null || !storedInPlace) {
            records.update(record.subscriberId(), record);
        }
    }
}
