package dev.aimonflink.clients.doctor;

import dev.aimonflink.clients.flink.JobMetrics;

/** Checks that each partition has room for the rows of new keys. */
final class RowsCheck implements MetricsCheck {
    private static final String CHECK = "rows";

    /** The percentage of the limit from which on it warns. */
    private static final int NEARLY_FULL_PERCENT = 90;

    @Override
    public Finding finding(JobMetrics metrics) {
        long rows = metrics.sum("rows");
        long limit = metrics.sum("rowsLimit");
        if (limit == 0) {
            return Finding.ok(CHECK, rows + " rows");
        }
        String detail = rows + " of at most " + limit + " rows";
        // The overall limit is shared equally, and a full partition refuses new ones whatever room the others have.
        double fullestRows = metrics.max("rows").orElse(0);
        double limitOfEach = metrics.max("rowsLimit").orElse(0);
        return fullestRows * 100 >= limitOfEach * NEARLY_FULL_PERCENT
                ? Finding.warn(
                        CHECK,
                        detail + ", " + Math.round(fullestRows) + " of at most " + Math.round(limitOfEach)
                                + " in the fullest partition; beyond, events of new keys go to the dead letters",
                        "Raise aim.matrix.max-entities if there is heap for more, or set aim.matrix.forget-after, or"
                                + " find the producer that sends unknown keys.")
                : Finding.ok(CHECK, detail);
    }
}
