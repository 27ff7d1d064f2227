package dev.aimonflink.job.source;

import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.stream.RawRecord;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;

/** The Kafka sources and where they begin. */
@SuppressWarnings("deprecation") // the connector's interface asks for the strategy that the clients deprecate
public final class Sources {
    private Sources() {}

    public static KafkaSource<RawRecord> events(JobSettings settings) {
        return source(settings, settings.eventsTopic(), OffsetResetStrategy.EARLIEST);
    }

    public static KafkaSource<RawRecord> subscribers(JobSettings settings) {
        return source(settings, settings.subscribersTopic(), OffsetResetStrategy.EARLIEST);
    }

    /** A new job does not answer what was asked before it began. */
    public static KafkaSource<RawRecord> queries(JobSettings settings) {
        return source(settings, settings.queriesTopic(), OffsetResetStrategy.LATEST);
    }

    private static KafkaSource<RawRecord> source(
            JobSettings settings, String topic, OffsetResetStrategy whereNoneIsCommitted) {
        return KafkaSource.<RawRecord>builder()
                .setProperties(settings.kafkaProperties())
                .setGroupId(settings.groupId())
                .setClientIdPrefix(settings.groupId() + "-" + topic)
                .setTopics(topic)
                .setStartingOffsets(OffsetsInitializer.committedOffsets(whereNoneIsCommitted))
                .setDeserializer(new RawRecordSchema())
                .build();
    }
}
