package dev.aimonflink.query.serve.pass;

import dev.aimonflink.matrix.row.Rows;
import dev.aimonflink.query.serve.mode.Outlook;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Predicts the next pass: what it will read, and what has changed since the previous one. */
final class Outlooks {
    private final Rows rows;
    private final ScanTimes times;
    private final NanoClock clock;
    private final BooleanSupplier isSaturated;
    private boolean hasBegun;
    private long lastNanos;
    private long lastApplied;

    Outlooks(Rows rows, ScanTimes times, NanoClock clock, BooleanSupplier isSaturated) {
        this.rows = rows;
        this.times = times;
        this.clock = clock;
        this.isSaturated = isSaturated;
    }

    /** @param queries of a pass that begins now */
    Outlook of(List<WaitingQuery> queries) {
        Set<Scannable> different = new HashSet<>();
        Set<String> columns = new HashSet<>();
        long scanNanos = 0;
        for (WaitingQuery each : queries) {
            if (different.add(each.query())) {
                columns.addAll(each.query().columns());
                scanNanos += times.expectedNanos(each.query());
            }
        }
        final long nowNanos = clock.nanoTime();
        final long applied = rows.progress().applied();
        Outlook outlook = new Outlook(
                different.size(),
                scanNanos,
                rows.size(),
                rows.columns().newRowsWaiting(),
                rows.columns().oldRowsWaiting(),
                columns.stream().mapToInt(this::cellsOf).sum(),
                rows.columns().columnSet().cells(),
                hasBegun ? applied - lastApplied : 0,
                hasBegun ? nowNanos - lastNanos : 0,
                isSaturated.getAsBoolean());
        hasBegun = true;
        lastNanos = nowNanos;
        lastApplied = applied;
        return outlook;
    }

    /** A column of a sliding window has its next value, too. */
    private int cellsOf(String column) {
        return rows.schema().column(column).isSliding() ? 2 : 1;
    }
}
