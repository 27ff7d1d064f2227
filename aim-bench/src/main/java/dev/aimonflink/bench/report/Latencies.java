package dev.aimonflink.bench.report;

import dev.aimonflink.core.model.InvalidInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/**
 * The latencies of a histogram log, {@code NAME.hlog}, whose values are nanoseconds; its intervals are added up.
 *
 * @param name of the file, without its extension
 */
record Latencies(String name, long count, List<Percentile> percentiles) {
    private static final double NANOS_PER_MS = 1e6;
    private static final int SIGNIFICANT_DIGITS = 3;

    /** A percentile is shown if a value lies beyond: of 1,000 values the 99.99th is but the greatest. A bit less than 1,
     * because 100 - 99.9 is less than 0.1. */
    private static final double MIN_BEYOND = 0.999;

    private static final double[] SHOWN = {
        0, 10, 20, 30, 40, 50, 60, 70, 75, 80, 85, 90, 92.5, 95, 97, 98, 99, 99.5, 99.7, 99.9, 99.95, 99.97, 99.99,
        99.995, 99.999
    };

    record Percentile(double percent, double ms) {}

    static Latencies read(Path file) throws IOException {
        Histogram sum = new Histogram(SIGNIFICANT_DIGITS);
        try (HistogramLogReader log = new HistogramLogReader(file.toFile())) {
            for (EncodableHistogram next = next(log); next != null; next = next(log)) {
                if (!(next instanceof Histogram interval)) {
                    throw new InvalidInputException("it has histograms of doubles; give nanoseconds as integers");
                }
                sum.add(interval);
            }
        }
        if (sum.getTotalCount() == 0) {
            throw new InvalidInputException("it has no latencies");
        }
        String name = file.getFileName().toString();
        return new Latencies(name.substring(0, name.lastIndexOf('.')), sum.getTotalCount(), percentiles(sum));
    }

    /** One line for each. */
    static LineChart chart(String title, List<Latencies> all) {
        List<Series> series = new ArrayList<>();
        for (Latencies one : all) {
            double last = one.percentiles().get(one.percentiles().size() - 1).ms();
            series.add(Series.ours(
                    one.name() + " " + Labels.number(last),
                    series.size(),
                    one.percentiles().stream()
                            .map(each -> Series.Point.exact(LineChart.tail(each.percent()), each.ms()))
                            .toList()));
        }
        return new LineChart(title, LineChart.Axis.PERCENTILES, "ms", series);
    }

    /** What is broken shows as any exception. */
    private static EncodableHistogram next(HistogramLogReader log) {
        try {
            return log.nextIntervalHistogram();
        } catch (RuntimeException e) {
            throw new InvalidInputException("it is no log of histograms", e);
        }
    }

    private static List<Percentile> percentiles(Histogram histogram) {
        List<Percentile> percentiles = new ArrayList<>();
        DoubleStream.of(SHOWN)
                .filter(percent -> histogram.getTotalCount() * (100 - percent) / 100 >= MIN_BEYOND)
                .forEach(percent -> percentiles.add(
                        new Percentile(percent, histogram.getValueAtPercentile(percent) / NANOS_PER_MS)));
        return percentiles;
    }
}
