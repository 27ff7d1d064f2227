package dev.aimonflink.bench.harness;

import dev.aimonflink.bench.experiment.Answers;
import dev.aimonflink.bench.experiment.Demand;
import dev.aimonflink.bench.experiment.Figure;
import dev.aimonflink.bench.experiment.LatencyLog;
import dev.aimonflink.bench.experiment.Report;
import dev.aimonflink.bench.experiment.Samples;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;

/**
 * Makes one report of an experiment's runs in several fresh JVMs: percentiles are of all latencies together, other figures are medians, and
 * checks those of the worst run.
 */
final class Pooled {
    /** The parameter for the number of runs. */
    static final String REPEATS = "repeats";

    private static final String MAX = ".max";
    private static final Pattern PERCENTILE = Pattern.compile("(.*)\\.p([0-9]{2})([0-9]*)");
    private static final double ALL = 100;

    private Pooled() {}

    /** The end of a percentile figure's name: {@code .p50}, {@code .p999} or {@code .max}. */
    static String suffixOf(double percentile) {
        return percentile == ALL
                ? MAX
                : ".p"
                        + BigDecimal.valueOf(percentile)
                                .stripTrailingZeros()
                                .toPlainString()
                                .replace(".", "");
    }

    /** The percentile in a figure's name, if any. */
    static OptionalDouble percentileOf(String name) {
        Matcher matcher = PERCENTILE.matcher(name);
        if (matcher.matches()) {
            return OptionalDouble.of(Double.parseDouble(matcher.group(2) + "." + matcher.group(3) + "0"));
        }
        return name.endsWith(MAX) ? OptionalDouble.of(ALL) : OptionalDouble.empty();
    }

    static Report of(List<Report> runs, LatencyLog latencies) {
        Report first = runs.get(0);
        Map<String, Object> parameters = new LinkedHashMap<>(first.parameters());
        parameters.put(REPEATS, runs.size());
        return new Report(
                first.experiment(),
                first.environment(),
                parameters,
                first.figures().stream()
                        .map(figure -> figure(alike(runs, figure), latencies))
                        .toList(),
                first.checks().stream()
                        .map(Demand::name)
                        .map(name -> worst(runs, name))
                        .toList(),
                runs.stream().map(Report::answers).reduce(new Answers(0, 0), Answers::plus));
    }

    private static List<Figure> alike(List<Report> runs, Figure figure) {
        return runs.stream()
                .flatMap(run -> run.figures().stream())
                .filter(other ->
                        other.name().equals(figure.name()) && other.parameters().equals(figure.parameters()))
                .toList();
    }

    private static Figure figure(List<Figure> ofRuns, LatencyLog latencies) {
        Figure first = ofRuns.get(0);
        List<Double> values = ofRuns.stream().map(Figure::value).toList();
        OptionalDouble percentile = percentileOf(first.name());
        double value = Samples.of(values, each -> each).median();
        if (percentile.isPresent()) {
            String name = first.name().substring(0, first.name().lastIndexOf('.'));
            List<Histogram> all = latencies.of(name, first.parameters());
            value = all.isEmpty() ? value : Latencies.percentileMs(Latencies.pooled(all), percentile.getAsDouble());
        }
        Comparator<Double> order = first.direction() == Figure.Direction.MORE_IS_BETTER
                ? Comparator.reverseOrder()
                : Comparator.naturalOrder();
        return new Figure(
                first.name(),
                first.parameters(),
                first.unit(),
                values.stream().min(order).orElseThrow(),
                value,
                values.stream().max(order).orElseThrow(),
                ofRuns.stream().mapToInt(Figure::samples).sum(),
                values);
    }

    private static Demand worst(List<Report> runs, String name) {
        // For a lower bound, the least value is the worst.
        return runs.stream()
                .flatMap(run -> run.checks().stream())
                .filter(check -> check.name().equals(name))
                .max(Comparator.comparingDouble(
                        check -> check.bound().startsWith(">") ? -check.value() : check.value()))
                .orElseThrow();
    }
}
