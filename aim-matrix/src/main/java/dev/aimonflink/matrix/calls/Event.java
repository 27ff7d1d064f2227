package dev.aimonflink.matrix.calls;

import dev.aimonflink.matrix.model.EventFaults;
import java.util.Optional;

/**
 * One phone call.
 *
 * <p>It can hold any values; {@link #fault()} checks whether the matrix accepts them.
 *
 * @param timestampMs epoch milliseconds
 * @param cost in currency units; the matrix keeps whole cents
 * @param longDistance whether the call is not local
 */
public record Event(long subscriberId, long timestampMs, int durationSeconds, float cost, boolean longDistance) {
    /** A week; a longer call comes from a broken counter. */
    public static final int MAX_DURATION_SECONDS = 604_800;

    public static final float MAX_COST = 100_000f;

    /** In whole cents, rounded in double arithmetic because a float product is wrong from 65,536.02 on. */
    public long costCents() {
        return Math.round((double) cost * 100);
    }

    /** What is wrong with this event; empty if it can be applied. */
    public Optional<String> fault() {
        if (durationSeconds < 0 || durationSeconds > MAX_DURATION_SECONDS) {
            return Optional.of("durationSeconds=" + durationSeconds + " is outside 0.." + MAX_DURATION_SECONDS);
        }
        // Negated, so that NaN fails too.
        if (!(cost >= 0 && cost <= MAX_COST)) {
            return Optional.of("cost=" + cost + " is outside 0.." + (int) MAX_COST);
        }
        if (timestampMs < EventFaults.MIN_TIMESTAMP_MS || timestampMs > EventFaults.MAX_TIMESTAMP_MS) {
            return Optional.of("timestamp=" + timestampMs + " is outside " + EventFaults.MIN_TIMESTAMP_MS + ".."
                    + EventFaults.MAX_TIMESTAMP_MS);
        }
        return Optional.empty();
    }
}
