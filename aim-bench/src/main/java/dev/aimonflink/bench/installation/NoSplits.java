package dev.aimonflink.bench.installation;

import java.util.List;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** An enumerator for a source whose readers need no splits. */
final class NoSplits implements SplitEnumerator<NoSplits.Split, Boolean> {
    static final class Split implements SourceSplit {
        @Override
        public String splitId() {
            return "none";
        }
    }

    /** Serializes a type that has one value. */
    record Nothing<T>(T only) implements SimpleVersionedSerializer<T> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(T nothing) {
            return new byte[0];
        }

        @Override
        public T deserialize(int version, byte[] serialized) {
            return only;
        }
    }

    @Override
    public void start() {}

    @Override
    public void handleSplitRequest(int subtask, String host) {}

    @Override
    public void addSplitsBack(List<Split> splits, int subtask) {}

    @Override
    public void addReader(int subtask) {}

    @Override
    public Boolean snapshotState(long checkpointId) {
        return true;
    }

    @Override
    public void close() {}
}
