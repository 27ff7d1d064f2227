package dev.aimonflink.job.merge;

import dev.aimonflink.job.plan.Planner;
import dev.aimonflink.job.plan.TextPlan;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.query.serve.request.Request;
import dev.aimonflink.query.serve.request.ScanQuery;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** What the merger knows of the texts of registered requests. Not state: requests of an earlier run are answered without it. */
final class PlannedTexts implements AutoCloseable {
    /** @param query null if this TaskManager has not planned the text yet */
    private record PlannedText(byte[] tableValues, Query query) {}

    private final Planner planner;
    private final Map<String, PlannedText> byRequest = new HashMap<>();

    PlannedTexts(Planner planner) {
        this.planner = planner;
    }

    @Override
    public void close() {
        planner.close();
    }

    void add(Request request, byte[] tableValues) {
        TextPlan known = planner.known(request.asked());
        byRequest.put(request.key(), new PlannedText(tableValues, known == null ? null : known.query()));
    }

    void remove(String requestKey) {
        byRequest.remove(requestKey);
    }

    boolean contains(Request request) {
        return byRequest.containsKey(request.key());
    }

    boolean isPlanned(Request request) {
        return !planner.isText(request.asked()) || contains(request);
    }

    /** Whether a request's query is known without planning it again. */
    boolean isKnown(Request request) {
        PlannedText text = byRequest.get(request.key());
        return (text != null && text.query != null) || planner.known(request.asked()) != null;
    }

    Supplier<Query> queryOf(Request request) {
        PlannedText text = byRequest.get(request.key());
        if (text != null && text.query != null) {
            return () -> text.query;
        }
        byte[] tableValues = text == null ? null : text.tableValues;
        return () -> queryOf(planner.now(request.asked(), tableValues));
    }

    private static Query queryOf(TextPlan plan) {
        if (plan.error() != null) {
            throw plan.defect() == null ? new QueryFailure(plan.error()) : QueryFailure.ofDefect(plan.defect());
        }
        return plan.query();
    }

    /** Whether a request's second round is known without planning it. */
    boolean isSecondKnown(String requestKey, byte[] values) {
        return planner.isSecondKnown(requestKey, values);
    }

    /** Any thread may call this. */
    Query secondOf(Request request, ScanQuery first, byte[] values) {
        return planner.secondNow(request.key(), first, values).query();
    }
}
