package dev.aimonflink.local;

import dev.aimonflink.clients.Topics;
import dev.aimonflink.job.message.MessageSerializerSnapshot;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.ListSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyedBackendSerializationProxy;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.OperatorBackendSerializationProxy;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What a savepoint knows by name cannot be renamed: a job that looks for another name begins without it. */
class StoredNamesIT {
    @RegisterExtension
    final SharedCluster cluster = new SharedCluster(Topics.defaults());

    @Test
    void shouldStoreStatesUnderTheNamesThatSavepointsHave(@TempDir Path folder) throws Exception {
        GoldenWorld world = new GoldenWorld(
                cluster, GoldenWorld.FOLDER.resolve("calls-with-rules"), "subscriber", 1, GoldenWorld.inOneFile());
        RunningJob job = world.countAll("aim-42");
        world.stopInto(job, folder);
        assertThat(String.join("\n", names(folder.resolve("_metadata"))) + "\n").isEqualTo("""
                Sink Committer: write-alerts streaming_committer_raw_states BytePrimitiveArraySerializerSnapshot
                Sink Committer: write-dead-letters streaming_committer_raw_states BytePrimitiveArraySerializerSnapshot
                analytics-matrix applied LongSerializerSnapshot
                analytics-matrix applied-rules LongPrimitiveArraySerializerSnapshot
                analytics-matrix clock LongSerializerSnapshot
                analytics-matrix clock-reset LongSerializerSnapshot
                analytics-matrix columns StringSerializerSnapshot
                analytics-matrix model StringSerializerSnapshot
                analytics-matrix progress dev.aimonflink.job.message.SavedProgress$Format
                analytics-matrix records dev.aimonflink.job.message.RecordFormat
                analytics-matrix rule-firings dev.aimonflink.job.message.FiringsFormat
                decode-events clock-reset LongSerializerSnapshot
                decode-events read-positions dev.aimonflink.job.message.SavedProgress$Format
                decode-events rules-topic LongSerializerSnapshot
                merge-parts _timer_state/event_user-timers TimerSerializerSnapshot
                merge-parts _timer_state/processing_user-timers TimerSerializerSnapshot
                merge-parts parts dev.aimonflink.job.message.MergeInput$Format
                merge-parts pending dev.aimonflink.job.merge.PendingRequest$Format
                read-events SourceReaderState BytePrimitiveArraySerializerSnapshot
                read-profiles SourceReaderState BytePrimitiveArraySerializerSnapshot
                read-queries SourceReaderState BytePrimitiveArraySerializerSnapshot
                write-alerts writer_raw_states BytePrimitiveArraySerializerSnapshot
                write-dead-letters writer_raw_states BytePrimitiveArraySerializerSnapshot
                """);
    }

    /** Each state as its operator, its name, and the format of its values. */
    private static Set<String> names(Path metadata) throws IOException {
        ClassLoader loader = StoredNamesIT.class.getClassLoader();
        Set<String> names = new TreeSet<>();
        try (DataInputStream in = new DataInputStream(Files.newInputStream(metadata))) {
            for (OperatorState operator : Checkpoints.loadCheckpointMetadata(in, loader, metadata.toString())
                    .getOperatorStates()) {
                for (OperatorSubtaskState subtask : operator.getStates()) {
                    for (OperatorStateHandle handle : subtask.getManagedOperatorState()) {
                        add(operator, ofOperator(handle, loader), names);
                    }
                    for (KeyedStateHandle handle : subtask.getManagedKeyedState()) {
                        add(operator, ofKeys((StreamStateHandle) handle, loader), names);
                    }
                }
            }
        }
        return names;
    }

    private static List<StateMetaInfoSnapshot> ofOperator(StreamStateHandle handle, ClassLoader loader)
            throws IOException {
        OperatorBackendSerializationProxy states = new OperatorBackendSerializationProxy(loader);
        try (InputStream in = handle.openInputStream()) {
            states.read(new DataInputViewStreamWrapper(in));
        }
        return states.getOperatorStateMetaInfoSnapshots();
    }

    private static List<StateMetaInfoSnapshot> ofKeys(StreamStateHandle handle, ClassLoader loader) throws IOException {
        KeyedBackendSerializationProxy<Object> states = new KeyedBackendSerializationProxy<>(loader);
        try (InputStream in = handle.openInputStream()) {
            states.read(new DataInputViewStreamWrapper(in));
        }
        return states.getStateMetaInfoSnapshots();
    }

    private static void add(OperatorState operator, List<StateMetaInfoSnapshot> states, Set<String> names)
            throws IOException {
        for (StateMetaInfoSnapshot state : states) {
            TypeSerializerSnapshot<?> values =
                    state.getTypeSerializerSnapshot(StateMetaInfoSnapshot.CommonSerializerKeys.VALUE_SERIALIZER);
            names.add(operator.getOperatorUid().orElseThrow() + " " + state.getName() + " " + format(values));
        }
    }

    private static String format(TypeSerializerSnapshot<?> snapshot) throws IOException {
        if (snapshot.restoreSerializer() instanceof ListSerializer<?> list) {
            return format(list.getElementSerializer().snapshotConfiguration());
        }
        if (!(snapshot instanceof MessageSerializerSnapshot)) {
            return snapshot.getClass().getSimpleName();
        }
        DataOutputSerializer out = new DataOutputSerializer(128);
        snapshot.writeSnapshot(out);
        return new DataInputDeserializer(out.getSharedBuffer()).readUTF();
    }
}
