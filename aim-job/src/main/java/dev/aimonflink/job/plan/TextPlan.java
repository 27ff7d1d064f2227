package dev.aimonflink.job.plan;

import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.request.Query;
import java.util.function.Function;

/**
 * The outcome of planning a text.
 *
 * @param query null if it cannot be planned
 * @param error why; null if there is a query
 * @param defect of the job, if that is the cause; else null
 */
public record TextPlan(Query query, QueryError error, Throwable defect) {
    static TextPlan of(Query query) {
        return new TextPlan(query, null, null);
    }

    static TextPlan refused(QueryError error) {
        return new TextPlan(null, error, null);
    }

    /** Plans a text; whatever happens becomes its plan. */
    static TextPlan of(Function<Runnable, Query> planning, Runnable check) {
        try {
            return of(planning.apply(check));
        } catch (QueryFailure failure) {
            return failed(failure);
        } catch (RuntimeException | Error defect) {
            return failed(QueryFailure.ofDefect(defect));
        }
    }

    static TextPlan failed(QueryFailure failure) {
        return new TextPlan(null, failure.error(), failure.getCause());
    }
}
