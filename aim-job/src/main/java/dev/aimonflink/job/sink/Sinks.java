package dev.aimonflink.job.sink;

import dev.aimonflink.job.config.Delivery;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.stream.DeadLetter;
import dev.aimonflink.job.stream.ResultMessage;
import java.util.Properties;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.KafkaSinkBuilder;
import org.apache.flink.connector.kafka.sink.TransactionNamingStrategy;

/** The Kafka sinks. */
public final class Sinks {
    private Sinks() {}

    /** At-least-once: a transaction would hold answers back until the next checkpoint. */
    public static KafkaSink<ResultMessage> results(JobSettings settings) {
        return sink(settings, new ResultSchema(settings.resultsTopic())).build();
    }

    public static KafkaSink<DeadLetter> deadLetters(JobSettings settings) {
        KafkaSinkBuilder<DeadLetter> sink = sink(settings, new DeadLetterSchema(settings.deadLettersTopic()));
        if (settings.deadLetterDelivery() == Delivery.EXACTLY_ONCE) {
            sink.setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
                    // The same after a restart, which finds and ends by it what was left open; no other job's.
                    .setTransactionalIdPrefix(settings.groupId() + "-dead-letters")
                    // A name for each checkpoint. The other strategy reuses names, but has to know all topics
                    // beforehand and to list their open transactions, which brokers may not allow.
                    .setTransactionNamingStrategy(TransactionNamingStrategy.INCREMENTING)
                    // The connector's own, an hour, is more than brokers allow by default.
                    .setProperty(
                            "transaction.timeout.ms",
                            Long.toString(settings.transactionTimeout().toMillis()));
        }
        return sink.build();
    }

    /** An answer waits for no company, unless it is told to. */
    static Properties ofProducers(JobSettings settings) {
        Properties properties = settings.kafkaProperties();
        properties.putIfAbsent("linger.ms", "0");
        return properties;
    }

    private static <T> KafkaSinkBuilder<T> sink(JobSettings settings, KafkaRecordSerializationSchema<T> schema) {
        return KafkaSink.<T>builder()
                .setKafkaProducerConfig(ofProducers(settings))
                .setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
                .setRecordSerializer(schema);
    }
}
