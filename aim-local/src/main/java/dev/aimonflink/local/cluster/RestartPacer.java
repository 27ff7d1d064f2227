package dev.aimonflink.local.cluster;

import java.util.HashMap;
import java.util.Map;

/** Spaces restarts: the first one is immediate, and pauses double while a process keeps dying. */
final class RestartPacer {
    static final long FIRST_PAUSE_MS = 1_000;
    static final long LONGEST_PAUSE_MS = 60_000;

    /** A process that lived this long starts with the first pause again. */
    static final long CALM_MS = 120_000;

    private record Last(long startMs, long pauseMs) {}

    private final Map<String, Last> lastOf = new HashMap<>();

    /** Whether a process may be started now; if so, it counts as started. */
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
