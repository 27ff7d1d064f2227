package dev.aimonflink.local.cluster;

import java.util.HashMap;
import java.util.Map;

/**
 * Says when what has died may be started again: at once, but after ever longer pauses if it dies again and again, so that a
 * process that cannot live does not keep the machine busy.
 */
final class RestartPacer {
    static final long FIRST_PAUSE_MS = 1_000;
    static final long LONGEST_PAUSE_MS = 60_000;

    /** What lived as long is not dying again and again. */
    static final long CALM_MS = 120_000;

    private record Last(long startMs, long pauseMs) {}

    private final Map<String, Last> lastOf = new HashMap<>();

    /** Whether it may be started now; if so, it counts as started. */
    boolean mayStart(String name, long nowMs) {
        Last last = lastOf.get(name);
        if (last != null && nowMs - last.startMs < last.pauseMs) {
            return false;
        }
        boolean isCalm = last == null || nowMs - last.startMs >= CALM_MS;
        lastOf.put(name, new Last(nowMs, isCalm ? FIRST_PAUSE_MS : Math.min(2 * last.pauseMs, LONGEST_PAUSE_MS)));
        return true;
    }
}
