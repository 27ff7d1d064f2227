package dev.aimonflink.job.sink;

import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.stream.DeadLetter;
import dev.aimonflink.job.stream.ResultMessage;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;

/** The Kafka sinks. Both are at-least-once: a transaction would hold answers back until the next checkpoint. */
public final class Sinks {
    private Sinks() {}

    public static KafkaSink<ResultMessage> results(JobSettings settings) {
        return sink(settings, new ResultSchema(settings.resultsTopic()));
    }

    public static KafkaSink<DeadLetter> deadLetters(JobSettings settings) {
        return sink(settings, new DeadLetterSchema(settings.deadLettersTopic()));
    }

    private static <T> KafkaSink<T> sink(JobSettings settings, KafkaRecordSerializationSchema<T> schema) {
        return KafkaSink.<T>builder()
                .setKafkaProducerConfig(settings.kafkaProperties())
                // An answer waits for no company.
                .setProperty("linger.ms", "0")
                .setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
                .setRecordSerializer(schema)
                .build();
    }
}
