package dev.aimonflink.job.source;

import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.stream.MessageType;
import dev.aimonflink.job.stream.RawRecord;
import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * A Kafka source of a topic whose records make up the state. Its readers begin at no offset that Kafka has lost, see
 * {@link OffsetCheck}. Those of events also announce each Kafka partition before its first record, with the offset at which they
 * begin: {@link RawRecord#startOf}. Without that, a partition without records stays unknown. Checkpoints are those of the Kafka source.
 */
public final class HistorySource
        implements Source<RawRecord, KafkaPartitionSplit, KafkaSourceEnumState>, ResultTypeQueryable<RawRecord> {
    private static final long serialVersionUID = 1L;

    private final KafkaSource<RawRecord> kafka;
    private final JobSettings settings;
    private final boolean announces;

    HistorySource(KafkaSource<RawRecord> kafka, JobSettings settings, boolean announces) {
        this.kafka = kafka;
        this.settings = settings;
        this.announces = announces;
    }

    @Override
    public SourceReader<RawRecord, KafkaPartitionSplit> createReader(SourceReaderContext context) throws Exception {
        OffsetCheck check = new OffsetCheck(
                settings.lostOffsets(), new BrokerRanges(Sources.ofConsumers(settings)), context.metricGroup());
        return new HistoryReader(kafka.createReader(context), check, announces);
    }

    @Override
    public Boundedness getBoundedness() {
        return kafka.getBoundedness();
    }

    @Override
    public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> createEnumerator(
            SplitEnumeratorContext<KafkaPartitionSplit> context) {
        return kafka.createEnumerator(context);
    }

    @Override
    public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> restoreEnumerator(
            SplitEnumeratorContext<KafkaPartitionSplit> context, KafkaSourceEnumState checkpoint) throws IOException {
        return kafka.restoreEnumerator(context, checkpoint);
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
}
