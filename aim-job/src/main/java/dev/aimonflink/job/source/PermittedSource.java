package dev.aimonflink.job.source;

import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.message.MessageType;
import dev.aimonflink.job.message.RawRecord;
import dev.aimonflink.job.rule.RulesSource;
import dev.aimonflink.job.rule.RulesWatch;
import dev.aimonflink.job.source.Rights.Right;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.IOException;
import java.io.Serializable;
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
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Kafka source that begins only if the job's user has its {@link Rights} at the broker; otherwise the job fails once, without a restart
 * loop, with a sentence that names the missing one. The JobManager checks it before readers get partitions; and again, for its log, when a
 * reader has failed: a right taken from a running job may come back, so that job is restarted as usual. A job that continues from a
 * checkpoint may be a running one, so it is restarted, too.
 *
 * <p>Each source checks all rights, so that the sentence does not depend on which fails first; sources that begin together ask the broker
 * once.
 *
 * <p>The readers of a topic that makes up the state are {@link HistoryReader}s. Checkpoints are those of the Kafka source.
 */
final class PermittedSource
        implements Source<RawRecord, KafkaPartitionSplit, KafkaSourceEnumState>, ResultTypeQueryable<RawRecord> {
    private static final Logger LOG = LoggerFactory.getLogger(PermittedSource.class);
    private static final long serialVersionUID = 1L;

    /** The additional work of readers of a topic that makes up the state. */
    record History(JobSettings settings, boolean announces) implements Serializable {
        private static final long serialVersionUID = 1L;

        private SourceReader<RawRecord, KafkaPartitionSplit> around(
                SourceReader<RawRecord, KafkaPartitionSplit> reader, SourceReaderContext context) {
            OffsetCheck check = new OffsetCheck(
                    settings.lostOffsets(), new BrokerRanges(Sources.ofConsumers(settings)), context.metricGroup());
            RulesWatch rules = announces ? RulesSource.SHARED.open(settings) : RulesWatch.NONE;
            return new HistoryReader(reader, check, announces, rules);
        }
    }

    private final KafkaSource<RawRecord> kafka;
    private final Rights rights;

    /** Null for a topic whose records are not state. */
    private final History history;

    /**
     * The default scheduler makes a running job's enumerators from the same source, so it is known there that the job has begun. The
     * adaptive one, and a JobManager that takes over, read the source from the job's graph again.
     */
    private transient volatile boolean hasBegun;

    PermittedSource(KafkaSource<RawRecord> kafka, Rights rights, History history) {
        this.kafka = kafka;
        this.rights = rights;
        this.history = history;
    }

    @Override
    public SourceReader<RawRecord, KafkaPartitionSplit> createReader(SourceReaderContext context) throws Exception {
        SourceReader<RawRecord, KafkaPartitionSplit> reader = kafka.createReader(context);
        return history == null ? reader : history.around(reader, context);
    }

    @Override
    public Boundedness getBoundedness() {
        return kafka.getBoundedness();
    }

    @Override
    public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> createEnumerator(
            SplitEnumeratorContext<KafkaPartitionSplit> context) throws Exception {
        return new PermittedEnumerator(context, kafka.createEnumerator(context), false);
    }

    @Override
    public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> restoreEnumerator(
            SplitEnumeratorContext<KafkaPartitionSplit> context, KafkaSourceEnumState checkpoint) throws Exception {
        return new PermittedEnumerator(context, kafka.restoreEnumerator(context, checkpoint), true);
    }

    @Override
    public SimpleVersionedSerializer<KafkaPartitionSplit> getSplitSerializer() {
        return kafka.getSplitSerializer();
    }

    @Override
    public SimpleVersionedSerializer<KafkaSourceEnumState> getEnumeratorCheckpointSerializer() {
        return kafka.getEnumeratorCheckpointSerializer();
    }

    @Override
    public TypeInformation<RawRecord> getProducedType() {
        return new MessageType<>(new RawRecord.Format());
    }

    private final class PermittedEnumerator implements SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> {
        private final SplitEnumeratorContext<KafkaPartitionSplit> context;
        private final SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> enumerator;
        private final boolean isRestored;
        private boolean isChecking;

        PermittedEnumerator(
                SplitEnumeratorContext<KafkaPartitionSplit> context,
                SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> enumerator,
                boolean isRestored) {
            this.context = context;
            this.enumerator = enumerator;
            this.isRestored = isRestored;
        }

        @Override
        public void start() {
            check(enumerator::start);
        }

        private void check(Runnable next) {
            isChecking = true;
            context.callAsync(rights::missing, (missing, failure) -> {
                isChecking = false;
                if (failure == null) {
                    report(missing);
                } else {
                    LOG.warn(
                            "The rights of the job's user are unknown, because the broker does not tell them.",
                            failure);
                }
                hasBegun = true;
                next.run();
            });
        }

        private void report(List<Right> missing) {
            Optional<String> fault = rights.fault(missing);
            if (fault.isPresent() && !hasBegun && isRestored) {
                throw new InvalidInputException(fault.get() + " Until then, the job is restarted.");
            }
            if (fault.isPresent() && !hasBegun) {
                throw new SuppressRestartsException(
                        new InvalidInputException(fault.get() + " Then start the job again."));
            }
            fault.ifPresent(LOG::warn);
            rights.warning(missing).ifPresent(LOG::warn);
        }

        /** Flink calls this for each failed reader. */
        @Override
        public void addSplitsBack(List<KafkaPartitionSplit> splits, int subtaskId) {
            enumerator.addSplitsBack(splits, subtaskId);
            if (!isChecking) {
                check(() -> {});
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
