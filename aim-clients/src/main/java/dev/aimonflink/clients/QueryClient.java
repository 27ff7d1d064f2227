package dev.aimonflink.clients;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.query.serve.format.request.RequestCodec;
import dev.aimonflink.query.serve.format.result.ResultRecord;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.Request;
import dev.aimonflink.sql.SqlState;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;

/**
 * Asks queries and finds their answers among all results. Any number of requests may be in flight; thread-safe.
 *
 * <p>Results are delivered at least once; the first answer to a request counts. After an error with the state 40001, such as {@code
 * WINDOW_TURNED} and {@code RESTARTED}, it asks again while there is time.
 *
 * <p>Futures complete on the thread that reads the results, so chained actions must not block.
 */
public final class QueryClient implements AutoCloseable {
    public static final int MAX_IN_FLIGHT = 16_384;

    /** How often one request is asked at most. */
    public static final int MAX_ATTEMPTS = 5;

    /** How long the client waits beyond the deadline, because the job's own TIMEOUT result says more. */
    public static final Duration GRACE = Duration.ofMillis(500);

    /** Results are keyed by it. */
    public static final int MAX_CLIENT_ID_LENGTH = 128;

    /** A window turns within milliseconds in all partitions; a restart takes longer, and the fifth attempt is later. */
    private static final long FIRST_RETRY_DELAY_MS = 10;

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final Producer<byte[], byte[]> producer;
    private final ResultsReader results;
    private final Connection connection;
    private final Topics topics;
    private final String clientId;
    private final String requestPrefix;
    private final RequestCodec codec = new RequestCodec();
    private final AtomicLong requestCount = new AtomicLong();
    private final Map<String, WaitingRequest> waiting = new ConcurrentHashMap<>();
    private final LongAnswers longAnswers = new LongAnswers();
    private final Semaphore free = new Semaphore(MAX_IN_FLIGHT);
    private final LongAdder unclaimed = new LongAdder();
    /** Null while answers may come. */
    private volatile ClientException ended;

    public QueryClient(Connection connection, Topics topics, String clientId) {
        this(
                connection,
                topics,
                checked(clientId),
                connection.openProducer(producerSettings()),
                connection.openConsumer(ResultsReader.settings()));
    }

    QueryClient(
            Connection connection,
            Topics topics,
            String clientId,
            Producer<byte[], byte[]> producer,
            Consumer<byte[], byte[]> consumer) {
        this.connection = connection;
        this.topics = topics;
        this.clientId = checked(clientId);
        this.producer = producer;
        // Clients of the same name see each other's results, and must not mistake their requests.
        this.requestPrefix = UUID.randomUUID() + "-";
        try {
            results = new ResultsReader(consumer, connection, topics, clientId, new Answers());
        } catch (RuntimeException e) {
            producer.close();
            throw e;
        }
        results.start();
    }

    private static String checked(String clientId) {
        if (clientId.isEmpty() || clientId.length() > MAX_CLIENT_ID_LENGTH) {
            throw new InvalidInputException("clientId=" + clientId + " has " + clientId.length()
                    + " characters. Give 1 to " + MAX_CLIENT_ID_LENGTH + ".");
        }
        return clientId;
    }

    static Map<String, Object> producerSettings() {
        Map<String, Object> settings = new HashMap<>();
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        // Requests are sent at once.
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, Connection.ANSWER_TIMEOUT_MS);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, Connection.ANSWER_TIMEOUT_MS);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Request.MAX_TIMEOUT_MS);
        return settings;
    }

    /** Whether no more answers can come, because results cannot be read or the client is closed. */
    public boolean hasEnded() {
        return ended != null;
    }

    /**
     * @param timeout from 1 ms to {@link Request#MAX_TIMEOUT_MS}, for all attempts together
     * @return the answer, perhaps that there is none in time; or a {@link ClientException} if the request could not be sent or its answer
     *     not be read. Cancel it to end the request in the job, too
     */
    public CompletableFuture<QueryResult> ask(AskedQuery call, Duration timeout) {
        return ask(call, timeout, AnswerOptions.NONE);
    }

    public CompletableFuture<QueryResult> ask(AskedQuery call, Duration timeout, AnswerOptions options) {
        long timeoutMs = timeout.toMillis();
        if (timeoutMs < 1 || timeoutMs > Request.MAX_TIMEOUT_MS) {
            throw new InvalidInputException("timeout=" + Durations.text(timeout) + " is outside 1ms.."
                    + Durations.text(Duration.ofMillis(Request.MAX_TIMEOUT_MS)) + ". Give a time inside.");
        }
        if (!free.tryAcquire()) {
            return CompletableFuture.failedFuture(new ClientException(MAX_IN_FLIGHT
                    + " requests of this client wait for an answer. Wait for some of them, or use more clients."));
        }
        WaitingRequest asked = new WaitingRequest(call, options, System.nanoTime() + timeout.toNanos());
        // The returned future completes after its place is free, so its reader can ask again at once.
        CompletableFuture<QueryResult> answer = asked.answer
                .exceptionally(failure -> timedOut(asked, timeoutMs, failure))
                .whenComplete((result, failure) -> freePlace(asked));
        var unused = answer.whenComplete((result, failure) -> {
            if (answer.isCancelled()) {
                asked.answer.cancel(false);
                freePlace(asked);
                cancel(asked.attempt);
            }
        });
        send(asked);
        return answer;
    }

    /** Asks a statement in SQL, and waits; empty if there is no answer in time, or an error. */
    public Optional<QueryResult> answer(String statement, Duration timeout) {
        try {
            return Optional.of(answer(new AskedQuery("sql", Map.of("text", statement)), timeout))
                    .filter(each -> each.status() == QueryResult.Status.OK);
        } catch (ClientException | IllegalStateException noAnswer) {
            return Optional.empty();
        }
    }

    /** Asks any query, and waits; the answer may be an error, or that there is none in time. */
    public QueryResult answer(AskedQuery asked, Duration timeout) {
        try {
            return ask(asked, timeout).get();
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof ClientException unasked
                    ? unasked
                    : new IllegalStateException("Asking the job failed", failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ClientException("Interrupted while the job was asked.", stopped);
        }
    }

    private void freePlace(WaitingRequest asked) {
        if (asked.placeFreed.compareAndSet(false, true)) {
            forget(asked.attempt.requestId);
            free.release();
        }
    }

    private WaitingRequest forget(String requestId) {
        WaitingRequest asked = waiting.remove(requestId);
        longAnswers.forget(requestId);
        return asked;
    }

    private void send(WaitingRequest asked) {
        if (asked.answer.isDone()) {
            return;
        }
        String requestId = requestPrefix + requestCount.incrementAndGet();
        SentRequest attempt = new SentRequest(requestId);
        asked.attempt = attempt;
        if (asked.attempts.incrementAndGet() == 1) {
            // Before it is sent: the producer may block.
            asked.answer.orTimeout(asked.deadlineNanos - System.nanoTime() + GRACE.toNanos(), TimeUnit.NANOSECONDS);
        }
        waiting.put(requestId, asked);
        if (ended != null) {
            // The earlier waiting requests have failed already.
            asked.answer.completeExceptionally(ended);
        }
        if (asked.answer.isDone()) {
            waiting.remove(requestId);
            return;
        }
        int remainingMs = (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(asked.deadlineNanos - System.nanoTime()));
        try {
            byte[] value = codec.encode(requestId, clientId, asked.call, remainingMs, asked.options);
            var unused = producer.send(new ProducerRecord<>(topics.queries(), value), (metadata, failure) -> {
                if (failure != null) {
                    asked.answer.completeExceptionally(notSent(failure));
                } else if (attempt.arrivedIn(metadata.partition())) {
                    sendCancel(attempt);
                }
            });
        } catch (KafkaException e) {
            asked.answer.completeExceptionally(notSent(e));
        } catch (RuntimeException e) {
            asked.answer.completeExceptionally(e);
        }
    }

    /** Asks the job to end a request once Kafka has it, because the cancellation could overtake it before. */
    private void cancel(SentRequest attempt) {
        if (attempt.cancel()) {
            sendCancel(attempt);
        }
    }

    /** Nobody waits for the answer to a cancellation. */
    private void sendCancel(SentRequest attempt) {
        byte[] value = codec.encodeCancel(requestPrefix + requestCount.incrementAndGet(), clientId, attempt.requestId);
        try {
            // Behind the request, in its partition.
            var unused = producer.send(new ProducerRecord<>(topics.queries(), attempt.partition, null, value));
        } catch (KafkaException | IllegalStateException notSent) {
            // The request ends by itself, at its deadline at the latest.
        }
    }

    private ClientException notSent(Exception failure) {
        return connection.failure("publish to " + topics.queries(), failure);
    }

    private QueryResult timedOut(WaitingRequest asked, long timeoutMs, Throwable failure) {
        if (!(failure instanceof TimeoutException)) {
            throw new CompletionException(failure);
        }
        return new QueryResult(
                new QueryResult.Origin(asked.attempt.requestId, clientId, asked.call.query()),
                QueryResult.Status.TIMEOUT,
                QueryResult.Table.NONE,
                null,
                QueryResult.Work.NONE,
                new QueryError(
                        QueryError.Code.TIMED_OUT,
                        longAnswers.share(asked.attempt.requestId) + " answer came within " + timeoutMs
                                + " ms. See that the job runs and reads " + topics.queries()
                                + ", or give it more time."));
    }

    private static boolean isWorthAnotherTry(QueryResult result) {
        return result.status() == QueryResult.Status.ERROR
                && result.error().inSql().state().equals(SqlState.SERIALIZATION_FAILURE.code());
    }

    private boolean askAgain(WaitingRequest asked) {
        long delayMs = FIRST_RETRY_DELAY_MS << (asked.attempts.get() - 1);
        if (asked.attempts.get() >= MAX_ATTEMPTS
                || asked.deadlineNanos - System.nanoTime() <= TimeUnit.MILLISECONDS.toNanos(delayMs)) {
            return false;
        }
        Executor later = CompletableFuture.delayedExecutor(delayMs, TimeUnit.MILLISECONDS);
        later.execute(() -> send(asked));
        return true;
    }

    public int inFlight() {
        return MAX_IN_FLIGHT - free.availablePermits();
    }

    /** Results that no request waits for: second answers, late ones, and those of clients of the same name. */
    public long unclaimed() {
        return unclaimed.sum();
    }

    /** Records for this client that are not results. */
    public long malformed() {
        return results.malformed();
    }

    /** Requests without an answer fail. */
    @Override
    public void close() {
        results.close();
        producer.close(CLOSE_TIMEOUT);
    }

    private final class Answers implements ResultsReader.Listener {
        @Override
        public void accept(QueryResult result) {
            WaitingRequest asked = forget(result.requestId());
            if (asked == null) {
                unclaimed.increment();
            } else if (!isWorthAnotherTry(result) || !askAgain(asked)) {
                asked.answer.complete(result);
            }
        }

        @Override
        public void acceptChunk(byte[] json, ResultRecord chunk) {
            String requestId = chunk.result().requestId();
            WaitingRequest asked = waiting.get(requestId);
            if (asked == null) {
                unclaimed.increment();
                return;
            }
            try {
                List<byte[]> all = longAnswers.add(requestId, chunk.chunk(), json);
                if (!all.isEmpty()) {
                    accept(results.whole(all));
                }
            } catch (ClientException noRoom) {
                asked.answer.completeExceptionally(noRoom);
            }
            if (!waiting.containsKey(requestId)) {
                // Another thread gave the request up meanwhile.
                longAnswers.forget(requestId);
            }
        }

        @Override
        public void ended(ClientException reason) {
            ended = reason;
            waiting.values().forEach(asked -> asked.answer.completeExceptionally(reason));
        }
    }

    /** A request in flight, with successive attempts. */
    private static final class WaitingRequest {
        private final AskedQuery call;
        private final AnswerOptions options;
        private final long deadlineNanos;
        private final CompletableFuture<QueryResult> answer = new CompletableFuture<>();

        /** The last one. */
        private volatile SentRequest attempt;

        private final AtomicInteger attempts = new AtomicInteger();
        private final AtomicBoolean placeFreed = new AtomicBoolean();

        WaitingRequest(AskedQuery call, AnswerOptions options, long deadlineNanos) {
            this.call = call;
            this.options = options;
            this.deadlineNanos = deadlineNanos;
        }
    }

    /** One sending of a request, which may be cancelled before Kafka has it. */
    private static final class SentRequest {
        final String requestId;
        private boolean isCancelled;

        /** Null until Kafka has the request. */
        volatile Integer partition;

        SentRequest(String requestId) {
            this.requestId = requestId;
        }

        /** Returns whether Kafka has the request already. */
        synchronized boolean cancel() {
            isCancelled = true;
            return partition != null;
        }

        /** Returns whether the request was cancelled before. */
        synchronized boolean arrivedIn(int ofTopic) {
            partition = ofTopic;
            return isCancelled;
        }
    }
}
