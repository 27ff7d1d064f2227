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
import dev.aimonflink.job.metrics.AnswerCounter;
import dev.aimonflink.job.metrics.DeadLetterCounter;
import dev.aimonflink.job.stream.BroadcastInput;
import dev.aimonflink.job.stream.DeadLetter;
import dev.aimonflink.job.stream.MatrixInput;
import dev.aimonflink.job.stream.MergeInput;
import dev.aimonflink.job.stream.RawRecord;
import dev.aimonflink.job.stream.ResultMessage;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Parses raw records to checked requests. A query of all subscribers goes to every partition, and a query of one
 * subscriber to its owner. The merger gets a registration of each, so that it answers by the deadline in any case.
 */
public final class ParseQueries extends ProcessFunction<RawRecord, BroadcastInput> {
    private static final long serialVersionUID = 1L;

    private final JobSettings settings;
    private transient RequestParser parser;
    private transient ResultRecords results;
    private transient DeadLetterCounter deadLetters;
    private transient AnswerCounter refusals;

    public ParseQueries(JobSettings settings) {
        this.settings = settings;
    }

    @Override
    public void open(OpenContext context) {
        parser = new RequestParser(settings.catalogue());
        results = new ResultRecords();
        deadLetters = new DeadLetterCounter(getRuntimeContext().getMetricGroup(), DeadLetterReason.UNANSWERABLE);
        refusals = new AnswerCounter(getRuntimeContext().getMetricGroup());
    }

    @Override
    public void processElement(RawRecord raw, Context context, Collector<BroadcastInput> out) {
        // On a topic with CreateTime, a client's wrong clock must not set a deadline years ahead.
        long nowMs = context.timerService().currentProcessingTime();
        long askedMs = Math.min(raw.timestampMs(), nowMs);
        RequestOutcome parsed = parser.parse(raw.value(), raw.position(), askedMs);
        if (parsed instanceof Accepted accepted) {
            Request request = accepted.request();
            context.output(SideOutputs.REGISTRATIONS, new MergeInput.Registration(request, askedMs));
            if (request.deadlineMs() <= nowMs) {
                return; // the merger answers that the request timed out
            }
            if (accepted.query() instanceof PointQuery point) {
                context.output(SideOutputs.POINT_QUERIES, MatrixInput.PointQuery.parsedNow(point.key(), request));
            } else {
                out.collect(new BroadcastInput.Question(request));
            }
        } else if (parsed instanceof Refused refused) {
            ResultRecords.Encoded encoded = results.of(refused.result(), nowMs);
            refusals.count(encoded.sent());
            encoded.records()
                    .forEach(json -> context.output(
                            SideOutputs.REFUSALS,
                            new ResultMessage(refused.result().clientId(), json)));
        } else if (parsed instanceof Unanswerable unanswerable) {
            deadLetters.count(DeadLetterReason.UNANSWERABLE);
            context.output(
                    SideOutputs.DEAD_LETTERS, DeadLetter.of(raw, DeadLetterReason.UNANSWERABLE, unanswerable.reason()));
        }
    }
}
