package dev.aimonflink.job.merge;

import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.message.Attempt;
import dev.aimonflink.job.message.BroadcastInput;
import dev.aimonflink.job.message.MergeInput;
import dev.aimonflink.job.message.MergeInput.Arrival;
import dev.aimonflink.job.message.MergeInput.Planned;
import dev.aimonflink.job.message.MergeInput.Refused;
import dev.aimonflink.job.message.MergeInput.Registration;
import dev.aimonflink.job.message.MessageSerializer;
import dev.aimonflink.job.message.ResultMessage;
import dev.aimonflink.job.message.TopicHealth;
import dev.aimonflink.job.metrics.LimitedLog;
import dev.aimonflink.job.plan.PlannerSource;
import dev.aimonflink.job.source.SideOutputs;
import dev.aimonflink.query.format.result.ResultRecords;
import dev.aimonflink.query.pass.NanoClock;
import dev.aimonflink.query.pass.Part;
import dev.aimonflink.query.pass.QueryError;
import dev.aimonflink.query.pass.QueryFailure;
import dev.aimonflink.query.request.Answer;
import dev.aimonflink.query.request.Query;
import dev.aimonflink.query.request.QueryResult;
import dev.aimonflink.query.request.QueryResult.Status;
import dev.aimonflink.query.request.Request;
import dev.aimonflink.query.request.ScanQuery;
import java.io.IOException;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.slf4j.LoggerFactory;

/**
 * Merges the parts of each request: waits for one part of every partition, of one attempt, and answers; or answers that
 * the request timed out, or that the job restarted. Gives one answer per request and attempt. Of an answered request it keeps
 * nothing: parts that come after the answer are known by {@linkplain RegisteredPlaces the place} of their request. So its state is
 * that of the requests which wait for an answer, whatever the rate of those that are refused or time out.
 */
public final class MergeParts extends KeyedProcessFunction<String, MergeInput, ResultMessage>
        implements CheckpointedFunction {
    /** How often an unanswered request is checked. A request that a restart interrupts gets its answer within this time. */
    static final long CHECK_INTERVAL_MS = 1_000;

    /**
     * How long parts wait for their registration, which is sent before the partitions are asked. It is missing only after a restore
     * of a checkpoint that was taken between an answer and a partition that had not been asked yet.
     */
    static final long UNREGISTERED_MS = Request.MAX_TIMEOUT_MS;

    private static final QueryError RESTARTED =
            new QueryError(QueryError.Code.RESTARTED, "The job restarted while it was answering. Ask again.");

    private static final QueryError TIMED_OUT = new QueryError(
            QueryError.Code.TIMED_OUT,
            "Not all partitions answered before the deadline. Ask again, or with a longer timeoutMs.");

    private static final QueryError NO_SECOND_ROUND = new QueryError(
            QueryError.Code.OVERLOADED,
            "This statement needs a second round, which the job cannot write to the topic of queries now. Ask again"
                    + " later; aim doctor says what is wrong.");

    private static final QueryError EVENTS_MISSING = new QueryError(
            QueryError.Code.TIMED_OUT,
            "The deadline passed before all partitions had read the events before the offsets of freshness, and answered."
                    + " Ask again with a longer timeoutMs, or with offsets that the events topic has.");

    private static final LimitedLog LOG = new LimitedLog(LoggerFactory.getLogger(MergeParts.class));
    private static final long serialVersionUID = 1L;

    private final JobSettings settings;
    private final PlannerSource planners;
    private transient long attempt;
    private transient PlannedTexts texts;
    private transient Answer answer;
    private transient ResultRecords results;
    private transient ValueState<PendingRequest> state;

    private transient HeldParts parts;
    private transient RegisteredPlaces registered;
    private transient TopicHealth secondRounds;
    private transient MergeMetrics metrics;

    public MergeParts(JobSettings settings) {
        this(settings, PlannerSource.SHARED);
    }

    MergeParts(JobSettings settings, PlannerSource planners) {
        this.settings = settings;
        this.planners = planners;
    }

    @Override
    public void initializeState(FunctionInitializationContext context) {
        attempt = Attempt.of(context);
    }

    /** Does nothing: all state is keyed, and Flink stores it. */
    @Override
    public void snapshotState(FunctionSnapshotContext context) {}

    @Override
    public void open(OpenContext context) {
        texts = new PlannedTexts(planners.open(getRuntimeContext().getJobInfo().getJobId(), settings));
        answer = new Answer(settings.schema(), settings.zone(), settings.eventsTopic());
        results = new ResultRecords();
        state = getRuntimeContext()
                .getState(new ValueStateDescriptor<>("pending", new MessageSerializer<>(new PendingRequest.Format())));
        parts = new HeldParts(getRuntimeContext()
                .getListState(new ListStateDescriptor<>("parts", new MessageSerializer<>(new MergeInput.Format()))));
        registered = new RegisteredPlaces();
        secondRounds = TopicHealth.of(getRuntimeContext().getJobInfo().getJobId(), settings.queriesTopic());
        metrics = new MergeMetrics(getRuntimeContext().getMetricGroup(), NanoClock.SYSTEM);
    }

    @Override
    public void close() {
        if (texts != null) {
            texts.close();
        }
    }

    @Override
    public void processElement(MergeInput input, Context context, Collector<ResultMessage> out) throws Exception {
        if (input instanceof Arrival arrival && !isAwaited(arrival.part())) {
            return;
        }
        PendingRequest pending = pending(context.getCurrentKey());
        if (input instanceof Registration registration) {
            metrics.registered(registration);
            registered.add(registration.requestKey());
            pending.register(registration.request(), registration.execution());
        } else if (!pending.isRegistered() && !(input instanceof Arrival)) {
            return; // the request has been answered, long ago
        } else if (input instanceof Refused refused) {
            emit(failed(pending, Status.ERROR, refused.error()), pending, context, out);
            return;
        } else if (input instanceof Planned planned) {
            texts.add(pending.request(), planned.tableValues());
        } else if (input instanceof Arrival arrival) {
            Part part = arrival.part();
            metrics.part(part.requestKey());
            if (!pending.hasAnswered(part)) {
                pending.noteAnswer(parts.add(part));
            }
        }
        if (pending.attempt() == attempt && pending.isComplete() && texts.isPlanned(pending.request())) {
            finishRound(pending, context, out);
        } else {
            check(pending, context, out);
        }
    }

    /** Whether a part is of this attempt, and of a request that has not been answered. */
    private boolean isAwaited(Part part) throws IOException {
        if (part.source().attempt() != attempt) {
            metrics.stalePart();
            return false;
        }
        return !registered.include(part.requestKey()) || state.value() != null;
    }

    /** Returns the stored request, or a new one if there are only parts of an earlier attempt. */
    private PendingRequest pending(String requestKey) throws IOException {
        PendingRequest stored = state.value();
        if (stored != null && (stored.attempt() == attempt || stored.isRegistered())) {
            return stored;
        }
        PendingRequest fresh = PendingRequest.in(attempt);
        if (stored != null) {
            parts.clear(requestKey);
            fresh.timerMs(stored.timerMs());
        }
        return fresh;
    }

    @Override
    public void onTimer(long timerMs, OnTimerContext context, Collector<ResultMessage> out) throws Exception {
        PendingRequest pending = state.value();
        if (pending == null || pending.timerMs() != timerMs) {
            return;
        }
        if (!pending.isRegistered()) {
            // The parts have had no registration in this time.
            metrics.forget(context.getCurrentKey());
            state.clear();
            parts.clear(context.getCurrentKey());
            return;
        }
        if (isOfEarlierReader(pending) && !texts.isPlanned(pending.request())) {
            // Its text waited in the earlier reader.
            emit(failed(pending, Status.ERROR, RESTARTED), pending, context, out);
            return;
        }
        check(pending, context, out);
    }

    /** Answers a request that has failed or timed out; else sets a timer to check again. */
    private void check(PendingRequest pending, Context context, Collector<ResultMessage> out) throws Exception {
        long nowMs = context.timerService().currentProcessingTime();
        if (!pending.isRegistered()) {
            keep(pending, nowMs + UNREGISTERED_MS, context);
        } else if (pending.attempt() != attempt) {
            emit(failed(pending, Status.ERROR, RESTARTED), pending, context, out);
        } else if (nowMs >= pending.request().deadlineMs()) {
            emit(failed(pending, Status.TIMEOUT, timedOut(pending.request())), pending, context, out);
        } else {
            keep(pending, Math.min(nowMs + CHECK_INTERVAL_MS, pending.request().deadlineMs()), context);
        }
    }

    private static QueryError timedOut(Request request) {
        return request.options().awaited().isEmpty() ? TIMED_OUT : EVENTS_MISSING;
    }

    /** Stores the request, and sets its timer unless an earlier one is set. */
    private void keep(PendingRequest pending, long timerMs, Context context) throws IOException {
        long nowMs = context.timerService().currentProcessingTime();
        if (pending.timerMs() <= nowMs || pending.timerMs() > timerMs) {
            deleteTimer(pending, context);
            pending.timerMs(timerMs);
            context.timerService().registerProcessingTimeTimer(timerMs);
        }
        state.update(pending);
    }

    private static void deleteTimer(PendingRequest pending, Context context) {
        if (pending.timerMs() != 0) {
            context.timerService().deleteProcessingTimeTimer(pending.timerMs());
            pending.timerMs(0);
        }
    }

    /** Sends the answer, and keeps nothing of the request. */
    private void emit(QueryResult result, PendingRequest pending, Context context, Collector<ResultMessage> out)
            throws IOException {
        if (result.status() != Status.OK && mayWaitForSecondRound(pending)) {
            context.output(
                    SideOutputs.SECOND_ROUNDS,
                    BroadcastInput.SecondRound.none(context.getCurrentKey(), pending.execution()));
        }
        parts.clear(context.getCurrentKey());
        texts.remove(context.getCurrentKey());
        long nowMs = context.timerService().currentProcessingTime();
        String run = isOfEarlierReader(pending) ? null : pending.execution().name();
        // A time of its own for each answer: a job may restart from the same checkpoint more than once.
        ResultRecords.Encoded encoded = results.of(result.ofRun(run), nowMs);
        encoded.records().forEach(json -> out.collect(new ResultMessage(result.clientId(), json)));
        metrics.answered(context.getCurrentKey(), encoded.sent(), nowMs);
        deleteTimer(pending, context);
        state.clear();
    }

    /** Whether partitions may hold a cut for a second round, and do nothing else, although there will be none. */
    private boolean mayWaitForSecondRound(PendingRequest pending) {
        if (pending.attempt() != attempt || pending.values() != null || isOfEarlierReader(pending)) {
            return false;
        }
        if (!texts.contains(pending.request())) {
            return false; // no text, or no partition has been asked
        }
        try {
            return texts.queryOf(pending.request()) instanceof ScanQuery scan && scan.hasSecondRound();
        } catch (QueryFailure failure) {
            return false;
        }
    }

    /** Whether the request was in flight in an unaligned checkpoint: the reader of queries would skip its second round. */
    private boolean isOfEarlierReader(PendingRequest pending) {
        return pending.execution().attempt() != attempt;
    }

    /** Answers, or asks the partitions what the second round is about. */
    private void finishRound(PendingRequest pending, Context context, Collector<ResultMessage> out) throws Exception {
        QueryResult result = answerOf(pending);
        if (result != null) {
            emit(result, pending, context, out);
            return;
        }
        String requestKey = context.getCurrentKey();
        parts.clear(requestKey);
        context.output(
                SideOutputs.SECOND_ROUNDS,
                new BroadcastInput.SecondRound(requestKey, pending.execution(), pending.values()));
        check(pending, context, out);
    }

    /**
     * Returns the merged answer; null if a second round begins, whose values the request has then. A defect becomes an answer and a line
     * in the log, because no request may fail the job.
     */
    private QueryResult answerOf(PendingRequest pending) throws Exception {
        long startNanos = System.nanoTime();
        Request request = pending.request();
        try {
            Query query = texts.queryOf(request);
            if (query instanceof ScanQuery scan && scan.hasSecondRound() && !pending.hasFailed()) {
                if (pending.values() == null && isOfEarlierReader(pending)) {
                    return failed(pending, Status.ERROR, RESTARTED);
                }
                if (pending.values() == null) {
                    Answer.Between between = answer.between(request, scan, parts.all());
                    if (between.failed() == null) {
                        if (!secondRounds.isWritable()) {
                            throw new QueryFailure(NO_SECOND_ROUND);
                        }
                        pending.beginSecondRound(between.values());
                    }
                    return between.failed();
                }
                query = texts.secondOf(request, scan, pending.values());
            }
            QueryResult result = answer.of(request, query, parts.all(), 0);
            return result.withMergeMicros((System.nanoTime() - startNanos) / 1000);
        } catch (RuntimeException | StackOverflowError defect) {
            if (defect instanceof QueryFailure known && known.getCause() == null) {
                return failed(pending, Status.ERROR, known.error());
            }
            LOG.error("Cannot merge the parts of request {}: {}", defect, request.key(), request.asked());
            return failed(
                    pending,
                    Status.ERROR,
                    new QueryError(
                            QueryError.Code.INTERNAL, "The parts could not be merged; the job's log has the details."));
        }
    }

    private QueryResult failed(PendingRequest pending, Status status, QueryError error) throws Exception {
        // Parts of an earlier attempt may be of another model, with other windows.
        List<Part> known = pending.attempt() == attempt ? parts.all() : List.of();
        return answer.failed(pending.request(), known, 0, status, error);
    }
}
