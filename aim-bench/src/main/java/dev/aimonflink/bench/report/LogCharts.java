package dev.aimonflink.bench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;

/** Makes charts of all latencies, which experiments keep beside their figures. */
final class LogCharts {
    private static final double NANOS_PER_MS = 1e6;

    /** More lines in one chart could not be told apart. */
    private static final int LATENCIES_PER_CHART = 6;

    /** A percentile is shown if a value lies beyond it. A bit less than 1, because 100 - 99.9 is less than 0.1. */
    private static final double MIN_BEYOND = 0.999;

    private static final double[] PERCENTILES = {
        0, 10, 20, 30, 40, 50, 60, 70, 75, 80, 85, 90, 92.5, 95, 97, 98, 99, 99.5, 99.7, 99.9, 99.95, 99.97, 99.99,
        99.995, 99.999
    };

    private LogCharts() {}

    /**
     * Draws a line of percentiles for each tag of a log.
     *
     * @param nanosByTag tags are {@code NAME;PARAMETER=VALUE;...}
     */
    static List<Chart> ofLatencies(String log, Map<String, Histogram> nanosByTag) {
        List<String> tags = List.copyOf(nanosByTag.keySet());
        List<Chart> charts = new ArrayList<>();
        for (int from = 0; from < tags.size(); from += LATENCIES_PER_CHART) {
            List<String> some = tags.subList(from, Math.min(tags.size(), from + LATENCIES_PER_CHART));
            Set<String> varying = FigureLabels.varyingIn(
                    some.stream().map(LogCharts::parameters).toList());
            List<Mark> marks = new ArrayList<>();
            for (String tag : some) {
                String rest = FigureLabels.values(parameters(tag), varying);
                String name = FigureLabels.within(log, tag.split(";", 2)[0]);
                marks.add(new Mark(
                        (name.isEmpty() ? log : name) + (rest.isEmpty() ? "" : ", " + rest),
                        "",
                        Mark.ourStyle(marks.size()),
                        percentiles(nanosByTag.get(tag))));
            }
            charts.add(new Chart(log, log + ", ms", "ms", Optional.of(Chart.Axis.PERCENTILES), marks));
        }
        return charts;
    }

    private static Map<String, String> parameters(String tag) {
        return Arrays.stream(tag.split(";"))
                .skip(1)
                .map(part -> part.split("=", 2))
                .filter(pair -> pair.length == 2)
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1], (first, last) -> last));
    }

    private static List<Mark.Point> percentiles(Histogram nanos) {
        return DoubleStream.of(PERCENTILES)
                .filter(percent -> nanos.getTotalCount() * (100 - percent) / 100 >= MIN_BEYOND)
                .mapToObj(percent ->
                        Mark.Point.exact(Chart.Axis.tail(percent), nanos.getValueAtPercentile(percent) / NANOS_PER_MS))
                .toList();
    }
}
