package dev.aimonflink.job.source;

import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.message.Attempt;
import dev.aimonflink.job.message.BroadcastInput;
import dev.aimonflink.job.message.DeadLetter;
import dev.aimonflink.job.message.Execution;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.message.MergeInput;
import dev.aimonflink.job.message.RawRecord;
import dev.aimonflink.job.message.ResultMessage;
import dev.aimonflink.job.message.RoundSeal;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.job.metrics.AnswerCounter;
import dev.aimonflink.job.metrics.LimitedLog;
import dev.aimonflink.job.metrics.ReasonCounter;
import dev.aimonflink.job.plan.AwaitedPlans;
import dev.aimonflink.job.plan.Planner;
import dev.aimonflink.job.plan.PlannerSource;
import dev.aimonflink.job.plan.PlanningMetrics;
import dev.aimonflink.job.plan.TextPlan;
import dev.aimonflink.matrix.format.DeadLetterReason;
import dev.aimonflink.query.serve.format.request.RequestOutcome;
import dev.aimonflink.query.serve.format.request.RequestOutcome.Accepted;
import dev.aimonflink.query.serve.format.request.RequestOutcome.Refused;
import dev.aimonflink.query.serve.format.request.RequestOutcome.Unanswerable;
import dev.aimonflink.query.serve.format.request.RequestParser;
import dev.aimonflink.query.serve.format.result.ResultRecords;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.CancelRequest;
import dev.aimonflink.query.serve.request.PointQuery;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.query.serve.request.Request;
import dev.aimonflink.sql.Recent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;
import org.slf4j.LoggerFactory;

/**
 * Parses raw records to checked requests: a query of all entities goes to every partition, one of a single entity to its owner. The merger
 * gets a registration of each, so that it answers by the deadline in any case.
 *
 * <p>A text is registered, and then {@linkplain Planner planned}, while further records are read. The merger learns when it goes to the
 * partitions or is refused, so a waiting text is not state: after a restart the merger answers its request.
 */
public final class ParseQueries extends AbstractStreamOperator<BroadcastInput>
        implements OneInputStreamOperator<RawRecord, BroadcastInput> {
    /** For a request that reveals a defect: enough to see what it asks. */
    private static final int LOGGED_BYTES = 1_024;

    /** How many texts on their way to the partitions or the merger are remembered, in case their client cancels them. */
    static final int REMEMBERED_TEXTS = 4_096;

    private static final LimitedLog LOG = new LimitedLog(LoggerFactory.getLogger(ParseQueries.class));
    private static final long serialVersionUID = 1L;

    private final JobSettings settings;
    private final RoundSeal seal;
    private final PlannerSource planners;
    private transient RequestParser parser;
    private transient ResultRecords results;
    private transient ReasonCounter<DeadLetterReason> deadLetters;
    private transient AnswerCounter refusals;
    private transient Counter skippedRounds;
    private transient Counter expired;
    private transient Execution execution;
    private transient Planner planner;
    private transient AwaitedPlans plans;

    /** Keys of the newest ones, some of which have been answered. */
    private transient Map<NamedRequest, String> textsAsked;

    private record NamedRequest(String clientId, String requestId) {}

    /** @param seal of the second rounds that the job itself writes to the topic */
    public ParseQueries(JobSettings settings, RoundSeal seal) {
        this(settings, seal, PlannerSource.SHARED);
    }

    ParseQueries(JobSettings settings, RoundSeal seal, PlannerSource planners) {
        this.settings = settings;
        this.seal = seal;
        this.planners = planners;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        execution = Execution.drawn(Attempt.of(context));
    }

    @Override
    public void open() throws Exception {
        super.open();
        planner = planners.open(getRuntimeContext().getJobInfo().getJobId(), settings);
        MailboxExecutor mailbox =
                getContainingTask().getMailboxExecutorFactory().createExecutor(config.getChainIndex());
        plans = new AwaitedPlans(planner, mail -> mailbox.execute(mail::run, "the plan of a text"));
        textsAsked = new Recent<>(REMEMBERED_TEXTS);
        new PlanningMetrics(getMetricGroup(), planner);
        parser = new RequestParser(planner.catalogue());
        results = new ResultRecords();
        deadLetters =
                new ReasonCounter<>(getMetricGroup(), AimMetrics.DEAD_LETTERS, List.of(DeadLetterReason.UNANSWERABLE));
        refusals = new AnswerCounter(getMetricGroup());
        expired = AimMetrics.of(getMetricGroup()).counter(AimMetrics.REQUESTS_EXPIRED);
        skippedRounds = AimMetrics.of(getMetricGroup()).counter(AimMetrics.SECOND_ROUNDS_SKIPPED);
    }

    @Override
    public void finish() throws Exception {
        plans.end();
        super.finish();
    }

    @Override
    public void close() throws Exception {
        if (planner != null) {
            planner.close();
        }
        super.close();
    }

    @Override
    public void processElement(StreamRecord<RawRecord> element) throws Exception {
        RawRecord raw = element.getValue();
        if (RoundSeal.isRound(raw.value())) {
            passOn(raw);
            return;
        }
        // With CreateTime, a client's wrong clock must not set a deadline years ahead.
        long nowMs = getProcessingTimeService().getCurrentProcessingTime();
        long askedMs = Math.min(raw.timestampMs(), nowMs);
        RequestOutcome parsed = parser.parse(raw.value(), raw.position(), askedMs);
        if (parsed instanceof Accepted accepted) {
            accept(accepted, askedMs, nowMs);
        } else if (parsed instanceof Refused refused) {
            if (refused.defect() != null) {
                LOG.error(
                        "Cannot plan the request at {}, which begins with {}.",
                        refused.defect(),
                        raw.position(),
                        beginning(raw.value()));
            }
            ResultRecords.Encoded encoded = results.of(refused.result(), nowMs);
            refusals.count(encoded.sent());
            encoded.records()
                    .forEach(json -> send(
                            SideOutputs.REFUSALS,
                            new ResultMessage(refused.result().clientId(), json)));
        } else if (parsed instanceof Unanswerable unanswerable) {
            reject(raw, unanswerable.reason());
        }
    }

    private <T> void send(OutputTag<T> tag, T message) {
        output.collect(tag, new StreamRecord<>(message));
    }

    private void accept(Accepted accepted, long askedMs, long nowMs) throws Exception {
        Request request = accepted.request();
        // In the topic's order, and before the partitions are asked: by it the merger recognizes late parts.
        send(SideOutputs.REGISTRATIONS, new MergeInput.Registration(request, askedMs, execution));
        if (request.deadlineMs() <= nowMs) {
            expired.inc();
            return; // the merger answers that the request timed out
        }
        if (planner.isText(request.asked())) {
            plans.admit(request, plan -> planned(request, plan));
        } else if (accepted.query() instanceof CancelRequest cancel) {
            List<Request> cancelled = plans.cancel(request.clientId(), cancel.requestId());
            cancelled.forEach(each -> refuse(each.key(), QueryError.CANCELLED));
            String asked = textsAsked.remove(new NamedRequest(request.clientId(), cancel.requestId()));
            if (asked != null) {
                // The merger may be the only one still working on it.
                refuse(asked, QueryError.CANCELLED);
            }
            ask(cancelled.isEmpty() ? request : request.asking(cancel.asked(cancelled.size())), cancel);
        } else {
            ask(request, accepted.query());
        }
    }

    private void planned(Request request, TextPlan plan) {
        if (plan.error() != null) {
            if (plan.defect() != null) {
                LOG.error("Cannot plan the request {}: {}.", plan.defect(), request.key(), request.asked());
            }
            refuse(request.key(), plan.error());
        } else {
            textsAsked.put(new NamedRequest(request.clientId(), request.requestId()), request.key());
            send(
                    SideOutputs.REGISTRATIONS,
                    new MergeInput.Planned(request.key(), plan.query().tableValues()));
            ask(request, plan.query());
        }
    }

    private void refuse(String requestKey, QueryError error) {
        send(SideOutputs.REGISTRATIONS, new MergeInput.Refused(requestKey, error));
    }

    private void ask(Request request, Query query) {
        if (query instanceof PointQuery point) {
            send(SideOutputs.POINT_QUERIES, MatrixInput.PointQuery.parsedNow(point.key(), request));
        } else {
            output.collect(new StreamRecord<>(new BroadcastInput.Question(request, query.tableValues())));
        }
    }

    private static String beginning(byte[] value) {
        return new String(value, 0, Math.min(value.length, LOGGED_BYTES), StandardCharsets.UTF_8);
    }

    /** Passes on the second rounds of this execution. Those of an earlier one, or of another job on these topics, are no client's fault. */
    private void passOn(RawRecord raw) {
        if (!RoundSeal.mayBeSealed(raw.value())) {
            reject(
                    raw,
                    "The record is marked as the second round of a request, but is too short to be one. Send requests as JSON.");
            return;
        }
        BroadcastInput.SecondRound round = seal.open(raw.value());
        if (round != null && round.execution().equals(execution)) {
            output.collect(new StreamRecord<>(round));
        } else {
            skippedRounds.inc();
        }
    }

    private void reject(RawRecord raw, String reason) {
        deadLetters.count(DeadLetterReason.UNANSWERABLE);
        send(SideOutputs.DEAD_LETTERS, DeadLetter.of(raw, DeadLetterReason.UNANSWERABLE, reason));
    }
}
