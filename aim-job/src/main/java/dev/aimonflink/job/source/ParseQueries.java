package dev.aimonflink.job.source;

import dev.aimonflink.core.query.PointQuery;
import dev.aimonflink.core.query.Request;
import dev.aimonflink.core.wire.DeadLetterReason;
import dev.aimonflink.core.wire.RequestOutcome;
import dev.aimonflink.core.wire.RequestOutcome.Accepted;
import dev.aimonflink.core.wire.RequestOutcome.Refused;
import dev.aimonflink.core.wire.RequestOutcome.Unanswerable;
import dev.aimonflink.core.wire.RequestParser;
import dev.aimonflink.core.wire.ResultRecords;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.job.metrics.AnswerCounter;
import dev.aimonflink.job.metrics.DeadLetterCounter;
import dev.aimonflink.job.metrics.LimitedLog;
import dev.aimonflink.job.stream.Attempt;
import dev.aimonflink.job.stream.BroadcastInput;
import dev.aimonflink.job.stream.DeadLetter;
import dev.aimonflink.job.stream.Execution;
import dev.aimonflink.job.stream.MatrixInput;
import dev.aimonflink.job.stream.MergeInput;
import dev.aimonflink.job.stream.RawRecord;
import dev.aimonflink.job.stream.ResultMessage;
import dev.aimonflink.job.stream.RoundSeal;
import java.nio.charset.StandardCharsets;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.slf4j.LoggerFactory;

/**
 * Parses raw records to checked requests. A query of all subscribers goes to every partition, and a query of one
 * subscriber to its owner. The merger gets a registration of each, so that it answers by the deadline in any case.
 */
public final class ParseQueries extends ProcessFunction<RawRecord, BroadcastInput> implements CheckpointedFunction {
    /** Of a request that shows a defect: enough to see what it asks. */
    private static final int LOGGED_BYTES = 1_024;

    private static final LimitedLog LOG = new LimitedLog(LoggerFactory.getLogger(ParseQueries.class));
    private static final long serialVersionUID = 1L;

    private final JobSettings settings;
    private final RoundSeal seal;
    private transient RequestParser parser;
    private transient ResultRecords results;
    private transient DeadLetterCounter deadLetters;
    private transient AnswerCounter refusals;
    private transient Counter skippedRounds;
    private transient Execution execution;

    /** @param seal of the second rounds that the job itself writes to the topic */
    public ParseQueries(JobSettings settings, RoundSeal seal) {
        this.settings = settings;
        this.seal = seal;
    }

    @Override
    public void initializeState(FunctionInitializationContext context) {
        execution = Execution.drawn(Attempt.of(context));
    }

    /** Does nothing: the name of an execution ends with it. */
    @Override
    public void snapshotState(FunctionSnapshotContext context) {}

    @Override
    public void open(OpenContext context) {
        parser = new RequestParser(settings.catalogue());
        results = new ResultRecords();
        deadLetters = new DeadLetterCounter(getRuntimeContext().getMetricGroup(), DeadLetterReason.UNANSWERABLE);
        refusals = new AnswerCounter(getRuntimeContext().getMetricGroup());
        skippedRounds = AimMetrics.of(getRuntimeContext().getMetricGroup()).counter(AimMetrics.SECOND_ROUNDS_SKIPPED);
    }

    @Override
    public void processElement(RawRecord raw, Context context, Collector<BroadcastInput> out) {
        if (RoundSeal.isRound(raw.value())) {
            passOn(raw, context, out);
            return;
        }
        // On a topic with CreateTime, a client's wrong clock must not set a deadline years ahead.
        long nowMs = context.timerService().currentProcessingTime();
        long askedMs = Math.min(raw.timestampMs(), nowMs);
        RequestOutcome parsed = parser.parse(raw.value(), raw.position(), askedMs);
        if (parsed instanceof Accepted accepted) {
            Request request = accepted.request();
            // In the order of the topic, and before the partitions are asked: the merger knows late parts by it.
            context.output(SideOutputs.REGISTRATIONS, new MergeInput.Registration(request, askedMs, execution));
            if (request.deadlineMs() <= nowMs) {
                return; // the merger answers that the request timed out
            }
            if (accepted.query() instanceof PointQuery point) {
                context.output(SideOutputs.POINT_QUERIES, MatrixInput.PointQuery.parsedNow(point.key(), request));
            } else {
                out.collect(new BroadcastInput.Question(request));
            }
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
                    .forEach(json -> context.output(
                            SideOutputs.REFUSALS,
                            new ResultMessage(refused.result().clientId(), json)));
        } else if (parsed instanceof Unanswerable unanswerable) {
            reject(raw, unanswerable.reason(), context);
        }
    }

    private static String beginning(byte[] value) {
        return new String(value, 0, Math.min(value.length, LOGGED_BYTES), StandardCharsets.UTF_8);
    }

    /**
     * Passes on the second rounds of this execution. Those of an earlier one, and of another job on these topics, are nothing that a
     * client did wrong.
     */
    private void passOn(RawRecord raw, Context context, Collector<BroadcastInput> out) {
        if (!RoundSeal.mayBeSealed(raw.value())) {
            reject(
                    raw,
                    "The record is marked as the second round of a request, but is too short to be one. Send requests as JSON.",
                    context);
            return;
        }
        BroadcastInput.SecondRound round = seal.open(raw.value());
        if (round != null && round.execution().equals(execution)) {
            out.collect(round);
        } else {
            skippedRounds.inc();
        }
    }

    private void reject(RawRecord raw, String reason, Context context) {
        deadLetters.count(DeadLetterReason.UNANSWERABLE);
        context.output(SideOutputs.DEAD_LETTERS, DeadLetter.of(raw, DeadLetterReason.UNANSWERABLE, reason));
    }
}
