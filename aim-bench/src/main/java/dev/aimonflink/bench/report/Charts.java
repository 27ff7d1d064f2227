package dev.aimonflink.bench.report;

import dev.aimonflink.bench.experiment.Figure;
import dev.aimonflink.bench.experiment.Report;
import dev.aimonflink.bench.report.LineChart.Axis;
import dev.aimonflink.bench.report.LineChart.Scaling;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which charts the figures of an experiment make. A figure with a number of threads or clients is a point of a line; any
 * other is a bar.
 */
final class Charts {
    /** What is told by its table alone, such as bytes, is exact: no picture helps. */
    private static final Set<String> TIMES = Set.of("ns", "us", "µs", "ms", "s");

    /** Beyond, the small numbers of an axis are too close to each other. */
    private static final double WIDE_AXIS = 40;

    private final Report report;
    private final Papers papers;

    /** @param svg the picture, below its title */
    record Drawn(String title, String svg) {}

    /** What is in one chart. */
    private record Subject(String name, String unit, int aggregates, Optional<String> axis) {}

    private Charts(Report report, Papers papers) {
        this.report = report;
        this.papers = papers;
    }

    static List<Drawn> of(Report report, Papers papers) {
        Charts charts = new Charts(report, papers);
        Map<Subject, List<Figure>> bySubject = report.figures().stream()
                .filter(figure -> TIMES.contains(figure.unit()) || figure.unit().endsWith("/s"))
                .collect(Collectors.groupingBy(charts::subject, LinkedHashMap::new, Collectors.toList()));
        List<Drawn> drawn = new ArrayList<>();
        bySubject.forEach((subject, figures) -> drawn.add(charts.draw(subject, figures)));
        return drawn;
    }

    private Subject subject(Figure figure) {
        Optional<String> axis = Labels.axis(figure);
        String name = axis.isPresent() ? figure.name() : Bars.chartOf(report.experiment(), figure);
        return new Subject(name, figure.unit(), axis.isPresent() ? Labels.aggregates(report, figure) : 0, axis);
    }

    private Drawn draw(Subject subject, List<Figure> figures) {
        List<Papers.Curve> curves = papers.curves(report.experiment(), subject.aggregates(), subject.unit());
        if (subject.axis().isEmpty()) {
            String title = title(subject);
            return new Drawn(
                    title, new BarChart(title, subject.unit(), new Bars(report, papers).groups(figures)).svg());
        }
        String axis = subject.axis().get();
        List<Series> series = Stream.concat(
                        ours(figures, axis).stream(), curves.stream().map(Series::of))
                .toList();
        boolean isWide = figures.stream().anyMatch(figure -> Labels.place(figure, axis) > WIDE_AXIS);
        String title = title(subject) + ", " + subject.aggregates() + " aggregates";
        Axis across = new Axis(axis, isWide ? Scaling.LOGARITHMIC : Scaling.LINEAR);
        return new Drawn(title, new LineChart(title, across, subject.unit(), series).svg());
    }

    /** {@code queries, queries/s} would say it twice. */
    private static String title(Subject subject) {
        return subject.unit().startsWith(subject.name()) ? subject.unit() : subject.name() + ", " + subject.unit();
    }

    private static List<Series> ours(List<Figure> figures, String axis) {
        Map<String, List<Figure>> byLabel = figures.stream()
                .sorted(Comparator.comparingDouble(figure -> Labels.place(figure, axis)))
                .collect(Collectors.groupingBy(
                        figure -> without(figure.parameters(), axis, Labels.varying(figures)),
                        LinkedHashMap::new,
                        Collectors.toList()));
        List<Series> series = new ArrayList<>();
        byLabel.forEach((label, points) -> {
            String last = " " + Labels.number(points.get(points.size() - 1).median());
            series.add(Series.ours(
                    (label.isEmpty() ? Series.US : label) + last,
                    series.size(),
                    points.stream()
                            .map(figure -> new Series.Point(
                                    Labels.place(figure, axis),
                                    figure.median(),
                                    Math.min(figure.best(), figure.worst()),
                                    Math.max(figure.best(), figure.worst())))
                            .toList()));
        });
        return series;
    }

    private static String without(Map<String, String> parameters, String axis, Set<String> varying) {
        Map<String, String> rest = new HashMap<>(parameters);
        rest.keySet().retainAll(varying);
        rest.remove(axis);
        return Labels.values(rest);
    }
}
