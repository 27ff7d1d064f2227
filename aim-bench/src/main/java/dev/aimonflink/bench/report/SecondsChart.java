package dev.aimonflink.bench.report;

import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.experiment.SecondsLog;
import dev.aimonflink.bench.experiment.SecondsLog.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Draws a log of seconds: a line for each variant, each point the median of all turns. */
record SecondsChart(String experiment, List<Row> rows) {
    static final LineChart.Axis SECONDS = new LineChart.Axis("second", LineChart.Scaling.LINEAR);

    private static final Map<String, ToDoubleFunction<Row>> CURVES = curves();

    /** The charts of one event have these in common. */
    private record Subject(String after, int parallelism, int rate) {
        static Subject of(Row row) {
            return new Subject(row.after(), row.parallelism(), row.rate());
        }
    }

    private static Map<String, ToDoubleFunction<Row>> curves() {
        Map<String, ToDoubleFunction<Row>> curves = new LinkedHashMap<>();
        curves.put("queries/s", Row::queries);
        curves.put("p50, ms", Row::p50Ms);
        curves.put("p99, ms", Row::p99Ms);
        curves.put("CPU-s/s", Row::cpuSeconds);
        curves.put("garbage, MB in a second", Row::garbageMegabytes);
        return curves;
    }

    static SecondsChart read(Path file) throws IOException {
        String name = file.getFileName().toString();
        return new SecondsChart(
                name.substring(0, name.length() - SecondsLog.EXTENSION.length()), SecondsLog.read(file));
    }

    /** Leaves out the seconds before the job ran: no variant answers then. */
    List<LineChart> charts() {
        Map<Subject, List<Row>> bySubject = rows.stream()
                .filter(row -> row.second() >= 0)
                .collect(Collectors.groupingBy(Subject::of, LinkedHashMap::new, Collectors.toList()));
        List<LineChart> charts = new ArrayList<>();
        bySubject.forEach((subject, ofSubject) -> CURVES.forEach((unit, value) -> {
            String setting = bySubject.keySet().stream()
                                    .filter(other -> other.after().equals(subject.after()))
                                    .count()
                            > 1
                    ? ", parallelism " + subject.parallelism() + ", " + Labels.number(subject.rate()) + " events/s"
                    : "";
            List<Series> series = series(ofSubject, value);
            if (!series.isEmpty()) {
                charts.add(new LineChart(
                        "each second after the " + subject.after() + ", " + unit + setting, SECONDS, unit, series));
            }
        }));
        return charts;
    }

    private static List<Series> series(List<Row> rows, ToDoubleFunction<Row> value) {
        Map<String, List<Row>> byVariant =
                rows.stream().collect(Collectors.groupingBy(Row::variant, LinkedHashMap::new, Collectors.toList()));
        List<Series> series = new ArrayList<>();
        byVariant.forEach((variant, ofVariant) -> {
            List<Series.Point> points = medians(ofVariant, value);
            if (!points.isEmpty()) {
                series.add(Series.ours(variant, series.size(), points));
            }
        });
        return series;
    }

    /** A second in which no turn has a value has no point. */
    private static List<Series.Point> medians(List<Row> rows, ToDoubleFunction<Row> value) {
        return rows.stream()
                .filter(row -> !Double.isNaN(value.applyAsDouble(row)))
                .collect(Collectors.groupingBy(Row::second, TreeMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .map(each -> Series.Point.exact(
                        each.getKey(), Samples.of(each.getValue(), value).median()))
                .toList();
    }
}
