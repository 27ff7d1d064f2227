package dev.aimonflink.bench.harness;

/**
 * Detects when a rate has stopped rising: a JVM is warm once a few looks in a row are no better than the best before them.
 * A rate that recovers from a single bad look does not count as rising.
 */
final class Plateau {
    /** A rate that is higher by less counts as the same. */
    static final double RISE = 1.03;

    /** How many looks in a row must be no better. */
    static final int LOOKS = 3;

    private double best;
    private int looksSinceBest;

    /** Returns whether the rate has stopped rising. A rate of zero has not begun to rise. */
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
