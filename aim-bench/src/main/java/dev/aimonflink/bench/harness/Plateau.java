package dev.aimonflink.bench.harness;

/**
 * Detects when a rate has stopped rising: a JVM is warm once several consecutive looks are no better than the best before. Recovering from
 * a single bad look does not count as rising.
 */
final class Plateau {
    /** A smaller increase counts as none. */
    static final double RISE = 1.03;

    /** How many consecutive looks must be no better. */
    static final int LOOKS = 3;

    private double best;
    private int looksSinceBest;

    /** Whether the rate has stopped rising; a rate of zero has not begun to rise. */
    boolean isReached(double perSecond) {
        if (perSecond > best * RISE) {
            best = perSecond;
            looksSinceBest = 0;
        } else if (best > 0) {
            looksSinceBest++;
        }
        return looksSinceBest >= LOOKS;
    }
}
