package dev.aimonflink.bench.load;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** A question that goes once through a topic and is answered by its reader: the time that a request and its answer each take in Kafka. */
public final class TopicHop implements Asking, AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);

    private final Producer<byte[], byte[]> producer;
    private final TopicPartition partition;
    private final AtomicLong number = new AtomicLong();
    private final Map<String, Sent> sent = new ConcurrentHashMap<>();
    private final CompletableFuture<Void> reading;
    private volatile boolean isClosed;

    private record Sent(AskedQuery call, CompletableFuture<QueryResult> answer) {}

    /** @param topic whose other records are skipped */
    public TopicHop(Connection connection, String topic) {
        partition = new TopicPartition(topic, 0);
        producer =
                connection.openProducer(Map.of(ProducerConfig.ACKS_CONFIG, "all", ProducerConfig.LINGER_MS_CONFIG, 0));
        Consumer<byte[], byte[]> consumer = connection.openConsumer(Map.of());
        consumer.assign(List.of(partition));
        consumer.endOffsets(List.of(partition)).forEach(consumer::seek);
        reading = CompletableFuture.runAsync(() -> read(consumer), task -> new Thread(task, "aim-bench-hop").start());
    }

    private void read(Consumer<byte[], byte[]> consumer) {
        try (consumer) {
            while (!isClosed) {
                for (ConsumerRecord<byte[], byte[]> each : consumer.poll(POLL)) {
                    Sent arrived = sent.remove(new String(each.value(), StandardCharsets.UTF_8));
                    if (arrived != null) {
                        arrived.answer.complete(JdbcClient.answer(arrived.call, List.of()));
                    }
                }
            }
        }
    }

    @Override
    public CompletableFuture<QueryResult> ask(AskedQuery call, Duration timeout) {
        String value = "hop " + number.incrementAndGet();
        Sent question = new Sent(call, new CompletableFuture<>());
        sent.put(value, question);
        byte[] sentBytes = value.getBytes(StandardCharsets.UTF_8);
        var unused = producer.send(
                new ProducerRecord<>(partition.topic(), partition.partition(), null, sentBytes), (place, failure) -> {
                    if (failure != null) {
                        question.answer.completeExceptionally(failure);
                    }
                });
        return question.answer.orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        isClosed = true;
        producer.close(POLL);
        reading.join();
    }
}
