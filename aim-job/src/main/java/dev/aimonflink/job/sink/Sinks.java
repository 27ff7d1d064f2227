package dev.aimonflink.job.sink;

import dev.aimonflink.job.config.Delivery;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.stream.BroadcastInput;
import dev.aimonflink.job.stream.DeadLetter;
import dev.aimonflink.job.stream.ResultMessage;
import dev.aimonflink.job.stream.RoundSeal;
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

    /** Not again after a failure: partitions would not hold its cut any more. */
    public static KafkaSink<BroadcastInput> secondRounds(JobSettings settings, RoundSeal seal) {
        return sink(settings, new SecondRoundSchema(settings.queriesTopic(), seal))
                .setDeliveryGuarantee(DeliveryGuarantee.NONE)
                .build();
    }

    public static KafkaSink<DeadLetter> deadLetters(JobSettings settings) {
        KafkaSinkBuilder<DeadLetter> sink = sink(settings, new DeadLetterSchema(settings.deadLettersTopic()));
        if (settings.deadLetterDelivery() == Delivery.EXACTLY_ONCE) {
            sink.setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
                    // Stable, so that a restart finds and ends its open transactions, and different from other jobs'.
                    .setTransactionalIdPrefix(settings.groupId() + "-dead-letters")
                    // A name for each checkpoint. The other strategy reuses names, but has to know all topics
                    // in advance and to list their open transactions, which brokers may not allow.
                    .setTransactionNamingStrategy(TransactionNamingStrategy.INCREMENTING)
                    // The connector's default of one hour is more than brokers allow by default.
                    .setProperty(
                            "transaction.timeout.ms",
                            Long.toString(settings.transactionTimeout().toMillis()));
        }
        return sink.build();
    }

    /** Returns the settings of the producers. They send each answer at once unless {@code linger.ms} is set. */
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
