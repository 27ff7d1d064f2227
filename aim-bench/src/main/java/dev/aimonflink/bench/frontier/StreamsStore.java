package dev.aimonflink.bench.frontier;

import dev.aimonflink.bench.load.JdbcClient;
import dev.aimonflink.bench.load.WaitingThreads;
import dev.aimonflink.bench.world.CallAggregate;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.local.ObservedJob;
import dev.aimonflink.local.TemporaryDirectory;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.streams.state.Stores;

/**
 * A topic's calls in Kafka Streams: an aggregate by subscriber in a store in memory, which clients list by interactive queries.
 *
 * <pre>
 * topic of calls -&gt; groupByKey -&gt; aggregate -&gt; store in memory
 * </pre>
 *
 * <p>The store has no changelog, because the other systems are measured without durability, too, and no cache, which makes updates in memory
 * slower.
 */
final class StreamsStore implements LiveTable {
    private static final String STORE = "subscribers";

    private static final Serde<long[]> CELLS =
            Serdes.serdeFrom((topic, cells) -> CallCells.write(cells), (topic, bytes) -> CallCells.read(bytes));

    private final TemporaryDirectory directory = TemporaryDirectory.create("aim-bench-streams-");
    private final LongAdder applied = new LongAdder();
    private final int subscribers;
    private final KafkaStreams streams;
    private final ReadOnlyKeyValueStore<byte[], long[]> store;
    private final WaitingThreads asking;
    private volatile Throwable failure;

    /**
     * @param threads that apply calls
     * @param clients that ask at a time
     */
    StreamsStore(String bootstrap, String topic, int subscribers, int threads, int clients) {
        this.subscribers = subscribers;
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "bench-" + UUID.randomUUID());
        settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
        settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, threads);
        settings.put(StreamsConfig.STATE_DIR_CONFIG, directory.path().toString());
        streams = new KafkaStreams(topology(topic), settings);
        streams.setUncaughtExceptionHandler(thrown -> {
            failure = thrown;
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
        asking = new WaitingThreads((call, timeout) -> JdbcClient.answer(call, answer(call)), clients);
        try {
            // A thread that took a partition over would find its store empty, so none counts before each has its own.
            streams.pause();
            streams.start();
            await("is not running", this::hasDividedPartitions);
            streams.resume();
            store = streams.store(
                    StoreQueryParameters.fromNameAndType(STORE, QueryableStoreTypes.<byte[], long[]>keyValueStore()));
        } catch (RuntimeException e) {
            try (this) {
                throw e;
            }
        }
    }

    private boolean hasDividedPartitions() {
        return streams.state() == KafkaStreams.State.RUNNING
                && streams.metadataForLocalThreads().stream()
                        .noneMatch(each -> each.activeTasks().isEmpty());
    }

    private Topology topology(String topic) {
        StreamsBuilder builder = new StreamsBuilder();
        ThreadLocal<CallDecoder> decoders = ThreadLocal.withInitial(CallDecoder::new);
        var unused = builder.stream(topic, Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()))
                .groupByKey()
                .aggregate(
                        CallCells::none,
                        (subscriber, value, cells) -> {
                            applied.increment();
                            return CallCells.with(cells, decoders.get().decode(value));
                        },
                        Materialized.<byte[], long[]>as(Stores.inMemoryKeyValueStore(STORE))
                                .withKeySerde(Serdes.ByteArray())
                                .withValueSerde(CELLS)
                                .withLoggingDisabled()
                                .withCachingDisabled());
        return builder.build();
    }

    private List<List<Object>> answer(AskedQuery call) {
        return read(cells -> CellQueries.answer(call, cells, subscribers));
    }

    private <T> T read(Function<Iterator<long[]>, T> reader) {
        try (KeyValueIterator<byte[], long[]> all = store.all()) {
            return reader.apply(new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return all.hasNext();
                }

                @Override
                public long[] next() {
                    return all.next().value;
                }
            });
        }
    }

    private static long calls(Iterator<long[]> cells) {
        long calls = 0;
        while (cells.hasNext()) {
            calls += CallCells.ofWeek(cells.next(), CallAggregate.COUNT);
        }
        return calls;
    }

    @Override
    public CompletableFuture<QueryResult> ask(AskedQuery call, Duration timeout) {
        return asking.ask(call, timeout);
    }

    @Override
    public long applied() {
        return applied.sum();
    }

    /** A call is in the store a little later than it is applied. */
    @Override
    public void awaitApplied(long calls) {
        await("has too few calls", () -> applied() >= calls);
        await("lost calls", () -> read(StreamsStore::calls) >= calls);
    }

    private void await(String otherwise, BooleanSupplier condition) {
        boolean came = Waiting.until(() -> failure != null || condition.getAsBoolean(), ObservedJob.STEP_LIMIT);
        requireHealthy();
        if (!came) {
            throw new IllegalStateException("Kafka Streams " + otherwise + ".");
        }
    }

    @Override
    public void requireHealthy() {
        if (failure != null) {
            throw new IllegalStateException("Kafka Streams failed: " + failure, failure);
        }
    }

    @Override
    public void close() {
        try (directory;
                asking) {
            streams.close(ObservedJob.STEP_LIMIT);
        }
    }
}
