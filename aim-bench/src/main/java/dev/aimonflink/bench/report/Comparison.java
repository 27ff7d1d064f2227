package dev.aimonflink.bench.report;

import dev.aimonflink.bench.experiment.Figure;
import dev.aimonflink.bench.experiment.Report;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Compares two sets of results.
 *
 * @param missing a sentence for each figure that one side lacks
 * @param differences of parameters, which make figures incomparable
 * @param environments differences of machines, which may be the subject of the comparison
 */
record Comparison(List<Pair> pairs, List<String> missing, List<String> differences, List<String> environments) {

    /** Entries that differ between any two runs. */
    private static final List<String> NEVER_THE_SAME = List.of("time", "aim", "commit", "code", "repeats");

    static Comparison of(List<Report> before, List<Report> after) {
        Comparison comparison =
                new Comparison(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        Map<String, Report> olds = byExperiment(before);
        Map<String, Report> news = byExperiment(after);
        TreeSet<String> experiments = new TreeSet<>(olds.keySet());
        experiments.addAll(news.keySet());
        for (String experiment : experiments) {
            Report old = olds.get(experiment);
            Report young = news.get(experiment);
            if (old == null || young == null) {
                comparison.missing.add(experiment + " is only in " + (old == null ? "B" : "A") + ".");
            } else {
                comparison.add(old, young);
            }
        }
        return new Comparison(
                Pair.judged(comparison.pairs), comparison.missing, comparison.differences, comparison.environments);
    }

    /** Why some figures are not judged, and how to fix it; empty if all are. */
    Optional<String> tooFewRepeats() {
        long unjudged = pairs.stream()
                .filter(pair -> pair.verdict() == Pair.Verdict.UNJUDGED)
                .count();
        int needed = Pair.runsNeeded(pairs.size());
        return unjudged == 0
                ? Optional.empty()
                : Optional.of("Too few repeats to tell about " + unjudged + " of " + pairs.size()
                        + " figures. Measure both sides with --repeat " + needed
                        + " or more; fewer are enough for fewer figures.");
    }

    boolean hasRegression() {
        return pairs.stream().anyMatch(pair -> pair.verdict() == Pair.Verdict.WORSE);
    }

    private static Map<String, Report> byExperiment(List<Report> reports) {
        return reports.stream().collect(Collectors.toMap(Report::experiment, each -> each, (first, last) -> last));
    }

    private void add(Report old, Report young) {
        String experiment = old.experiment();
        differences.addAll(differences(experiment, old.parameters(), young.parameters()));
        environments.addAll(differences(experiment, old.environment(), young.environment()));
        Map<String, Figure> youngFigures = new LinkedHashMap<>();
        young.figures().forEach(figure -> youngFigures.put(FigureLabels.of(figure), figure));
        for (Figure figure : old.figures()) {
            Figure other = youngFigures.remove(FigureLabels.of(figure));
            if (other == null) {
                missing.add(experiment + ": " + FigureLabels.of(figure) + " is only in A.");
            } else if (!other.unit().equals(figure.unit())) {
                differences.add(experiment + ": " + FigureLabels.of(figure) + " is in " + figure.unit()
                        + " in A and in " + other.unit() + " in B.");
            } else {
                pairs.add(new Pair(experiment, figure, other));
            }
        }
        youngFigures.keySet().forEach(label -> missing.add(experiment + ": " + label + " is only in B."));
    }

    private static List<String> differences(String experiment, Map<String, Object> old, Map<String, Object> young) {
        Map<String, Object> olds = flat("", old, new TreeMap<>());
        Map<String, Object> youngs = flat("", young, new TreeMap<>());
        TreeSet<String> keys = new TreeSet<>(olds.keySet());
        keys.addAll(youngs.keySet());
        return keys.stream()
                .filter(key -> !NEVER_THE_SAME.contains(key))
                .filter(key -> !Objects.equals(olds.get(key), youngs.get(key)))
                .map(key ->
                        experiment + ": " + key + " is " + olds.get(key) + " in A and " + youngs.get(key) + " in B.")
                .toList();
    }

    private static Map<String, Object> flat(String prefix, Map<?, ?> nested, Map<String, Object> into) {
        nested.forEach((key, value) -> {
            if (value instanceof Map<?, ?> deeper) {
                flat(prefix + key + ".", deeper, into);
            } else {
                into.put(prefix + key, value);
            }
        });
        return into;
    }
}
