package dev.aimonflink.job.operator;

import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.message.BroadcastInput;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.message.TopicHealth;
import dev.aimonflink.job.plan.AwaitedPlans;
import dev.aimonflink.job.plan.Planner;
import dev.aimonflink.job.plan.PlannerSource;
import dev.aimonflink.job.plan.TextPlan;
import dev.aimonflink.job.rule.MatrixRules;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.query.ask.answer.ExportQuery;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.query.serve.partition.RecordQuestion;
import dev.aimonflink.query.serve.pass.Asker;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.pass.Scannable;
import dev.aimonflink.query.serve.request.CancelRequest;
import dev.aimonflink.query.serve.request.ColumnsRequest;
import dev.aimonflink.query.serve.request.ExportPiece;
import dev.aimonflink.query.serve.request.PointQuery;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.query.serve.request.Request;
import dev.aimonflink.query.serve.request.ScanQuery;
import dev.aimonflink.query.serve.request.ScansRequest;
import dev.aimonflink.query.setup.KeptColumns;
import dev.aimonflink.rules.report.RulesReport;
import dev.aimonflink.rules.report.ShadowsReport;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.flink.api.common.JobID;
import org.apache.flink.util.function.ThrowingRunnable;

/**
 * The way of a request through a partition's task. It waits until its text is planned here, then until the awaited events are in. Then a
 * look-up is answered, and a scan goes to the partition's queue. Anything that ends it sooner becomes a part with an error.
 */
final class MatrixRequests implements AutoCloseable {

    private static final QueryError RESULTS_UNWRITABLE = new QueryError(
            QueryError.Code.OVERLOADED,
            "The job cannot write answers now, or not as fast as they come. Ask again later; aim doctor says what is"
                    + " wrong.");

    private final MatrixSchema schema;
    private final Partition partition;
    private final KeyedRecords records;
    private final MatrixRules rules;
    private final Planner planner;
    private final AwaitedPlans plans;
    private final AwaitedEvents events;
    private final LongSupplier nowMs;
    private final TopicHealth results;
    private final Consumer<Part> answers;
    private final Runnable wake;

    /**
     * @param job whose planner plans the texts, and whose answers go to a topic
     * @param wake is run when the partition may have more to do, outside of any input
     */
    MatrixRequests(
            JobSettings settings,
            JobID job,
            PlannerSource planners,
            TaskLoop loop,
            Partition partition,
            KeyedRecords records,
            MatrixRules rules,
            Consumer<Part> answers,
            Runnable wake) {
        this.partition = partition;
        schema = settings.schema();
        this.records = records;
        this.rules = rules;
        this.answers = answers;
        this.wake = wake;
        planner = planners.open(job, settings);
        plans = new AwaitedPlans(planner, mail -> loop.enqueue(mail, "the plan of a text"));
        nowMs = loop::nowMs;
        events = new AwaitedEvents(settings.eventsTopic(), partition.progress()::nextOffset, nowMs);
        results = TopicHealth.of(job, settings.resultsTopic());
    }

    @Override
    public void close() {
        planner.close();
    }

    /** Leaves waiting requests unanswered: after the end of its input a task sends nothing. */
    void end() {
        plans.end();
    }

    /** Other threads may call this and see an old number. */
    int awaitingEvents() {
        return events.size();
    }

    void eventsAdvanced() throws Exception {
        events.advanced();
    }

    // ---- look-ups

    void accept(MatrixInput.PointQuery query) throws Exception {
        plans.follow(query.request(), null, plan -> accept(query, plan));
    }

    private void accept(MatrixInput.PointQuery query, TextPlan plan) throws Exception {
        Request request = query.request();
        Consumer<QueryError> refusal = error -> answers.accept(partition.parts().refuseLook(request.key(), error));
        if (plan.error() != null) {
            refusal.accept(plan.error());
            return;
        }
        events.whenApplied(request, () -> answer(query, (PointQuery) plan.query()), refusal);
    }

    private void answer(MatrixInput.PointQuery query, PointQuery lookup) {
        Part part = partition.parts().look(query.request().key(), lookup::partial, records.find(query.key()));
        part = part.queuedFor(query.nanosSinceParsed());
        answers.accept(
                query.request().wantsProgress() ? part.with(partition.progress().places()) : part);
    }

    // ---- questions to all partitions

    void accept(BroadcastInput.Question question) throws Exception {
        plans.follow(question.request(), question.tableValues(), plan -> accept(question.request(), plan));
    }

    private void accept(Request request, TextPlan plan) throws Exception {
        Consumer<QueryError> refusal = error -> refuse(request, error);
        if (plan.error() != null) {
            // The reader of queries has planned the same, but time limits may end it here.
            refusal.accept(plan.error());
            return;
        }
        events.whenApplied(request, () -> submit(request, plan.query()), refusal);
        wake.run();
    }

    private void submit(Request request, Query query) {
        if (query instanceof CancelRequest cancel) {
            cancel(request, cancel);
        } else if (query instanceof RulesReport report) {
            answer(request, () -> rules.report(report));
        } else if (query instanceof ShadowsReport report) {
            answer(request, () -> report.partial(rules.shadows()));
        } else if (query instanceof ScansRequest scans) {
            answer(request, () -> scans.partial(partition));
        } else if (query instanceof ColumnsRequest columns) {
            answer(
                    request,
                    () -> columns.partial(partition.columns(), KeptColumns.of(schema, columns.names()), number()));
            wake.run();
        } else if (query instanceof ExportPiece piece) {
            answer(request, () -> piece.partial(partition.exports(), request.clientId(), number()));
        } else if (query instanceof RecordQuestion question) {
            partition.submit(asker(request), question);
        } else if (results.isWritable()) {
            scan(request, (ScanQuery) query);
        } else {
            refuse(request, RESULTS_UNWRITABLE);
        }
    }

    private void scan(Request request, ScanQuery query) {
        QueryError refusal = null;
        if (query instanceof ExportQuery export && nowMs.getAsLong() < request.deadlineMs()) {
            refusal = partition.exports().begin(request.clientId(), export.id());
        }
        if (refusal == null) {
            partition.submit(asker(request), query);
        } else {
            refuse(request, refusal);
        }
    }

    /** Answers with what the partition says of itself, perhaps after a change of it. */
    private void answer(Request request, Supplier<Partial> report) {
        try {
            answers.accept(partition.parts().of(asker(request), report.get()));
        } catch (InvalidInputException refused) {
            refuse(request, new QueryError(QueryError.Code.INVALID_PARAMETER, refused.getMessage()));
        } catch (QueryFailure refused) {
            refuse(request, refused.error());
        }
    }

    private void cancel(Request request, CancelRequest cancel) {
        List<Request> unplanned = plans.cancel(request.clientId(), cancel.requestId());
        unplanned.forEach(each -> refuse(each, QueryError.CANCELLED));
        int waiting = unplanned.size() + events.cancel(request.clientId(), cancel.requestId());
        int inPasses = partition.cancel(request.clientId(), cancel.requestId());
        answers.accept(partition.parts().of(asker(request), cancel.partial(waiting + inPasses)));
    }

    private int number() {
        return partition.parts().source().partition();
    }

    private void refuse(Request request, QueryError error) {
        answers.accept(partition.parts().refusal(asker(request), error));
    }

    private static Asker asker(Request request) {
        return new Asker(
                request.key(),
                request.requestId(),
                request.clientId(),
                request.payer(),
                request.deadlineMs(),
                request.wantsProgress(),
                request.options().maxAgeMs());
    }

    // ---- second rounds

    void accept(BroadcastInput.SecondRound round) {
        if (round.isNone()) {
            partition.queries().drop(round.requestKey());
        } else {
            partition.queries().whenHome(ThrowingRunnable.unchecked(() -> ask(round)));
        }
    }

    private void ask(BroadcastInput.SecondRound round) throws Exception {
        Scannable held = partition.queries().held(round.requestKey());
        if (held == null) {
            partition.queries().askSecondRound(round.requestKey(), query -> query);
            return;
        }
        plans.second(round.requestKey(), (ScanQuery) held, round.values(), plan -> accept(round.requestKey(), plan));
    }

    private void accept(String requestKey, TextPlan plan) {
        partition.queries().askSecondRound(requestKey, held -> {
            if (plan.error() != null) {
                throw new QueryFailure(plan.error());
            }
            return (ScanQuery) plan.query();
        });
        wake.run();
    }
}
