package dev.aimonflink.rules.judge;

/** The rules that can fire in the present: valid, and not muted for all entities. They stay the same for a long time. */
final class AudibleRules {
    private final BoundRule[] rules;
    private final long[] bits;

    // The times that the bits hold for.
    private long fromMs = Long.MAX_VALUE;
    private long untilMs = Long.MIN_VALUE;

    AudibleRules(BoundRule[] rules) {
        this.rules = rules;
        bits = new long[(rules.length + Long.SIZE - 1) / Long.SIZE];
    }

    /** As a set of bits, by the index of the rule. */
    long[] at(long nowMs) {
        if (nowMs < fromMs || nowMs >= untilMs) {
            turnTo(nowMs);
        }
        return bits;
    }

    private void turnTo(long nowMs) {
        fromMs = Long.MIN_VALUE;
        untilMs = Long.MAX_VALUE;
        for (int i = 0; i < rules.length; i++) {
            final BoundRule rule = rules[i];
            final boolean isAudible = isAfter(rule.fromMs(), nowMs)
                    && !isAfter(rule.toMs(), nowMs)
                    && (!rule.isMutedForAll() || isAfter(rule.mutedUntilMs(), nowMs));
            bits[i >> 6] = isAudible ? bits[i >> 6] | 1L << i : bits[i >> 6] & ~(1L << i);
        }
    }

    /** Whether the present is at or after a time; the result holds as long as it stays so. */
    private boolean isAfter(long timeMs, long nowMs) {
        if (nowMs >= timeMs) {
            fromMs = Math.max(fromMs, timeMs);
            return true;
        }
        untilMs = Math.min(untilMs, timeMs);
        return false;
    }
}
