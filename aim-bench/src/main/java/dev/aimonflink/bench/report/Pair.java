package dev.aimonflink.bench.report;

import dev.aimonflink.bench.experiment.Figure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * One figure before and after, each from several fresh JVMs.
 *
 * @param pValue probability of such a difference by chance alone, corrected for the number of figures; NaN with too few runs
 */
record Pair(String experiment, Figure before, Figure after, double pValue) {
    static final double ALPHA = 0.05;

    static final String RULE =
            "the values of fresh JVMs (--repeat) by an exact two-sided Mann-Whitney U test, with Holm's"
                    + " correction for the number of figures, at " + ALPHA;

    private static final int MIN_RUNS = 2;

    enum Verdict {
        BETTER,
        SAME,
        WORSE,
        UNJUDGED;

        String label() {
            return this == WORSE ? "WORSE" : name().toLowerCase(Locale.ROOT);
        }
    }

    /** Not judged yet. */
    Pair(String experiment, Figure before, Figure after) {
        this(experiment, before, after, Double.NaN);
    }

    /** After over before. */
    double ratio() {
        return before.value() == after.value() ? 1 : after.value() / before.value();
    }

    /** Such as {@code 7/7}. */
    String runs() {
        return Math.max(1, before.runs().size()) + "/"
                + Math.max(1, after.runs().size());
    }

    boolean isRepeated() {
        return before.runs().size() >= MIN_RUNS
                && after.runs().size() >= MIN_RUNS
                && before.direction() != Figure.Direction.UNKNOWN;
    }

    /** Whether the greatest possible difference would be significant among {@code figures}. */
    private boolean canBeTold(int figures) {
        return RankTest.leastPValue(before.runs().size(), after.runs().size()) * figures <= ALPHA;
    }

    /** How many runs of each side one of {@code figures} needs to be significant. */
    static int runsNeeded(int figures) {
        int runs = MIN_RUNS;
        while (RankTest.leastPValue(runs, runs) * figures > ALPHA) {
            runs++;
        }
        return runs;
    }

    Verdict verdict() {
        if (Double.isNaN(pValue)) {
            return Verdict.UNJUDGED;
        }
        if (pValue > ALPHA) {
            return Verdict.SAME;
        }
        boolean isMore = median(after) > median(before);
        return isMore == (before.direction() == Figure.Direction.MORE_IS_BETTER) ? Verdict.BETTER : Verdict.WORSE;
    }

    private static double median(Figure figure) {
        return figure.runs().stream()
                .sorted()
                .skip((figure.runs().size() - 1) / 2)
                .findFirst()
                .orElseThrow();
    }

    /** Adds p-values by Holm: the least is multiplied by the number of figures, the next by one less. */
    static List<Pair> judged(List<Pair> pairs) {
        int figures = (int) pairs.stream().filter(Pair::isRepeated).count();
        List<Pair> byValue = pairs.stream()
                .filter(Pair::isRepeated)
                .map(pair -> pair.with(RankTest.pValue(pair.before.runs(), pair.after.runs())))
                .sorted(Comparator.comparingDouble(Pair::pValue))
                .toList();
        List<Pair> judged = new ArrayList<>(pairs);
        double highest = 0;
        for (int i = 0; i < byValue.size(); i++) {
            Pair pair = byValue.get(i);
            highest = Math.max(highest, Math.min(1, pair.pValue * (figures - i)));
            judged.set(pairs.indexOf(pair.with(Double.NaN)), pair.with(pair.canBeTold(figures) ? highest : Double.NaN));
        }
        return judged;
    }

    private Pair with(double otherPValue) {
        return new Pair(experiment, before, after, otherPValue);
    }
}
