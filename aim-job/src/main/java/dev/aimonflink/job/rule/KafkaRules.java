package dev.aimonflink.job.rule;

import dev.aimonflink.job.metrics.LimitedLog;
import dev.aimonflink.rules.format.RuleJson;
import dev.aimonflink.rules.format.RuleRecords;
import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.rules.judge.RuleHistory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.LoggerFactory;

/** The topic of rules in Kafka, all in its only partition. */
final class KafkaRules implements RulesBroker {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    /** Less than the time for which a look at the topic's end is valid. */
    private static final int PRODUCER_BLOCKS_MS = 500;

    private static final int TIMEOUT_MS = (int) TIMEOUT.toMillis();
    private static final LimitedLog LOG = new LimitedLog(LoggerFactory.getLogger(KafkaRules.class));

    private final String topic;
    private final TopicPartition partition;
    private final Admin admin;
    private final Consumer<byte[], byte[]> consumer;
    private final Properties ofProducer = new Properties();

    /** Null until a rule is suspended, which is rare. */
    private Producer<byte[], byte[]> producer;

    KafkaRules(Properties properties, String topic) {
        this.topic = topic;
        partition = new TopicPartition(topic, 0);
        Properties own = new Properties();
        own.putAll(properties);
        own.put(CommonClientConfigs.CLIENT_ID_CONFIG, "aim-rules");
        ofProducer.putAll(own);
        ofProducer.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, Integer.toString(PRODUCER_BLOCKS_MS));
        own.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        own.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        own.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        // What a transaction leaves open must not hold the end back.
        own.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
        admin = Admin.create(own);
        consumer = new KafkaConsumer<>(own, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        consumer.assign(List.of(partition));
    }

    @Override
    public State ask() throws InterruptedException {
        try {
            long id = get(admin.describeTopics(List.of(topic), new DescribeTopicsOptions().timeoutMs(TIMEOUT_MS))
                            .topicNameValues()
                            .get(topic))
                    .topicId()
                    .getMostSignificantBits();
            return new State(id, offset(OffsetSpec.earliest()), offset(OffsetSpec.latest()));
        } catch (UnknownTopicOrPartitionException none) {
            return null;
        }
    }

    private long offset(OffsetSpec spec) throws InterruptedException {
        ListOffsetsOptions options = new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED).timeoutMs(TIMEOUT_MS);
        return get(admin.listOffsets(Map.of(partition, spec), options).partitionResult(partition))
                .offset();
    }

    private static <T> T get(KafkaFuture<T> answer) throws InterruptedException {
        try {
            return answer.get(2L * TIMEOUT_MS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof KafkaException known ? known : new KafkaException(failure.getCause());
        } catch (TimeoutException late) {
            throw new KafkaException("The broker has not answered in time.", late);
        }
    }

    @Override
    public void seek(long offset) {
        consumer.seek(partition, offset);
    }

    @Override
    public List<RuleHistory.Entry> read(Duration time) {
        List<RuleHistory.Entry> read = new ArrayList<>();
        consumer.poll(time).records(partition).forEach(record -> read.add(entry(record)));
        return read;
    }

    private static RuleHistory.Entry entry(ConsumerRecord<byte[], byte[]> record) {
        if (record.key() == null) {
            LOG.error(
                    "Record {} of the topic of rules {} is of no rule, because it has no key.",
                    null,
                    record.offset(),
                    record.topic());
        }
        RuleHistory.Entry entry = RuleRecords.entry(
                record.offset(),
                record.timestamp(),
                record.timestampType() == TimestampType.LOG_APPEND_TIME,
                record.key(),
                record.value(),
                value(record, RuleRecords.CHECKED_FOR));
        Long suspended = RuleRecords.number(value(record, RuleRecords.SUSPENDS));
        if (suspended != null) {
            byte[] why = value(record, RuleRecords.NOTE);
            return entry.suspends(new RuleHistory.Suspension(
                    suspended, why == null ? "It is suspended." : new String(why, StandardCharsets.UTF_8)));
        }
        return record.headers().lastHeader(RuleRecords.APPLY_NOW) == null ? entry : entry.applied();
    }

    private static byte[] value(ConsumerRecord<byte[], byte[]> record, String header) {
        Header found = record.headers().lastHeader(header);
        return found == null ? null : found.value();
    }

    @Override
    public long position() {
        return consumer.position(partition, TIMEOUT);
    }

    @Override
    public void suspend(Rule rule, RuleHistory.Suspension suspension) {
        if (producer == null) {
            producer = new KafkaProducer<>(ofProducer, new ByteArraySerializer(), new ByteArraySerializer());
        }
        byte[] json = RuleJson.write(rule.with(false, rule.mute()));
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(topic, 0, rule.id().getBytes(StandardCharsets.UTF_8), json);
        headers(suspension).forEach((name, text) -> record.headers().add(name, text.getBytes(StandardCharsets.UTF_8)));
        var unused = producer.send(record, (written, failure) -> {
            if (failure != null) {
                LOG.error(
                        "Rule {} takes too much work, and cannot be suspended. Grant the job to write to the topic {}, or"
                                + " disable the rule: aim rules disable {}",
                        failure,
                        rule.id(),
                        topic,
                        rule.id());
            }
        });
    }

    private static Map<String, String> headers(RuleHistory.Suspension suspension) {
        return Map.of(
                RuleRecords.BY,
                "the job",
                RuleRecords.NOTE,
                suspension.why(),
                RuleRecords.SUSPENDS,
                Long.toString(suspension.version()));
    }

    @Override
    public void close() {
        try {
            if (producer != null) {
                producer.close(Duration.ZERO);
            }
            consumer.close(CloseOptions.timeout(Duration.ZERO));
        } finally {
            admin.close(Duration.ZERO);
        }
    }
}
