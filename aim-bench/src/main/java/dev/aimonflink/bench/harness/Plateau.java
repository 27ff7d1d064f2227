package dev.aimonflink.bench.harness;

/**
 * Knows when a rate has stopped rising: a JVM is warm once a few looks in a row have brought nothing better than what was
 * there before them. A single bad look proves nothing, so falling does not count as rising later.
 */
final class Plateau {
    /** A look that is better by less is as good. */
    static final double RISE = 1.03;

    /** So many in a row must bring nothing better. */
    static final int LOOKS = 3;

    private double best;
    private int looksSinceBest;

    /** Returns whether it has stopped rising. What has not begun yet rises still. */
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
