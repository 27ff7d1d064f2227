package dev.aimonflink.job.sink;

import dev.aimonflink.job.config.Delivery;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.message.Alert;
import dev.aimonflink.job.message.BroadcastInput;
import dev.aimonflink.job.message.DeadLetter;
import dev.aimonflink.job.message.ResultMessage;
import dev.aimonflink.job.message.RoundSeal;
import dev.aimonflink.job.metrics.AimMetrics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.KafkaSinkBuilder;
import org.apache.flink.connector.kafka.sink.TransactionNamingStrategy;
import org.apache.kafka.clients.producer.ProducerRecord;

/** The Kafka sinks. */
public final class Sinks {
    private Sinks() {}

    /** How long a checkpoint waits for unacknowledged answers; answers wait behind it, and events behind those. */
    static final Duration FLUSH_LIMIT = Duration.ofSeconds(1);

    /** At-least-once while the topic can be written: a transaction would hold answers back until the next checkpoint. */
    public static Sink<ResultMessage> results(JobSettings settings) {
        String topic = settings.resultsTopic();
        return new DroppingSink<>(
                ofProducers(settings), topic, resultsTo(topic), AimMetrics.RESULTS_DROPPED, FLUSH_LIMIT);
    }

    /** Keyed by the client. */
    static KafkaRecordSerializationSchema<ResultMessage> resultsTo(String topic) {
        return (result, context, timestamp) ->
                new ProducerRecord<>(topic, result.clientId().getBytes(StandardCharsets.UTF_8), result.json());
    }

    /** Never repeated after a failure, because partitions would no longer hold the cut; so no checkpoint waits for them. */
    public static Sink<BroadcastInput> secondRounds(JobSettings settings, RoundSeal seal) {
        String topic = settings.queriesTopic();
        return new DroppingSink<>(
                ofProducers(settings),
                topic,
                (round, context, timestamp) ->
                        new ProducerRecord<>(topic, seal.seal((BroadcastInput.SecondRound) round)),
                AimMetrics.SECOND_ROUNDS_DROPPED,
                Duration.ZERO);
    }

    /** May stop events, because no letter may be lost. */
    public static Sink<DeadLetter> deadLetters(JobSettings settings) {
        return promised(
                settings,
                new DeadLetterSchema(
                        settings.deadLettersTopic(),
                        settings.deadLettersPerSecond().orElse(null),
                        new RecordLimits(ofProducers(settings), List.of(settings.deadLettersTopic()))),
                settings.deadLetterDelivery(),
                settings.deadLetterTransactions());
    }

    /** May stop events, like dead letters. An alert and its rule's event share a transaction, if any. */
    public static Sink<Alert> alerts(JobSettings settings) {
        List<String> topics = new ArrayList<>(settings.rules().eventTopics());
        topics.add(settings.rules().alertsTopic());
        return promised(
                settings,
                new AlertSchema(new RecordLimits(ofProducers(settings), topics)),
                settings.rules().delivery(),
                settings.alertTransactions());
    }

    /** @param transactions the prefix of their ids: stable, so that a restart finds and ends open ones, and different from other jobs' */
    private static <T> KafkaSink<T> promised(
            JobSettings settings, KafkaRecordSerializationSchema<T> schema, Delivery delivery, String transactions) {
        KafkaSinkBuilder<T> sink = KafkaSink.<T>builder()
                .setKafkaProducerConfig(ofProducers(settings))
                .setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
                .setRecordSerializer(schema);
        if (delivery == Delivery.EXACTLY_ONCE) {
            sink.setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
                    .setTransactionalIdPrefix(transactions)
                    // A name for each checkpoint. The other strategy reuses names, but has to know all topics in
                    // advance and to list their open transactions, which brokers may not allow.
                    .setTransactionNamingStrategy(TransactionNamingStrategy.INCREMENTING)
                    // The connector's default of one hour exceeds the brokers' default.
                    .setProperty(
                            "transaction.timeout.ms",
                            Long.toString(settings.transactionTimeout().toMillis()));
        }
        return sink.build();
    }

    /** The settings of the producers, which send each answer at once unless {@code linger.ms} is set. */
    static Properties ofProducers(JobSettings settings) {
        Properties properties = settings.kafkaProperties();
        properties.putIfAbsent("linger.ms", "0");
        return properties;
    }
}
