package dev.aimonflink.bench.report;

import dev.aimonflink.bench.experiment.Figure;
import java.util.Locale;

/**
 * The same thing measured before and after.
 *
 * <p>What counts as noise: on each side, how far its best sample is from its median, relative to the median; the two added
 * up, and at least {@link #MIN_NOISE}. The best, not the worst: a neighbour on the machine or a collection makes one sample
 * ten times slower, nothing makes one ten times faster. Of 5 samples the best lies 1.2 standard deviations from the median
 * and a median strays by 0.54, so two that differ by the sum of both distances differ by three times of what chance does.
 */
record Pair(String experiment, Figure before, Figure after) {
    /** Two JVMs compile one program differently, which the samples of either do not show. */
    static final double MIN_NOISE = 0.05;

    /** Fewer have no spread to speak of. */
    static final int MIN_SAMPLES = 3;

    static final String RULE = "noise = (distance of best from median) / median, of both sides, added; at least 5%;"
            + " unjudged below 3 samples";

    enum Verdict {
        BETTER,
        SAME,
        WORSE,
        UNJUDGED;

        String label() {
            return this == WORSE ? "WORSE" : name().toLowerCase(Locale.ROOT);
        }
    }

    /** Of the medians, after over before. */
    double ratio() {
        return before.median() == after.median() ? 1 : after.median() / before.median();
    }

    double noise() {
        return Math.max(MIN_NOISE, spread(before) + spread(after));
    }

    private static double spread(Figure figure) {
        return figure.median() == 0 ? 0 : Math.abs((figure.best() - figure.median()) / figure.median());
    }

    Verdict verdict() {
        Direction direction = Direction.of(before);
        if (direction == Direction.UNKNOWN || before.samples() < MIN_SAMPLES || after.samples() < MIN_SAMPLES) {
            return Verdict.UNJUDGED;
        }
        double timesWorse = direction == Direction.LESS_IS_BETTER ? ratio() : 1 / ratio();
        if (timesWorse > 1 + noise()) {
            return Verdict.WORSE;
        }
        return timesWorse < 1 / (1 + noise()) ? Verdict.BETTER : Verdict.SAME;
    }
}
