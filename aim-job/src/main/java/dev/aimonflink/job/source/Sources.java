package dev.aimonflink.job.source;

import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.stream.RawRecord;
import org.apache.flink.connector.kafka.source.KafkaSource;

/** The Kafka sources and where they begin. */
public final class Sources {
    private Sources() {}

    public static KafkaSource<RawRecord> events(JobSettings settings) {
        return source(settings, settings.eventsTopic(), StartOffsets.committedElseFirst());
    }

    public static KafkaSource<RawRecord> subscribers(JobSettings settings) {
        return source(settings, settings.subscribersTopic(), StartOffsets.committedElseFirst());
    }

    /** A new job does not answer what was asked before it began. */
    public static KafkaSource<RawRecord> queries(JobSettings settings) {
        return source(settings, settings.queriesTopic(), StartOffsets.committedElseNext());
    }

    private static KafkaSource<RawRecord> source(JobSettings settings, String topic, StartOffsets startOffsets) {
        return KafkaSource.<RawRecord>builder()
                .setProperties(settings.kafkaProperties())
                .setGroupId(settings.groupId())
                .setClientIdPrefix(settings.groupId() + "-" + topic)
                .setTopics(topic)
                .setStartingOffsets(startOffsets)
                .setDeserializer(new RawRecordSchema())
                .build();
    }
}
