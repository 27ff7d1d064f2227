package dev.aimonflink.job.plan;

import dev.aimonflink.core.pass.QueryError;
import dev.aimonflink.core.pass.QueryFailure;
import dev.aimonflink.core.query.Query;
import java.util.function.Function;

/**
 * What became of a text.
 *
 * @param query null if it cannot be planned
 * @param error why; null if there is a query
 * @param defect of the job, which is the cause; null if there is none
 */
public record Plan(Query query, QueryError error, Throwable defect) {
    static Plan of(Query query) {
        return new Plan(query, null, null);
    }

    static Plan refused(QueryError error) {
        return new Plan(null, error, null);
    }

    /** Plans a text. Whatever it makes happen becomes its plan. */
    static Plan of(Function<Runnable, Query> planning, Runnable check) {
        try {
            return of(planning.apply(check));
        } catch (QueryFailure failure) {
            return failed(failure);
        } catch (RuntimeException | Error defect) {
            return failed(QueryFailure.ofDefect(defect));
        }
    }

    static Plan failed(QueryFailure failure) {
        return new Plan(null, failure.error(), failure.getCause());
    }
}
