package dev.aimonflink.local;

import dev.aimonflink.clients.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.state.CheckpointStateOutputStream;
import org.apache.flink.runtime.state.CheckpointStorageAccess;
import org.apache.flink.runtime.state.CheckpointStorageFactory;
import org.apache.flink.runtime.state.CheckpointStorageLocationReference;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.CheckpointedStateScope;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.apache.flink.runtime.state.filesystem.FsCheckpointStorageAccess;
import org.apache.flink.runtime.state.storage.FileSystemCheckpointStorage;

/**
 * Stores checkpoints as files, and lets tasks wait with their first byte while a test holds it: so a checkpoint is slow, or fails by its
 * timeout, as with a store that does not answer. Savepoints are not held.
 */
public final class HeldStorage extends FileSystemCheckpointStorage {
    private static final long serialVersionUID = 1;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Of this JVM, in which tasks run as well. */
    private static volatile boolean isHeld;

    private HeldStorage(Path checkpoints) {
        super(checkpoints);
    }

    static void hold(boolean held) {
        isHeld = held;
    }

    /** What {@code execution.checkpointing.storage} names. */
    public static final class Factory implements CheckpointStorageFactory<HeldStorage> {
        @Override
        public HeldStorage createFromConfig(ReadableConfig settings, ClassLoader classes) {
            return new HeldStorage(new Path(settings.get(CheckpointingOptions.CHECKPOINTS_DIRECTORY)));
        }
    }

    @Override
    public CheckpointStorageAccess createCheckpointStorage(JobID job) throws IOException {
        return new FsCheckpointStorageAccess(
                getCheckpointPath(), getSavepointPath(), job, getMinFileSizeThreshold(), getWriteBufferSize()) {
            @Override
            public CheckpointStreamFactory resolveCheckpointStorageLocation(
                    long checkpoint, CheckpointStorageLocationReference reference) throws IOException {
                CheckpointStreamFactory files = super.resolveCheckpointStorageLocation(checkpoint, reference);
                return reference.isDefaultReference() ? new HeldStreams(files) : files;
            }
        };
    }

    private record HeldStreams(CheckpointStreamFactory files) implements CheckpointStreamFactory {
        @Override
        public CheckpointStateOutputStream createCheckpointStateOutputStream(CheckpointedStateScope scope)
                throws IOException {
            if (!Waiting.until(() -> !isHeld, LIMIT)) {
                throw new IOException("The store was held for too long.");
            }
            return files.createCheckpointStateOutputStream(scope);
        }

        @Override
        public boolean canFastDuplicate(StreamStateHandle handle, CheckpointedStateScope scope) throws IOException {
            return files.canFastDuplicate(handle, scope);
        }

        @Override
        public List<StreamStateHandle> duplicate(List<StreamStateHandle> handles, CheckpointedStateScope scope)
                throws IOException {
            return files.duplicate(handles, scope);
        }
    }
}
