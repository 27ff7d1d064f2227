package dev.aimonflink.bench.report;

import dev.aimonflink.bench.experiment.Figure;
import dev.aimonflink.bench.experiment.Report;
import dev.aimonflink.bench.report.LineChart.Axis;
import dev.aimonflink.bench.report.LineChart.Scaling;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Makes the charts of an experiment's figures. A figure with a number of threads or clients is a point of a line; any other
 * is a bar.
 */
record Charts(Report report, Papers papers) {
    /** Figures in other units, such as bytes, are exact and only in the table. */
    private static final Set<String> UNITS = Set.of("ns", "us", "µs", "ms", "s", "events/s", "queries/s", "GB/s");

    private static final String QUERIES = "queries/s";
    private static final double SAME_ROWS = 1;
    private static final String PROFILE = "profile";

    /** The queries of the papers. */
    private static final String SEVEN = "seven";

    /** Up to this value an axis is linear; beyond, its small numbers are too close to each other. */
    private static final double WIDE_AXIS = 40;

    /** @param svg the picture, below its title */
    record Drawn(String title, String svg) {}

    /**
     * The figures of one chart have these in common.
     *
     * @param aggregates 0 where the papers have no such curve
     * @param isTheirs whether the queries are those of the papers
     */
    private record Subject(String name, String unit, int aggregates, boolean isTheirs, Optional<String> axis) {}

    static List<Drawn> of(Report report, Papers papers) {
        Charts charts = new Charts(report, papers);
        Map<Subject, List<Figure>> bySubject = report.figures().stream()
                .filter(figure -> UNITS.contains(figure.unit()))
                .collect(Collectors.groupingBy(charts::subject, LinkedHashMap::new, Collectors.toList()));
        List<Drawn> drawn = new ArrayList<>();
        bySubject.forEach((subject, figures) -> drawn.add(charts.draw(subject, figures)));
        return drawn;
    }

    private Subject subject(Figure figure) {
        String experiment = report.experiment();
        Optional<String> axis = Labels.axis(experiment, figure);
        if (axis.isEmpty()) {
            return new Subject(Bars.chartOf(experiment, figure), figure.unit(), 0, true, axis);
        }
        boolean haveCurves = papers.haveCurves(experiment, figure.unit());
        boolean isTheirs = figure.parameters().getOrDefault(PROFILE, SEVEN).equals(SEVEN);
        return new Subject(
                Labels.within(experiment, figure.name()),
                figure.unit(),
                haveCurves ? Labels.aggregates(report, figure) : 0,
                isTheirs || !haveCurves,
                axis);
    }

    private Drawn draw(Subject subject, List<Figure> figures) {
        List<Papers.Curve> curves = subject.isTheirs()
                ? papers.curves(report.experiment(), subject.aggregates(), subject.unit())
                : List.of();
        double byRows = curves.isEmpty() ? SAME_ROWS : byRows(subject);
        String rows = byRows == SAME_ROWS
                ? ""
                : "; ours over " + Labels.number(byRows * papers.subscribers()) + " rows, theirs over "
                        + Labels.number(papers.subscribers());
        String title = title(subject) + rows;
        if (subject.axis().isEmpty()
                || (curves.isEmpty() && isOnePoint(figures, subject.axis().get()))) {
            List<BarChart.Group> groups = new Bars(report, papers).groups(figures);
            return new Drawn(title, new BarChart(title, subject.unit(), groups).svg());
        }
        String axis = subject.axis().get();
        List<Series> series = new ArrayList<>(ours(figures, axis));
        if (byRows != SAME_ROWS) {
            series.addAll(series.stream().map(one -> one.byRows(byRows)).toList());
        }
        curves.stream().map(Series::of).forEach(series::add);
        boolean isWide = figures.stream().anyMatch(figure -> Labels.place(figure, axis) > WIDE_AXIS);
        Axis across = new Axis(Labels.axisLabel(axis), isWide ? Scaling.LOGARITHMIC : Scaling.LINEAR);
        return new Drawn(title, new LineChart(title, across, subject.unit(), series).svg());
    }

    /** The factor that makes queries over our rows comparable with those over the papers'; events need none. */
    private double byRows(Subject subject) {
        return subject.unit().equals(QUERIES) ? papers.share(report).orElse(SAME_ROWS) : SAME_ROWS;
    }

    private static boolean isOnePoint(List<Figure> figures, String axis) {
        return figures.stream()
                        .map(figure -> Labels.place(figure, axis))
                        .distinct()
                        .count()
                == 1;
    }

    /** Leaves out the name where the unit repeats it, as in {@code queries, queries/s}. */
    private static String title(Subject subject) {
        String title =
                subject.unit().startsWith(subject.name()) ? subject.unit() : subject.name() + ", " + subject.unit();
        String aggregates = subject.aggregates() > 0 ? ", " + subject.aggregates() + " aggregates" : "";
        return title + aggregates + (subject.isTheirs() ? "" : ", other queries");
    }

    private static List<Series> ours(List<Figure> figures, String axis) {
        Set<String> varying = Labels.varying(figures);
        varying.remove(axis);
        Map<String, List<Figure>> byLabel = figures.stream()
                .sorted(Comparator.comparingDouble(figure -> Labels.place(figure, axis)))
                .collect(Collectors.groupingBy(
                        figure -> Labels.values(figure.parameters(), varying),
                        LinkedHashMap::new,
                        Collectors.toList()));
        List<Series> series = new ArrayList<>();
        byLabel.forEach((label, points) -> series.add(Series.ours(
                label.isEmpty() ? Series.US : "ours, " + label,
                series.size(),
                points.stream()
                        .map(figure -> new Series.Point(
                                Labels.place(figure, axis), figure.value(), figure.low(), figure.high()))
                        .toList())));
        return series;
    }
}
