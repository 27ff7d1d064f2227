package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.JobWay;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.PlainDimensions;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.statement.ShippedModel;
import dev.aimonflink.query.ask.statement.SqlMatrix;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.serve.pass.Exports;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.setup.Catalogues;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A job of two partitions in this process, whose matrix has ten subscribers; subscriber n has had n calls of a minute. */
public final class FakeJob implements JobWay {
    public static final int SUBSCRIBERS = 10;

    private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");

    private Catalogue catalogue;
    /** With few rows an answer; null if there are many. */
    private Catalogue catalogueOfFew;

    private SqlMatrix matrix;

    /** All questions but those about the model. */
    public final List<AskedQuery> asked = Collections.synchronizedList(new ArrayList<>());

    final List<AnswerOptions> options = Collections.synchronizedList(new ArrayList<>());

    /** Statements with this get no answer in time. */
    public static final String UNANSWERED = "-987654321";

    /** While it is set, no answer comes in time. */
    public volatile boolean isSilent;

    /** While it is set, Kafka does not say in time how many events there are. */
    public volatile boolean isTopicSilent;

    /** While it is set, a question is being sent. */
    volatile CountDownLatch sending;

    /** Whether one is. */
    volatile boolean isSending;

    /** Whether the last subscriber has one more call each time before a question is answered. */
    public volatile boolean writesBeforeEachAnswer;

    /** Instead of the next answer. */
    volatile QueryResult instead;

    /** Answers what is not asked in SQL, or null if it is unknown. */
    public volatile Function<AskedQuery, QueryResult> reports = question -> null;

    /** Of the next answers: up to where they have the events of the only Kafka partition. */
    final Deque<Long> progress = new ArrayDeque<>();

    /** Of those answers. */
    volatile String run = "a";

    volatile long committed = 55;

    volatile CompletableFuture<QueryResult> last;

    /** Asked for events that the job has not yet. */
    private final List<Waiting> waiting = new CopyOnWriteArrayList<>();

    private record Waiting(AskedQuery question, Map<Integer, Long> awaited, CompletableFuture<QueryResult> answer) {}

    /** Where an answer ends that has no other {@link #progress}; null if it does not say. */
    private volatile Long end;

    public FakeJob() {
        upgrade(CallModel.smallest());
    }

    private FakeJob(ShippedModel model) {
        catalogue = Catalogues.of(model.tables().schema(), model.tables().entityTables(), AnswerLimits.USUAL);
        matrix = model.matrix();
    }

    /** A job of the model of that name in {@code docs/models}, with the rows of its page. */
    public static FakeJob of(String name) {
        try {
            return new FakeJob(ShippedModel.withAllColumns(name));
        } catch (IOException unread) {
            throw new UncheckedIOException(unread);
        }
    }

    /** Goes on with another model of calls, as if it had had it from the beginning. */
    public final synchronized void upgrade(Model model) {
        MatrixTables tables =
                new MatrixTables(MatrixSchema.of(model), PlainDimensions.benchmark(), CallModel.tableAliases());
        catalogue = Catalogues.of(tables.schema(), PlainDimensions.benchmark(), AnswerLimits.USUAL);
        matrix = new SqlMatrix(tables, 2);
        for (int subscriber = 1; subscriber <= SUBSCRIBERS; subscriber++) {
            for (int call = 0; call < subscriber; call++) {
                call(subscriber);
            }
        }
    }

    /** Answers have at most so many rows from now on, but for those about the model. */
    public synchronized void answersSoMany(int rows) {
        catalogueOfFew = Catalogues.of(
                MatrixSchema.of(CallModel.smallest()), PlainDimensions.benchmark(), AnswerLimits.USUAL.withRows(rows));
    }

    /** What one of its partitions copies. */
    public Exports exports(int partition) {
        return matrix.partition(partition).exports();
    }

    private void call(int subscriber) {
        matrix.event(CallModel.event(new Event(subscriber, NOON.toEpochMilli(), 60, 1.5f, false)));
    }

    /** Whether somebody waits for its last answer. */
    public boolean isAsked() {
        CompletableFuture<QueryResult> waited = last;
        return waited != null && !waited.isDone();
    }

    /** All answers from now on have these events of the only Kafka partition. */
    public void answersUpTo(long offset) {
        end = offset;
        answerThoseWhoWaited();
    }

    /** From now on the topic has so many events, and a restarted job has all. */
    public void recreateTopic(long events) {
        committed = events;
        end = events;
        run = "b";
    }

    /** How many have been asked, but those about the model. */
    public int questions() {
        return asked.size();
    }

    /** Which events the last answer had to have. */
    public String lastAwaited() {
        return options.get(options.size() - 1).awaited().toString();
    }

    @Override
    public CompletableFuture<QueryResult> ask(AskedQuery question, Duration timeout, AnswerOptions wanted) {
        if (!isAboutTheModel(question)) {
            asked.add(question);
            options.add(wanted);
        }
        CountDownLatch broker = sending;
        if (broker != null) {
            isSending = true;
            try {
                broker.await();
            } catch (InterruptedException stopped) {
                throw new IllegalStateException(stopped);
            }
        }
        CompletableFuture<QueryResult> answer = new CompletableFuture<>();
        last = answer;
        if (instead != null) {
            answer.complete(instead);
            instead = null;
        } else if (isSilent || String.valueOf(question.params().get("text")).contains(UNANSWERED)) {
            QueryError late = new QueryError(QueryError.Code.TIMED_OUT, "No answer came within " + timeout + ".");
            answer.completeOnTimeout(
                    QueryResult.refusal("r", "c", question.query(), late), timeout.toMillis(), TimeUnit.MILLISECONDS);
        } else if (hasAll(wanted.awaited())) {
            answer.complete(answer(question));
        } else {
            waiting.add(new Waiting(question, wanted.awaited(), answer));
        }
        return answer;
    }

    private boolean hasAll(Map<Integer, Long> awaited) {
        long present = end == null ? committed : end;
        return awaited.values().stream().allMatch(each -> each <= present);
    }

    private void answerThoseWhoWaited() {
        waiting.stream()
                .filter(each -> hasAll(each.awaited))
                .forEach(each -> each.answer.complete(answer(each.question)));
    }

    private synchronized QueryResult answer(AskedQuery question) {
        QueryResult report = reports.apply(question);
        if (report != null) {
            return report;
        }
        if (writesBeforeEachAnswer) {
            call(SUBSCRIBERS);
        }
        try {
            boolean areMany = catalogueOfFew == null || isAboutTheModel(question);
            QueryResult answer = matrix.ask((areMany ? catalogue : catalogueOfFew).bind(question));
            if (isAboutTheModel(question) || (progress.isEmpty() && end == null)) {
                return answer;
            }
            return upTo(progress.isEmpty() ? end : progress.removeFirst(), answer);
        } catch (QueryFailure failure) {
            return QueryResult.refusal("r", "c", question.query(), failure.error());
        }
    }

    private static boolean isAboutTheModel(AskedQuery question) {
        return String.valueOf(question.params().get("text")).contains("information_schema");
    }

    private QueryResult upTo(long offset, QueryResult answer) {
        QueryResult.AsOf asOf =
                new QueryResult.AsOf(null, null, Map.of(), Map.of(0, new QueryResult.Place(offset, null)), 0, 0);
        return new QueryResult(answer.origin(), answer.status(), answer.table(), asOf, answer.work(), answer.error())
                .ofRun(run);
    }

    @Override
    public CompletableFuture<Map<Integer, Long>> committedEvents() {
        return isSilent ? new CompletableFuture<>() : CompletableFuture.completedFuture(Map.of(0, committed));
    }

    @Override
    public CompletableFuture<Map<Integer, Long>> writtenEvents() {
        return isTopicSilent ? new CompletableFuture<>() : CompletableFuture.completedFuture(Map.of(0, committed));
    }

    @Override
    public void close() {
        // There is nothing to close.
    }
}
