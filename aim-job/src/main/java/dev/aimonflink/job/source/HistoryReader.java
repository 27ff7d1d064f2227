package dev.aimonflink.job.source;

import dev.aimonflink.job.message.RawRecord;
import dev.aimonflink.job.rule.RulesWatch;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.InputStatus;

/**
 * Emits another reader's records, from offsets on that Kafka has. If it announces, it emits a start for each Kafka partition assigned to
 * it, before its records and with the number of lost ones, and the end of a batch when no further record waits.
 *
 * <p>It emits none while rules that may judge it are unknown; checkpoints go on meanwhile.
 */
@SuppressWarnings("try") // close is declared by Flink as one that may be interrupted
final class HistoryReader implements SourceReader<RawRecord, KafkaPartitionSplit> {
    private final SourceReader<RawRecord, KafkaPartitionSplit> kafka;
    private final OffsetCheck check;
    private final boolean announces;
    private final RulesWatch rules;
    private final Queue<RawRecord> starts = new ArrayDeque<>();

    /** Splits as assigned whose starts wait and report lost records. */
    private final Map<String, KafkaPartitionSplit> unsaid = new HashMap<>();

    /** Whether records were emitted since the last end. Flink's reader reports that there may be more after each record. */
    private boolean batchIsOpen;

    /** The last future of the other reader, or of the rules. */
    private CompletableFuture<Void> awaited;

    /** Completes with {@link #awaited} or with a start. */
    private CompletableFuture<Void> available;

    HistoryReader(
            SourceReader<RawRecord, KafkaPartitionSplit> kafka,
            OffsetCheck check,
            boolean announces,
            RulesWatch rules) {
        this.kafka = kafka;
        this.check = check;
        this.announces = announces;
        this.rules = rules;
    }

    /** A Kafka partition added while the job ran has a negative marker as its offset, and is announced by its first record. */
    @Override
    public void addSplits(List<KafkaPartitionSplit> added) {
        List<KafkaPartitionSplit> splits = check.kept(added);
        for (int i = 0; announces && i < splits.size(); i++) {
            announce(added.get(i), splits.get(i));
        }
        kafka.addSplits(splits);
        if (available != null && !starts.isEmpty()) {
            available.complete(null);
        }
    }

    private void announce(KafkaPartitionSplit assigned, KafkaPartitionSplit kept) {
        if (kept.getStartingOffset() < 0) {
            return;
        }
        long lost = OffsetCheck.lost(assigned, kept);
        starts.add(RawRecord.startOf(kept.getTopic(), kept.getPartition(), kept.getStartingOffset(), lost));
        if (lost > 0) {
            unsaid.put(assigned.splitId(), assigned);
        }
    }

    @Override
    public InputStatus pollNext(ReaderOutput<RawRecord> output) throws Exception {
        while (!starts.isEmpty()) {
            output.collect(starts.remove());
        }
        unsaid.clear();
        InputStatus status = rules.isOpen() ? poll(output) : InputStatus.NOTHING_AVAILABLE;
        if (!announces) {
            return status;
        }
        if (status == InputStatus.MORE_AVAILABLE) {
            batchIsOpen = true;
            return status;
        }
        if (batchIsOpen) {
            batchIsOpen = false;
            output.collect(RawRecord.END_OF_BATCH);
        }
        return status;
    }

    private InputStatus poll(ReaderOutput<RawRecord> output) throws Exception {
        try {
            return kafka.pollNext(output);
        } catch (RuntimeException failure) {
            throw check.explained(failure);
        }
    }

    /** The same future for the other reader's same future, however often the task asks. */
    @Override
    public CompletableFuture<Void> isAvailable() {
        if (!starts.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> next = rules.isOpen() ? kafka.isAvailable() : rules.whenOpen();
        if (next.isDone()) {
            return next;
        }
        if (next != awaited || available.isDone()) {
            awaited = next;
            available = next.thenRun(() -> {});
        }
        return available;
    }

    @Override
    public void start() {
        kafka.start();
    }

    /** Until a start has reported a loss, the offset before it is saved, so that a restored reader finds it again. */
    @Override
    public List<KafkaPartitionSplit> snapshotState(long checkpointId) {
        return kafka.snapshotState(checkpointId).stream()
                .map(split -> unsaid.getOrDefault(split.splitId(), split))
                .toList();
    }

    @Override
    public void notifyNoMoreSplits() {
        kafka.notifyNoMoreSplits();
    }

    @Override
    public void handleSourceEvents(SourceEvent event) {
        kafka.handleSourceEvents(event);
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        kafka.notifyCheckpointComplete(checkpointId);
    }

    @Override
    public void notifyCheckpointAborted(long checkpointId) throws Exception {
        kafka.notifyCheckpointAborted(checkpointId);
    }

    @Override
    public void pauseOrResumeSplits(Collection<String> toPause, Collection<String> toResume) {
        kafka.pauseOrResumeSplits(toPause, toResume);
    }

    @Override
    public void close() throws Exception {
        rules.close();
        kafka.close();
    }
}
