package dev.aimonflink.job.sink;

import dev.aimonflink.job.metrics.ReasonCounter;
import dev.aimonflink.query.serve.pass.NanoClock;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.metrics.Counter;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writer of {@link DroppingSink}. Its task waits for Kafka only when it starts and, for unacknowledged records, at a checkpoint: each
 * for a bounded time.
 */
final class DroppingWriter<T> implements CommittingSinkWriter<T, Void> {
    /** How long a starting writer waits for the topic's partitions, which a producer has to know. */
    static final Duration START_LIMIT = Duration.ofSeconds(2);

    private static final long START_POLL_NANOS = Duration.ofMillis(20).toNanos();

    /** A producer that refuses everything is replaced, at most this often. */
    static final Duration RENEWAL_PAUSE = Duration.ofSeconds(10);

    /** Dropped records are logged once in this time, by reason. */
    static final Duration LOG_PAUSE = Duration.ofMinutes(1);

    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(1);

    private static final Logger LOG = LoggerFactory.getLogger(DroppingWriter.class);

    private final String topic;
    private final KafkaRecordSerializationSchema<T> schema;
    private final Supplier<Producer<byte[], byte[]>> producers;
    private final Backlog backlog;
    private final ReasonCounter<DropReason> drops;
    private final Counter sent;
    private final Duration flushLimit;
    private final NanoClock clock;
    private final Map<DropReason, Unlogged> unlogged = new EnumMap<>(DropReason.class);

    private Producer<byte[], byte[]> producer;
    private long renewedNanos;

    DroppingWriter(
            String topic,
            KafkaRecordSerializationSchema<T> schema,
            Supplier<Producer<byte[], byte[]>> producers,
            Backlog backlog,
            ReasonCounter<DropReason> drops,
            Counter sent,
            Duration flushLimit,
            NanoClock clock) {
        this.topic = topic;
        this.schema = schema;
        this.producers = producers;
        this.backlog = backlog;
        this.drops = drops;
        this.sent = sent;
        this.flushLimit = flushLimit;
        this.clock = clock;
        producer = producers.get();
        renewedNanos = clock.nanoTime();
    }

    /** Waits until the producer knows the topic. Until then, records are dropped. */
    void awaitTopic() {
        long deadlineNanos = System.nanoTime() + START_LIMIT.toNanos();
        while (System.nanoTime() < deadlineNanos) {
            try {
                producer.partitionsFor(topic);
                return;
            } catch (AuthorizationException | InterruptException ended) {
                return; // The first record says so.
            } catch (KafkaException unknownYet) {
                LockSupport.parkNanos(START_POLL_NANOS);
            }
        }
    }

    @Override
    public void write(T element, Context context) {
        // Neither schema looks at the partitions of its topic.
        ProducerRecord<byte[], byte[]> record = schema.serialize(element, null, context.timestamp());
        int bytes = bytes(record);
        if (!backlog.add(bytes)) {
            dropped(DropReason.FULL, null);
            return;
        }
        Sent sending = new Sent(bytes);
        try {
            // The callback hears of each outcome.
            Future<RecordMetadata> unused = producer.send(record, sending);
        } catch (InterruptException cancelled) {
            sending.failed(cancelled);
            throw cancelled;
        } catch (KafkaException refused) {
            // Thrown, not passed to the callback: the producer has become useless, as after a failed authorization.
            sending.failed(refused);
            renew();
        }
    }

    private static int bytes(ProducerRecord<byte[], byte[]> record) {
        return (record.key() == null ? 0 : record.key().length) + record.value().length;
    }

    private void renew() {
        if (clock.nanoTime() - renewedNanos < RENEWAL_PAUSE.toNanos()) {
            return;
        }
        renewedNanos = clock.nanoTime();
        try {
            Producer<byte[], byte[]> next = producers.get();
            producer.close(Duration.ZERO);
            producer = next;
        } catch (KafkaException unknownBroker) {
            LOG.debug("There is no other producer for {} yet.", topic, unknownBroker);
        }
    }

    /** For a checkpoint: gives Kafka a bounded time to acknowledge what was sent before. */
    @Override
    public void flush(boolean endOfInput) throws InterruptedException {
        if (!flushLimit.isZero()) {
            backlog.awaitEmpty(flushLimit);
        }
    }

    @Override
    public Collection<Void> prepareCommit() {
        return List.of();
    }

    @Override
    public void close() {
        try {
            producer.close(CLOSE_LIMIT);
        } catch (InterruptException cancelled) {
            LOG.debug("The producer of {} was interrupted while it closed.", topic, cancelled);
        } finally {
            backlog.close();
        }
    }

    private void dropped(DropReason reason, Exception failure) {
        drops.count(reason);
        long dropped;
        synchronized (unlogged) {
            Unlogged of = unlogged.computeIfAbsent(reason, key -> new Unlogged(clock.nanoTime()));
            of.count++;
            if (clock.nanoTime() < of.nextNanos) {
                return;
            }
            dropped = of.count;
            of.count = 0;
            of.nextNanos = clock.nanoTime() + LOG_PAUSE.toNanos();
        }
        LOG.warn("{}", sentence(reason, dropped, failure));
    }

    String sentence(DropReason reason, long dropped, Exception failure) {
        String records = dropped + (dropped == 1 ? " record for topic " : " records for topic ") + topic
                + (dropped == 1 ? " was dropped" : " were dropped") + ", because ";
        String cause = failure == null ? "" : " (" + failure.getMessage() + ")";
        return records
                + switch (reason) {
                    case FULL ->
                        backlog
                                + " wait for Kafka already. Events go on. See with aim doctor whether the broker"
                                + " answers, and whether a quota throttles the job.";
                    case NOT_ALLOWED ->
                        "the job's user may not write there" + cause
                                + ". Grant it: kafka-acls.sh --add --allow-principal User:NAME --operation Write"
                                + " --topic "
                                + topic + ".";
                    case TOO_LARGE ->
                        "the topic does not take records of that size" + cause
                                + ". Leave its max.message.bytes and the job's kafka.max.request.size at Kafka's"
                                + " default of 1 MiB, or raise them.";
                    case NOT_DELIVERED ->
                        "Kafka did not take them" + cause
                                + ". Events go on. See with aim doctor whether the broker answers and has the topic;"
                                + " aim topics create makes it.";
                };
    }

    static DropReason reason(Exception failure) {
        if (failure instanceof RecordTooLargeException) {
            return DropReason.TOO_LARGE;
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof AuthorizationException) {
                return DropReason.NOT_ALLOWED;
            }
        }
        return DropReason.NOT_DELIVERED;
    }

    /** The outcome of one record, which a breaking producer can report twice. */
    private final class Sent implements Callback {
        private final int bytes;
        private final AtomicBoolean isDone = new AtomicBoolean();

        Sent(int bytes) {
            this.bytes = bytes;
        }

        @Override
        public void onCompletion(RecordMetadata metadata, Exception failure) {
            if (failure != null) {
                failed(failure);
            } else if (isDone.compareAndSet(false, true)) {
                backlog.acknowledged(bytes);
                sent.inc();
            }
        }

        void failed(Exception failure) {
            if (isDone.compareAndSet(false, true)) {
                DropReason reason = reason(failure);
                backlog.failed(bytes, reason != DropReason.TOO_LARGE);
                dropped(reason, failure);
            }
        }
    }

    private static final class Unlogged {
        private long count;
        private long nextNanos;

        Unlogged(long nextNanos) {
            this.nextNanos = nextNanos;
        }
    }
}
