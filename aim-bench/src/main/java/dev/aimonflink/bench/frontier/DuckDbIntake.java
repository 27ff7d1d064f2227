package dev.aimonflink.bench.frontier;

import dev.aimonflink.bench.load.JdbcClient;
import dev.aimonflink.bench.load.WaitingThreads;
import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.local.ObservedJob;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** A topic's calls in a {@link DuckDbTable}: one thread reads them and applies what has come in each second as a batch. */
final class DuckDbIntake implements LiveTable {
    /** A batch changes all 42 columns and costs 150 ms for a thousand calls, so more often is slower. */
    private static final long BATCH_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int MOST_OF_BATCH = 200_000;

    private static final Duration POLL = Duration.ofMillis(20);

    private final DuckDbTable table;
    private final WaitingThreads asking;
    private final CompletableFuture<Void> reading;
    private final AtomicLong applied = new AtomicLong();
    private volatile boolean isClosed;

    /** @param clients that ask at a time */
    DuckDbIntake(Connection connection, String topic, int subscribers, int clients) {
        table = new DuckDbTable(subscribers, Runtime.getRuntime().availableProcessors(), clients);
        asking = new WaitingThreads((call, timeout) -> JdbcClient.answer(call, table.answer(call)), clients);
        reading = CompletableFuture.runAsync(
                () -> read(connection, topic), task -> new Thread(task, "aim-bench-duckdb").start());
    }

    private void read(Connection connection, String topic) {
        CallDecoder decoder = new CallDecoder();
        try (Consumer<byte[], byte[]> consumer = connection.openConsumer(Map.of())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(each -> new TopicPartition(topic, each.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            List<Event> batch = new ArrayList<>();
            long beganNanos = System.nanoTime();
            while (!isClosed) {
                for (ConsumerRecord<byte[], byte[]> each : consumer.poll(POLL)) {
                    batch.add(decoder.decode(each.value()));
                }
                final long nowNanos = System.nanoTime();
                if (batch.size() >= MOST_OF_BATCH || nowNanos - beganNanos >= BATCH_EVERY_NANOS) {
                    beganNanos = nowNanos;
                    apply(batch);
                }
            }
        }
    }

    private void apply(List<Event> batch) {
        if (!batch.isEmpty()) {
            table.apply(batch);
            applied.addAndGet(batch.size());
            batch.clear();
        }
    }

    @Override
    public CompletableFuture<QueryResult> ask(AskedQuery call, Duration timeout) {
        return asking.ask(call, timeout);
    }

    @Override
    public long applied() {
        return applied.get();
    }

    @Override
    public void awaitApplied(long calls) {
        Waiting.until(() -> applied.get() >= calls || reading.isDone(), ObservedJob.STEP_LIMIT);
        requireHealthy();
        if (applied.get() < calls) {
            throw new IllegalStateException("DuckDB has only " + applied + " of " + calls + " calls.");
        }
    }

    @Override
    public void requireHealthy() {
        if (reading.isDone()) {
            reading.join();
        }
    }

    @Override
    public void close() {
        isClosed = true;
        try (table;
                asking) {
            Waiting.forResult(reading, ObservedJob.STEP_LIMIT, "DuckDB does not end");
        }
    }
}
