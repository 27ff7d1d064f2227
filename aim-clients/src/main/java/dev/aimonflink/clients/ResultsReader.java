package dev.aimonflink.clients;

import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.query.serve.format.result.ResultCodec;
import dev.aimonflink.query.serve.format.result.ResultRecord;
import dev.aimonflink.query.serve.request.QueryResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;

/**
 * Reads one client's results on its own thread, from where the topic ends at construction, so no answer to a later request is missed.
 * Belongs to no consumer group and commits nothing.
 */
final class ResultsReader implements AutoCloseable {
    private static final Duration POLL_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    /** A consumer outside any group has nothing to hand over; otherwise closing would wait for the pending fetch, up to half a second. */
    private static final CloseOptions AT_ONCE = CloseOptions.timeout(Duration.ZERO);

    /** Called on the reader's thread. */
    interface Listener {
        void accept(QueryResult result);

        void acceptChunk(byte[] json, ResultRecord chunk);

        /** No more results come. */
        void ended(ClientException reason);
    }

    private final Consumer<byte[], byte[]> consumer;
    private final Connection connection;
    private final Topics topics;
    private final byte[] clientKey;
    private final Listener listener;
    private final ResultCodec codec = new ResultCodec();
    private final LongAdder malformed = new LongAdder();
    private final Thread thread;
    private volatile boolean closed;

    ResultsReader(
            Consumer<byte[], byte[]> consumer,
            Connection connection,
            Topics topics,
            String clientId,
            Listener listener) {
        this.consumer = consumer;
        this.connection = connection;
        this.topics = topics;
        this.clientKey = clientId.getBytes(StandardCharsets.UTF_8);
        this.listener = listener;
        try {
            seekToEnd();
        } catch (KafkaException e) {
            consumer.close(AT_ONCE);
            throw notRead(e);
        } catch (RuntimeException e) {
            consumer.close(AT_ONCE);
            throw e;
        }
        thread = new Thread(this::read, "aim-results-" + clientId);
        thread.setDaemon(true);
    }

    static Map<String, Object> settings() {
        Map<String, Object> settings = new HashMap<>();
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
        settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, Connection.ANSWER_TIMEOUT_MS);
        settings.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, Connection.ANSWER_TIMEOUT_MS);
        return settings;
    }

    private void seekToEnd() {
        requirePartitions(topics.queries());
        List<TopicPartition> partitions = requirePartitions(topics.results()).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        // Kafka's own seek to the end happens in the first poll, which may come after the first answer.
        consumer.endOffsets(partitions).forEach(consumer::seek);
    }

    private List<PartitionInfo> requirePartitions(String topic) {
        List<PartitionInfo> partitions = consumer.partitionsFor(topic);
        if (partitions == null || partitions.isEmpty()) {
            throw TopicAdmin.missing(topic, connection.bootstrap());
        }
        return partitions;
    }

    void start() {
        thread.start();
    }

    private void read() {
        ClientException reason = new ClientException("The query client was closed before the answer came.");
        try {
            while (!closed) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL_TIMEOUT)) {
                    accept(record);
                }
            }
        } catch (WakeupException e) {
            // Only close() wakes the reader.
        } catch (RuntimeException | Error e) {
            reason = notRead(e);
        } finally {
            try {
                consumer.close(AT_ONCE);
            } finally {
                // Whatever has ended it: otherwise waiting requests would wait for ever.
                listener.ended(reason);
            }
        }
    }

    private ClientException notRead(Throwable failure) {
        return connection.failure("read " + topics.results(), failure);
    }

    private void accept(ConsumerRecord<byte[], byte[]> record) {
        if (!Arrays.equals(record.key(), clientKey) || record.value() == null) {
            return;
        }
        ResultRecord result;
        try {
            result = codec.decodeRecord(record.value());
        } catch (MalformedException e) {
            malformed.increment();
            return;
        }
        if (result.chunk() == null) {
            listener.accept(result.result());
        } else {
            listener.acceptChunk(record.value(), result);
        }
    }

    /** On the reader's thread. */
    QueryResult whole(List<byte[]> chunks) {
        List<QueryResult> statements = new ArrayList<>();
        List<List<Object>> rows = new ArrayList<>();
        for (byte[] json : chunks) {
            ResultRecord record = codec.decodeRecord(json);
            if (record.chunk().statement() == statements.size()) {
                rows = new ArrayList<>();
                statements.add(record.result().withRows(Collections.unmodifiableList(rows)));
            }
            rows.addAll(record.result().rows());
        }
        return statements.get(0).withOthers(List.copyOf(statements.subList(1, statements.size())));
    }

    /** Records for this client that are not results. */
    long malformed() {
        return malformed.sum();
    }

    @Override
    public void close() {
        closed = true;
        consumer.wakeup();
        if (Thread.currentThread() != thread) {
            try {
                thread.join(CLOSE_TIMEOUT.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
