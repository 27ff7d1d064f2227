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
import dev.aimonflink.query.serve.format.result.ResultRecords;
import dev.aimonflink.query.serve.pass.NanoClock;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.request.Answer;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.QueryResult.Status;
import dev.aimonflink.query.serve.request.Request;
import dev.aimonflink.query.serve.request.ScanQuery;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.slf4j.LoggerFactory;

/**
 * Waits for a part of every partition, of one attempt, and answers the request; or answers that it timed out, or that the job restarted.
 * Gives one answer per request and attempt. It keeps nothing of an answered request: late parts are recognized by {@linkplain
 * RegisteredPlaces the place} of their request. So its state is only that of waiting requests, whatever the rate of those that are refused
 * or time out.
 *
 * <p>Long merges run {@linkplain MergeThread on another thread}. Their requests stay in the state until the outcome is back, so a deadline
 * or restart finds them.
 */
public final class MergeParts extends AbstractStreamOperator<ResultMessage>
        implements OneInputStreamOperator<MergeInput, ResultMessage>, Triggerable<String, VoidNamespace> {
    /** How often an unanswered request is checked; one interrupted by a restart is answered within this time. */
    static final long CHECK_INTERVAL_MS = 1_000;

    /**
     * How long parts wait for their registration, which is sent before the partitions are asked. It is missing only after restoring a
     * checkpoint taken between an answer and a partition that had not been asked yet.
     */
    static final long UNREGISTERED_MS = Request.MAX_TIMEOUT_MS;

    private static final QueryError TIMED_OUT = new QueryError(
            QueryError.Code.TIMED_OUT,
            "Not all partitions answered before the deadline. Ask again, or with a longer timeoutMs.");

    private static final QueryError MERGED_TOO_LATE = new QueryError(
            QueryError.Code.TIMED_OUT,
            "The deadline passed while the statement waited to be merged, or was. Ask again with a longer timeoutMs, or join"
                    + " and sort fewer rows.");

    private static final QueryError NO_SECOND_ROUND = new QueryError(
            QueryError.Code.OVERLOADED,
            "This statement needs a second round, which the job cannot write to the topic of queries now. Ask again"
                    + " later; aim doctor says what is wrong.");

    private static final QueryError EVENTS_MISSING = new QueryError(
            QueryError.Code.TIMED_OUT,
            "The deadline passed before all partitions had read the events before the offsets of freshness, and answered."
                    + " Ask again with a longer timeoutMs, or with offsets that the events topic has.");

    /** From the process function that the merger once was: timers in checkpoints have it. */
    private static final String TIMERS = "user-timers";

    private static final LimitedLog LOG = new LimitedLog(LoggerFactory.getLogger(MergeParts.class));
    private static final long serialVersionUID = 1L;

    private final JobSettings settings;
    private final PlannerSource planners;
    private transient long attempt;
    private transient PlannedTexts texts;
    private transient Answer answer;
    private transient ResultRecords results;
    private transient ValueState<PendingRequest> state;
    private transient InternalTimerService<VoidNamespace> timers;
    private transient MailboxExecutor mailbox;
    private transient MergeThread beside;

    private transient HeldParts parts;
    private transient RegisteredPlaces registered;
    private transient TopicHealth secondRounds;
    private transient MergeMetrics timings;

    public MergeParts(JobSettings settings) {
        this(settings, PlannerSource.SHARED);
    }

    MergeParts(JobSettings settings, PlannerSource planners) {
        this.settings = settings;
        this.planners = planners;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        attempt = Attempt.of(context);
    }

    @Override
    public void open() throws Exception {
        super.open();
        texts = new PlannedTexts(planners.open(getRuntimeContext().getJobInfo().getJobId(), settings));
        answer = newAnswer();
        results = new ResultRecords();
        timers = getInternalTimerService(TIMERS, VoidNamespaceSerializer.INSTANCE, this);
        mailbox = getContainingTask().getMailboxExecutorFactory().createExecutor(config.getChainIndex());
        beside = new MergeThread(
                "aim-merger-" + getRuntimeContext().getTaskInfo().getIndexOfThisSubtask(),
                mailbox,
                newAnswer(),
                new ResultRecords());
        state = getRuntimeContext()
                .getState(new ValueStateDescriptor<>("pending", new MessageSerializer<>(new PendingRequest.Format())));
        parts = new HeldParts(getRuntimeContext()
                .getListState(new ListStateDescriptor<>("parts", new MessageSerializer<>(new MergeInput.Format()))));
        registered = new RegisteredPlaces();
        secondRounds = TopicHealth.of(getRuntimeContext().getJobInfo().getJobId(), settings.queriesTopic());
        timings = new MergeMetrics(getMetricGroup(), NanoClock.SYSTEM, beside::waiting);
    }

    private Answer newAnswer() {
        return new Answer(settings.schema(), settings.zone(), settings.eventsTopic());
    }

    /** Answers what is merged at the end of the input. */
    @Override
    public void finish() throws Exception {
        while (beside.isBusy()) {
            mailbox.yield();
        }
        super.finish();
    }

    @Override
    public void close() throws Exception {
        if (beside != null) {
            beside.close();
        }
        if (texts != null) {
            texts.close();
        }
        super.close();
    }

    boolean isMergingBeside() {
        return beside.isBusy();
    }

    private String requestKey() {
        return (String) getCurrentKey();
    }

    @Override
    public void processElement(StreamRecord<MergeInput> element) throws Exception {
        MergeInput input = element.getValue();
        if (input instanceof Arrival arrival && !isAwaited(arrival.part())) {
            return;
        }
        PendingRequest pending = pending(requestKey());
        if (input instanceof Registration registration) {
            timings.registered(registration);
            registered.add(registration.requestKey());
            pending.register(registration.request(), registration.execution());
        } else if (!pending.isRegistered() && !(input instanceof Arrival)) {
            return; // the request has been answered, long ago
        } else if (input instanceof Refused refused) {
            emit(failed(pending, Status.ERROR, refused.error()), pending);
            return;
        } else if (input instanceof Planned planned) {
            texts.add(pending.request(), planned.tableValues());
        } else if (input instanceof Arrival arrival) {
            Part part = arrival.part();
            timings.part(part.requestKey());
            if (!pending.hasAnswered(part)) {
                pending.noteAnswer(parts.add(part));
            }
        }
        if (pending.attempt() == attempt && pending.isComplete() && texts.isPlanned(pending.request())) {
            merge(pending);
        } else {
            check(pending);
        }
    }

    /** Whether a part is of this attempt, and of an unanswered request. */
    private boolean isAwaited(Part part) throws IOException {
        if (part.source().attempt() != attempt) {
            timings.stalePart();
            return false;
        }
        return !registered.include(part.requestKey()) || state.value() != null;
    }

    /** The stored request, or a new one if there are only parts of an earlier attempt. */
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
    public void onEventTime(InternalTimer<String, VoidNamespace> timer) {
        throw new IllegalStateException("The merger has no timer of event time.");
    }

    @Override
    public void onProcessingTime(InternalTimer<String, VoidNamespace> timer) throws Exception {
        PendingRequest pending = state.value();
        if (pending == null || pending.timerMs() != timer.getTimestamp()) {
            return;
        }
        if (!pending.isRegistered()) {
            // The parts have had no registration in this time.
            timings.forget(requestKey());
            state.clear();
            parts.clear(requestKey());
            return;
        }
        if (isOfEarlierReader(pending) && !texts.isPlanned(pending.request())) {
            // Its text waited in the earlier reader.
            emit(failed(pending, Status.ERROR, QueryError.RESTARTED), pending);
            return;
        }
        check(pending);
    }

    /** Answers a request that has failed or timed out; else sets a timer to check again. */
    private void check(PendingRequest pending) throws Exception {
        long nowMs = timers.currentProcessingTime();
        if (!pending.isRegistered()) {
            keep(pending, nowMs + UNREGISTERED_MS);
        } else if (pending.attempt() != attempt) {
            emit(failed(pending, Status.ERROR, QueryError.RESTARTED), pending);
        } else if (nowMs >= pending.request().deadlineMs()) {
            emit(failed(pending, Status.TIMEOUT, timedOut(pending)), pending);
        } else {
            keep(pending, Math.min(nowMs + CHECK_INTERVAL_MS, pending.request().deadlineMs()));
        }
    }

    private QueryError timedOut(PendingRequest pending) {
        if (beside.has(requestKey())) {
            return MERGED_TOO_LATE;
        }
        return pending.request().options().awaited().isEmpty() ? TIMED_OUT : EVENTS_MISSING;
    }

    /** Stores the request, and sets its timer unless an earlier one is set. */
    private void keep(PendingRequest pending, long timerMs) throws IOException {
        long nowMs = timers.currentProcessingTime();
        if (pending.timerMs() <= nowMs || pending.timerMs() > timerMs) {
            deleteTimer(pending);
            pending.timerMs(timerMs);
            timers.registerProcessingTimeTimer(VoidNamespace.INSTANCE, timerMs);
        }
        state.update(pending);
    }

    private void deleteTimer(PendingRequest pending) {
        if (pending.timerMs() != 0) {
            timers.deleteProcessingTimeTimer(VoidNamespace.INSTANCE, pending.timerMs());
            pending.timerMs(0);
        }
    }

    private void emit(QueryResult result, PendingRequest pending) throws IOException {
        // Each answer has its own time: a job may restart from the same checkpoint more than once.
        emit(results.of(result.ofRun(runOf(pending)), timers.currentProcessingTime()), pending);
    }

    private String runOf(PendingRequest pending) {
        return isOfEarlierReader(pending) ? null : pending.execution().name();
    }

    private void emit(ResultRecords.Encoded encoded, PendingRequest pending) throws IOException {
        String requestKey = requestKey();
        QueryResult sent = encoded.sent();
        if (sent.status() != Status.OK && mayWaitForSecondRound(pending)) {
            begin(BroadcastInput.SecondRound.none(requestKey, pending.execution()));
        }
        beside.drop(requestKey);
        parts.clear(requestKey);
        texts.remove(requestKey);
        encoded.records().forEach(json -> output.collect(new StreamRecord<>(new ResultMessage(sent.clientId(), json))));
        timings.answered(requestKey, sent, timers.currentProcessingTime());
        deleteTimer(pending);
        state.clear();
    }

    private void begin(BroadcastInput.SecondRound round) {
        output.collect(SideOutputs.SECOND_ROUNDS, new StreamRecord<>(round));
    }

    /** Whether partitions may hold a cut for a second round, and only wait, although there will be none. */
    private boolean mayWaitForSecondRound(PendingRequest pending) {
        if (pending.attempt() != attempt || pending.values() != null || isOfEarlierReader(pending)) {
            return false;
        }
        if (!texts.contains(pending.request())) {
            return false; // no text, or no partition has been asked
        }
        try {
            return texts.queryOf(pending.request()).get() instanceof ScanQuery scan && scan.hasSecondRound();
        } catch (QueryFailure failure) {
            return false;
        }
    }

    /** Whether the request was in flight in an unaligned checkpoint: the reader of queries would skip its second round. */
    private boolean isOfEarlierReader(PendingRequest pending) {
        return pending.execution().attempt() != attempt;
    }

    /** Merges the parts of a round, now or on the other thread, unless that is already happening. */
    private void merge(PendingRequest pending) throws Exception {
        if (beside.has(requestKey())) {
            return;
        }
        RoundMerge merge = new RoundMerge(
                pending.request(),
                pending.values(),
                parts.all(),
                texts,
                runOf(pending),
                timers.currentProcessingTime());
        if (merge.isShort()) {
            finishRound(pending, merge.run(answer, results));
        } else {
            beside.add(merge, outcome -> {
                setCurrentKey(merge.requestKey());
                finishRound(state.value(), outcome);
            });
            check(pending);
        }
    }

    /** Answers, or asks the partitions for the second round. A defect becomes an answer and a log line. */
    private void finishRound(PendingRequest pending, RoundMerge.Outcome outcome) throws Exception {
        if (outcome.answer() != null) {
            emit(outcome.answer(), pending);
        } else if (outcome.values() != null) {
            beginSecondRound(pending, outcome.values());
        } else {
            if (outcome.defect() != null) {
                Request request = pending.request();
                LOG.error("Cannot merge the parts of request {}: {}", outcome.defect(), request.key(), request.asked());
            }
            emit(failed(pending, Status.ERROR, outcome.error()), pending);
        }
    }

    private void beginSecondRound(PendingRequest pending, byte[] values) throws Exception {
        if (isOfEarlierReader(pending)) {
            emit(failed(pending, Status.ERROR, QueryError.RESTARTED), pending);
        } else if (!secondRounds.isWritable()) {
            emit(failed(pending, Status.ERROR, NO_SECOND_ROUND), pending);
        } else {
            pending.beginSecondRound(values);
            parts.clear(requestKey());
            begin(new BroadcastInput.SecondRound(requestKey(), pending.execution(), values));
            check(pending);
        }
    }

    private QueryResult failed(PendingRequest pending, Status status, QueryError error) throws Exception {
        // Parts of an earlier attempt may be of another model, with other windows.
        List<Part> known = pending.attempt() == attempt ? parts.all() : List.of();
        return answer.failed(pending.request(), known, 0, status, error);
    }

    /**
     * The newest registration in each Kafka partition of the queries topic, since the task began. A merger gets them in the topic's order.
     * So an earlier request has been registered: if it has no state, it is answered, and its further parts are late. This needs no mark for
     * each answered request, whose number would grow with the rate of requests.
     *
     * <p>A request's key is its topic, Kafka partition and offset, joined by dashes.
     */
    private static final class RegisteredPlaces {
        private static final char DASH = '-';

        /** By topic and Kafka partition. Not state, because parts of an earlier attempt are not used. */
        private final Map<String, Long> offsets = new HashMap<>();

        void add(String requestKey) {
            int dash = requestKey.lastIndexOf(DASH);
            if (dash >= 0) {
                offsets.put(requestKey.substring(0, dash), offset(requestKey, dash));
            }
        }

        /** Whether a request, not beyond the newest one, has been registered. */
        boolean include(String requestKey) {
            int dash = requestKey.lastIndexOf(DASH);
            Long newest = dash < 0 ? null : offsets.get(requestKey.substring(0, dash));
            return newest != null && offset(requestKey, dash) <= newest;
        }

        private static long offset(String requestKey, int dash) {
            return Long.parseLong(requestKey, dash + 1, requestKey.length(), 10);
        }
    }
}
