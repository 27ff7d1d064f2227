package dev.aimonflink.job.source;

import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.config.Start;
import dev.aimonflink.job.message.MessageType;
import dev.aimonflink.job.message.RawRecord;
import java.util.Properties;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.record.TimestampType;

/** The Kafka sources and where they begin. */
public final class Sources {
    private static final String READ_COMMITTED = "read_committed";
    private static final String READ_UNCOMMITTED = "read_uncommitted";

    private Sources() {}

    static EndWatch endsOfEvents(JobSettings settings, int subtask) {
        String name = settings.groupId() + "-ends-" + subtask;
        Properties properties = ofConsumers(settings);
        properties.setProperty(CommonClientConfigs.CLIENT_ID_CONFIG, name);
        return new BackgroundWatch(name, () -> new BrokerEnds(properties), System::nanoTime);
    }

    public static Source<RawRecord, ?, ?> events(JobSettings settings) {
        OffsetsInitializer start =
                settings.start() == Start.WINDOW ? WindowStart.of(settings) : StartOffsets.ofHistory(settings);
        return ofHistory(settings, settings.eventsTopic(), start, true);
    }

    public static Source<RawRecord, ?, ?> profiles(JobSettings settings) {
        return ofHistory(settings, settings.profilesTopic(), StartOffsets.ofHistory(settings), false);
    }

    private static PermittedSource ofHistory(
            JobSettings settings, String topic, OffsetsInitializer start, boolean announces) {
        return new PermittedSource(
                kafka(settings, topic, start, ofConsumers(settings)),
                Rights.of(settings),
                new PermittedSource.History(settings, announces));
    }

    /** A new job does not answer queries from before its start. */
    public static Source<RawRecord, ?, ?> queries(JobSettings settings) {
        return new PermittedSource(
                kafka(settings, settings.queriesTopic(), StartOffsets.committedElseNext(settings), ofQueries(settings)),
                Rights.of(settings),
                null);
    }

    /**
     * Consumers skip records of aborted transactions by default. Offsets are committed only with checkpoints, so committed offsets mean
     * that there was state.
     */
    static Properties ofConsumers(JobSettings settings) {
        Properties properties = settings.kafkaProperties();
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        properties.putIfAbsent(ConsumerConfig.ISOLATION_LEVEL_CONFIG, READ_COMMITTED);
        return properties;
    }

    /**
     * The settings of the consumer of queries, which also reads uncommitted records: a transaction that a client leaves open would hold
     * back all others' queries until it times out.
     */
    static Properties ofQueries(JobSettings settings) {
        Properties properties = ofConsumers(settings);
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, READ_UNCOMMITTED);
        return properties;
    }

    private static KafkaSource<RawRecord> kafka(
            JobSettings settings, String topic, OffsetsInitializer startOffsets, Properties consumers) {
        return KafkaSource.<RawRecord>builder()
                .setProperties(consumers)
                .setGroupId(settings.groupId())
                .setClientIdPrefix(settings.groupId() + "-" + topic)
                .setTopics(topic)
                .setStartingOffsets(startOffsets)
                .setDeserializer(new RawRecordSchema())
                .build();
    }

    /** Passes records on unchanged, because only an operator can emit dead letters. */
    static final class RawRecordSchema implements KafkaRecordDeserializationSchema<RawRecord> {
        private static final long serialVersionUID = 1L;

        @Override
        public void deserialize(ConsumerRecord<byte[], byte[]> read, Collector<RawRecord> out) {
            out.collect(new RawRecord(
                    read.topic(),
                    read.partition(),
                    read.offset(),
                    read.timestamp(),
                    read.timestampType() == TimestampType.LOG_APPEND_TIME,
                    read.key(),
                    read.value()));
        }

        @Override
        public TypeInformation<RawRecord> getProducedType() {
            return new MessageType<>(new RawRecord.Format());
        }
    }
}
