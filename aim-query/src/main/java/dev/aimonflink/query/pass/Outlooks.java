package dev.aimonflink.query.pass;

import dev.aimonflink.matrix.row.Rows;
import dev.aimonflink.query.schedule.Outlook;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Looks ahead at the next pass: what it will read, and what has changed since the one before. */
final class Outlooks {
    private final Rows rows;
    private final ScanTimes times;
    private final NanoClock clock;
    private final int keptCells;
    private long lastNanos;
    private long lastApplied;

    Outlooks(Rows rows, ScanTimes times, NanoClock clock, int keptCells) {
        this.rows = rows;
        this.times = times;
        this.clock = clock;
        this.keptCells = keptCells;
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
                columns.size(),
                keptCells,
                applied - lastApplied,
                nowNanos - lastNanos);
        lastNanos = nowNanos;
        lastApplied = applied;
        return outlook;
    }
}
