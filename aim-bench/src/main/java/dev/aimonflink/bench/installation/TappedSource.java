package dev.aimonflink.bench.installation;

import dev.aimonflink.job.Topology;
import dev.aimonflink.job.message.EventChunks;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.matrix.model.DeclaredEvent;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Makes profiles and events inside the job, as in the papers: each reader first makes its share of the profiles, then as many events as its
 * tap allows. It keeps nothing in checkpoints, so a job with this source cannot be restored.
 */
record TappedSource(String tapId, int entities, EventMaker maker)
        implements Source<MatrixInput, TappedSource.Split, TappedSource.Split> {
    private static final long serialVersionUID = 1L;

    /** Between two looks at the task's mailbox. */
    private static final int BATCH = 64;

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SourceReader<MatrixInput, Split> createReader(SourceReaderContext context) {
        return new Reader(context.getIndexOfSubtask());
    }

    @Override
    public SplitEnumerator<Split, Split> createEnumerator(SplitEnumeratorContext<Split> context) {
        return new NoSplits();
    }

    @Override
    public SplitEnumerator<Split, Split> restoreEnumerator(SplitEnumeratorContext<Split> context, Split nothing) {
        return new NoSplits();
    }

    @Override
    public SimpleVersionedSerializer<Split> getSplitSerializer() {
        return new Split();
    }

    @Override
    public SimpleVersionedSerializer<Split> getEnumeratorCheckpointSerializer() {
        return new Split();
    }

    /** Has one value and its serializer: readers need no splits, and their enumerator nothing to restore. */
    record Split() implements SourceSplit, SimpleVersionedSerializer<Split> {
        @Override
        public String splitId() {
            return "none";
        }

        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(Split nothing) {
            return new byte[0];
        }

        @Override
        public Split deserialize(int version, byte[] serialized) {
            return this;
        }
    }

    private static final class NoSplits implements SplitEnumerator<Split, Split> {
        @Override
        public void start() {}

        @Override
        public void handleSplitRequest(int subtask, String host) {}

        @Override
        public void addSplitsBack(List<Split> splits, int subtask) {}

        @Override
        public void addReader(int subtask) {}

        @Override
        public Split snapshotState(long checkpointId) {
            return new Split();
        }

        @Override
        public void close() {}
    }

    private final class Reader implements SourceReader<MatrixInput, Split> {
        private final int index;
        private final CallTap tap = CallTap.ofId(tapId);
        private final LongFunction<MatrixInput.ProfileChange> profiles = maker.profiles();
        private final Supplier<DeclaredEvent> events;
        private final EventChunks chunks =
                new EventChunks(maker.model().event(), Topology.MAX_PARALLELISM, 0, MatrixInput::nowMicros, this::emit);
        private ReaderOutput<MatrixInput> output;
        private long nextProfile;

        Reader(int index) {
            this.index = index;
            events = maker.events(index, tap.readers());
            nextProfile = index;
        }

        @Override
        public InputStatus pollNext(ReaderOutput<MatrixInput> to) {
            output = to;
            if (nextProfile < entities) {
                makeProfiles();
                return InputStatus.MORE_AVAILABLE;
            }
            int batch = (int) Math.min(BATCH, tap.allowed(index));
            if (batch <= 0) {
                chunks.flush();
                return InputStatus.NOTHING_AVAILABLE;
            }
            for (int i = 0; i < batch; i++) {
                DeclaredEvent event = events.get();
                event.position(index, 0);
                chunks.add(event);
            }
            tap.count(index, batch);
            return InputStatus.MORE_AVAILABLE;
        }

        private void emit(MatrixInput chunk) {
            output.collect(chunk);
        }

        private void makeProfiles() {
            for (int i = 0; i < BATCH && nextProfile < entities; i++) {
                output.collect(profiles.apply(nextProfile));
                nextProfile += tap.readers();
            }
        }

        @Override
        public CompletableFuture<Void> isAvailable() {
            return nextProfile < entities ? CompletableFuture.completedFuture(null) : tap.change(index);
        }

        @Override
        public List<Split> snapshotState(long checkpointId) {
            return List.of();
        }

        @Override
        public void start() {}

        @Override
        public void addSplits(List<Split> splits) {}

        @Override
        public void notifyNoMoreSplits() {}

        @Override
        public void close() {}
    }
}
