package dev.aimonflink.bench.report;

import dev.aimonflink.bench.experiment.LatencyLog;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * The percentiles of one tag of a histogram log, {@code NAME.hlog}, whose values are nanoseconds, added up over its intervals.
 *
 * @param log the file, without its extension
 * @param tag empty if there is none
 */
record LatencyCurve(String log, String tag, long count, List<Percentile> percentiles) {
    static final int MAX_TAGS = 500;

    private static final double NANOS_PER_MS = 1e6;
    private static final int SIGNIFICANT_DIGITS = 3;

    /** A percentile is shown if a value lies beyond it. A bit less than 1, because 100 - 99.9 is less than 0.1. */
    private static final double MIN_BEYOND = 0.999;

    private static final double[] SHOWN = {
        0, 10, 20, 30, 40, 50, 60, 70, 75, 80, 85, 90, 92.5, 95, 97, 98, 99, 99.5, 99.7, 99.9, 99.95, 99.97, 99.99,
        99.995, 99.999
    };

    record Percentile(double percent, double ms) {}

    /** Reads the curve of each tag, sorted by tag. */
    static List<LatencyCurve> read(Path file) throws IOException {
        Map<String, Histogram> byTag = new TreeMap<>();
        LatencyLog.read(file, interval -> {
            String tag = interval.getTag() == null ? "" : interval.getTag();
            if (!byTag.containsKey(tag) && byTag.size() == MAX_TAGS) {
                throw new InvalidInputException("it has more than " + MAX_TAGS + " tags");
            }
            byTag.computeIfAbsent(tag, any -> new Histogram(SIGNIFICANT_DIGITS)).add(interval);
        });
        byTag.values().removeIf(histogram -> histogram.getTotalCount() == 0);
        if (byTag.isEmpty()) {
            throw new InvalidInputException("it has no latencies");
        }
        String name = file.getFileName().toString();
        String log = name.substring(0, name.lastIndexOf('.'));
        List<LatencyCurve> all = new ArrayList<>();
        byTag.forEach((tag, histogram) ->
                all.add(new LatencyCurve(log, tag, histogram.getTotalCount(), percentiles(histogram))));
        return all;
    }

    /** {@code NAME;PARAMETER=VALUE;...}. */
    private Map<String, String> parameters() {
        Map<String, String> parameters = new TreeMap<>();
        Stream.of(tag.split(";"))
                .skip(1)
                .map(part -> part.split("=", 2))
                .filter(pair -> pair.length == 2)
                .forEach(pair -> parameters.put(pair[0], pair[1]));
        return parameters;
    }

    private String label(Set<String> varying) {
        String rest = Labels.values(parameters(), varying);
        String name = Labels.within(log, tag.split(";", 2)[0]);
        String start = name.isEmpty() ? log : name;
        return rest.isEmpty() ? start : start + ", " + rest;
    }

    /** One line for each. */
    static LineChart chart(String title, List<LatencyCurve> all) {
        Set<String> varying =
                Labels.varyingIn(all.stream().map(LatencyCurve::parameters).toList());
        List<Series> series = new ArrayList<>();
        for (LatencyCurve one : all) {
            series.add(Series.ours(
                    one.label(varying),
                    series.size(),
                    one.percentiles().stream()
                            .map(each -> Series.Point.exact(LineChart.tail(each.percent()), each.ms()))
                            .toList()));
        }
        return new LineChart(title, LineChart.Axis.PERCENTILES, "ms", series);
    }

    private static List<Percentile> percentiles(Histogram histogram) {
        return DoubleStream.of(SHOWN)
                .filter(percent -> histogram.getTotalCount() * (100 - percent) / 100 >= MIN_BEYOND)
                .mapToObj(percent -> new Percentile(percent, histogram.getValueAtPercentile(percent) / NANOS_PER_MS))
                .toList();
    }
}
