package dev.aimonflink.job.source;

import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.job.source.Rights.Right;
import dev.aimonflink.job.stream.MessageType;
import dev.aimonflink.job.stream.RawRecord;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Kafka source that begins only if the job's user has its {@link Rights} at the broker. Otherwise the job fails once, without a restart
 * loop, with a sentence that says which is missing. The JobManager checks it, before readers get partitions; and again, to say so in its
 * log, when a reader has failed: a right that is taken away from a running job may come back, so that job is restarted as usual.
 *
 * <p>Each source checks all rights, so that the sentence is the same whichever fails first.
 */
final class PermittedSource
        implements Source<RawRecord, KafkaPartitionSplit, KafkaSourceEnumState>, ResultTypeQueryable<RawRecord> {
    private static final Logger LOG = LoggerFactory.getLogger(PermittedSource.class);
    private static final long serialVersionUID = 1L;

    private final Source<RawRecord, KafkaPartitionSplit, KafkaSourceEnumState> source;
    private final Rights rights;

    PermittedSource(Source<RawRecord, KafkaPartitionSplit, KafkaSourceEnumState> source, Rights rights) {
        this.source = source;
        this.rights = rights;
    }

    @Override
    public SourceReader<RawRecord, KafkaPartitionSplit> createReader(SourceReaderContext context) throws Exception {
        return source.createReader(context);
    }

    @Override
    public Boundedness getBoundedness() {
        return source.getBoundedness();
    }

    @Override
    public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> createEnumerator(
            SplitEnumeratorContext<KafkaPartitionSplit> context) throws Exception {
        return new PermittedEnumerator(context, source.createEnumerator(context), rights);
    }

    @Override
    public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> restoreEnumerator(
            SplitEnumeratorContext<KafkaPartitionSplit> context, KafkaSourceEnumState checkpoint) throws Exception {
        return new PermittedEnumerator(context, source.restoreEnumerator(context, checkpoint), rights);
    }

    @Override
    public SimpleVersionedSerializer<KafkaPartitionSplit> getSplitSerializer() {
        return source.getSplitSerializer();
    }

    @Override
    public SimpleVersionedSerializer<KafkaSourceEnumState> getEnumeratorCheckpointSerializer() {
        return source.getEnumeratorCheckpointSerializer();
    }

    @Override
    public TypeInformation<RawRecord> getProducedType() {
        return new MessageType<>(new RawRecord.Format());
    }

    private static final class PermittedEnumerator
            implements SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> {
        private final SplitEnumeratorContext<KafkaPartitionSplit> context;
        private final SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> enumerator;
        private final Rights rights;
        private boolean isChecking;

        PermittedEnumerator(
                SplitEnumeratorContext<KafkaPartitionSplit> context,
                SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> enumerator,
                Rights rights) {
            this.context = context;
            this.enumerator = enumerator;
            this.rights = rights;
        }

        @Override
        public void start() {
            isChecking = true;
            context.callAsync(rights::missing, (missing, failure) -> {
                isChecking = false;
                if (failure == null) {
                    requireNone(missing);
                } else {
                    LOG.warn(
                            "The rights of the job's user are unknown, because the broker does not tell them.",
                            failure);
                }
                enumerator.start();
            });
        }

        private void requireNone(List<Right> missing) {
            Optional<String> fault = rights.fault(missing);
            if (fault.isPresent()) {
                throw new SuppressRestartsException(new InvalidInputException(fault.get()));
            }
            rights.warning(missing).ifPresent(LOG::warn);
        }

        /** Flink calls it for each reader that failed. */
        @Override
        public void addSplitsBack(List<KafkaPartitionSplit> splits, int subtaskId) {
            enumerator.addSplitsBack(splits, subtaskId);
            if (!isChecking) {
                isChecking = true;
                context.callAsync(rights::missing, (missing, failure) -> {
                    isChecking = false;
                    if (failure == null) {
                        rights.fault(missing).ifPresent(LOG::warn);
                    }
                });
            }
        }

        @Override
        public void handleSplitRequest(int subtaskId, String requesterHostname) {
            enumerator.handleSplitRequest(subtaskId, requesterHostname);
        }

        @Override
        public void addReader(int subtaskId) {
            enumerator.addReader(subtaskId);
        }

        @Override
        public KafkaSourceEnumState snapshotState(long checkpointId) throws Exception {
            return enumerator.snapshotState(checkpointId);
        }

        @Override
        public void handleSourceEvent(int subtaskId, SourceEvent event) {
            enumerator.handleSourceEvent(subtaskId, event);
        }

        @Override
        public void notifyCheckpointComplete(long checkpointId) throws Exception {
            enumerator.notifyCheckpointComplete(checkpointId);
        }

        @Override
        public void notifyCheckpointAborted(long checkpointId) throws Exception {
            enumerator.notifyCheckpointAborted(checkpointId);
        }

        @Override
        public void close() throws IOException {
            enumerator.close();
        }
    }
}
