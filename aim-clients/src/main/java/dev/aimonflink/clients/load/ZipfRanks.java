package dev.aimonflink.clients.load;

import java.util.SplittableRandom;

/**
 * Draws ranks 1 to n with probabilities proportional to {@code rank^-exponent}, in constant time and memory, by rejection inversion (W.
 * Hörmann and G. Derflinger, "Rejection-inversion to generate variates from monotone discrete distributions", 1996).
 *
 * <p>The bars of the distribution, each a unit wide and centred on its rank, lie under the curve {@code x^-exponent} except near their
 * middles. A point drawn uniformly from the area under the curve, by inverting its integral, belongs to the rank whose bar it falls on; a
 * point above the bar is drawn again, in at worst about one case in four.
 */
final class ZipfRanks {
    private final long ranks;
    private final double exponent;
    /** The area is measured by {@link #area}: from here, where rank 1's bar begins, ... */
    private final double leftmost;
    /** ... to here, where rank n's ends. */
    private final double rightmost;
    /** Points no further left of their rank's middle than this are always on the bar: saves most logarithms. */
    private final double surelyInside;

    ZipfRanks(long ranks, double exponent) {
        this.ranks = ranks;
        this.exponent = exponent;
        leftmost = area(1.5) - 1;
        rightmost = area(ranks + 0.5);
        surelyInside = 2 - inverseArea(area(2.5) - height(2));
    }

    long next(SplittableRandom random) {
        while (true) {
            double point = rightmost + random.nextDouble() * (leftmost - rightmost);
            double x = inverseArea(point);
            // Rounding errors may carry a point just outside.
            long rank = Math.max(1, Math.min(ranks, (long) (x + 0.5)));
            if (rank - x <= surelyInside || point >= area(rank + 0.5) - height((double) rank)) {
                return rank;
            }
        }
    }

    private double height(double x) {
        return Math.exp(-exponent * Math.log(x));
    }

    /**
     * The integral of {@code x^-exponent} from 1, {@code (x^(1-exponent) - 1) / (1-exponent)}, written so that it stays exact where the
     * exponent is near 1 and the fraction nearly 0/0.
     */
    private double area(double x) {
        double logX = Math.log(x);
        return expm1OverItself((1 - exponent) * logX) * logX;
    }

    private double inverseArea(double area) {
        // Rounding errors may carry the argument just past the end of log1p's domain.
        double t = Math.max(-1, area * (1 - exponent));
        return Math.exp(log1pOverItself(t) * area);
    }

    /** Below this, the series' next term is lost in a double. */
    private static final double NEARLY_ZERO = 1e-8;

    private static double expm1OverItself(double t) {
        return Math.abs(t) > NEARLY_ZERO ? Math.expm1(t) / t : 1 + t / 2;
    }

    private static double log1pOverItself(double t) {
        return Math.abs(t) > NEARLY_ZERO ? Math.log1p(t) / t : 1 - t / 2;
    }
}
