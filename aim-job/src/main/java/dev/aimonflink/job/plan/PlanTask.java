package dev.aimonflink.job.plan;

import dev.aimonflink.query.serve.request.Query;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A text that waits to be planned.
 *
 * @param payer whose share it takes: {@link dev.aimonflink.query.serve.request.Request#payer}
 * @param isAdmission whether it is planned for the first time, within the budget; false if another TaskManager has admitted it
 * @param planning makes the query, and calls a check between its steps
 */
record PlanTask(
        String payer,
        String requestKey,
        int characters,
        boolean isAdmission,
        long arrivalNanos,
        Function<Runnable, Query> planning,
        Consumer<TextPlan> done) {
    /** In place of a client, for a second round, which is charged to nobody. */
    static final String SECOND_ROUND = "";

    boolean isSecondRound() {
        return payer.equals(SECOND_ROUND);
    }
}
