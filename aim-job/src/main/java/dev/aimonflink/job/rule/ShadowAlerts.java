package dev.aimonflink.job.rule;

import dev.aimonflink.rules.report.ShadowsReport;
import dev.aimonflink.sql.Recent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The last few alerts of each shadow rule, at most one a second: people want to see what it would do, not all of it. */
final class ShadowAlerts {
    static final int OF_A_RULE = 5;

    /** The most rules kept: those with the newest alerts. */
    static final int RULES = 100;

    private static final long GAP_MS = 1_000;

    private final LongSupplier clockMs;
    private long nowMs;

    private final Map<String, Deque<ShadowsReport.Sample>> ofRules = new Recent<>(RULES);

    ShadowAlerts(LongSupplier clockMs) {
        this.clockMs = clockMs;
    }

    void look() {
        nowMs = clockMs.getAsLong();
    }

    /** @param alert made only if it is kept */
    void fired(String rule, Supplier<byte[]> alert) {
        Deque<ShadowsReport.Sample> kept = ofRules.computeIfAbsent(rule, unknown -> new ArrayDeque<>(OF_A_RULE));
        if (!kept.isEmpty() && nowMs - kept.getLast().atMs() < GAP_MS) {
            return;
        }
        if (kept.size() == OF_A_RULE) {
            kept.removeFirst();
        }
        kept.addLast(new ShadowsReport.Sample(nowMs, alert.get()));
    }

    List<ShadowsReport.Sample> all() {
        return ofRules.values().stream().flatMap(Deque::stream).toList();
    }
}
