package dev.aimonflink.bench.report;

import dev.aimonflink.bench.experiment.Figure;
import dev.aimonflink.bench.experiment.Report;
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

/** Makes the charts of an experiment's figures: one with a number of threads or clients is a point of a line, others are bars. */
record Charts(Report report, Papers papers) {
    /** Figures in other units, such as bytes, are exact and only in the table. */
    private static final Set<String> UNITS = Set.of("ns", "us", "µs", "ms", "s", "events/s", "queries/s", "GB/s");

    private static final String QUERIES = "queries/s";
    private static final double SAME_ROWS = 1;
    private static final String SUBSCRIBERS = "subscribers";

    /** Two points are always on a straight line. */
    private static final int PLACES_OF_A_CURVE = 3;

    /** Up to this value an axis is linear; beyond, its small numbers would be too close to each other. */
    private static final double WIDE_AXIS = 40;

    /**
     * What the figures of one chart have in common.
     *
     * @param aggregates 0 where the papers have no such curve
     * @param isTheirs whether the queries are the papers'
     * @param isFurther whether the axis is not the experiment's usual one
     */
    private record Subject(
            String name, String unit, int aggregates, boolean isTheirs, Optional<String> axis, boolean isFurther) {
        Subject along(String further) {
            return new Subject(name, unit, aggregates, isTheirs, Optional.of(further), true);
        }

        String chart() {
            return name + (isFurther ? "." + axis.orElseThrow() : "");
        }

        /** Leaves out the name where the unit repeats it, as in {@code queries, queries/s}. */
        String title() {
            return (unit.startsWith(name) ? unit : name + ", " + unit)
                    + (aggregates > 0 ? ", " + aggregates + " aggregates" : "")
                    + (isTheirs ? "" : ", other queries");
        }
    }

    static List<Chart> of(Report report, Papers papers) {
        Charts charts = new Charts(report, papers);
        Map<Subject, List<Figure>> bySubject = report.figures().stream()
                .filter(figure -> UNITS.contains(figure.unit()))
                .collect(Collectors.groupingBy(charts::subject, LinkedHashMap::new, Collectors.toList()));
        return bySubject.entrySet().stream()
                .flatMap(each -> charts.alongAxes(each.getKey(), each.getValue()))
                .toList();
    }

    /** Along the usual axis, unless only another has several places, and along each further axis that has enough of them. */
    private Stream<Chart> alongAxes(Subject usual, List<Figure> figures) {
        List<Subject> further = Chapter.further(report.experiment()).stream()
                .filter(axis -> places(axis, figures) >= PLACES_OF_A_CURVE)
                .map(usual::along)
                .toList();
        boolean isAlongUsual = usual.axis().stream().anyMatch(axis -> places(axis, figures) > 1);
        return Stream.concat(further.isEmpty() || isAlongUsual ? Stream.of(usual) : Stream.empty(), further.stream())
                .map(each -> chart(each, figures));
    }

    /** On how many places of an axis figures are; none if one of them has no place. */
    private static long places(String axis, List<Figure> figures) {
        List<String> values = figures.stream()
                .map(figure -> figure.parameters().getOrDefault(axis, ""))
                .distinct()
                .toList();
        return values.stream().allMatch(FigureLabels::isNumber) ? values.size() : 0;
    }

    private Subject subject(Figure figure) {
        Optional<String> axis = Chapter.axis(report.experiment(), figure);
        if (axis.isEmpty()) {
            return new Subject(FigureName.of(report.experiment(), figure).chart(), figure.unit(), 0, true, axis, false);
        }
        boolean haveCurves = papers.haveCurves(report.experiment(), figure.unit());
        return new Subject(
                FigureLabels.within(report.experiment(), figure.name()),
                figure.unit(),
                haveCurves ? FigureLabels.aggregates(report, figure) : 0,
                !haveCurves || Papers.isOfTheirQueries(figure),
                axis,
                false);
    }

    private Chart chart(Subject subject, List<Figure> figures) {
        boolean isLikeTheirs = subject.axis().isPresent()
                && subject.isTheirs()
                && !subject.isFurther()
                && places(SUBSCRIBERS, figures) < 2;
        List<Papers.Curve> curves =
                isLikeTheirs ? papers.curves(report.experiment(), subject.aggregates(), subject.unit()) : List.of();
        List<Figure> alongAxis = figures.stream()
                .sorted(Comparator.comparingDouble(figure -> place(subject, figure)))
                .toList();
        double least = place(subject, alongAxis.get(0));
        double greatest = place(subject, alongAxis.get(alongAxis.size() - 1));
        if (curves.isEmpty() && least == greatest) {
            return new Chart(subject.chart(), subject.title(), subject.unit(), Optional.empty(), bars(figures));
        }
        List<Mark> marks = new ArrayList<>(lines(alongAxis, subject));
        if (subject.axis().equals(Optional.of(SUBSCRIBERS))) {
            return alongSubscribers(subject, marks);
        }
        // Makes queries over our rows comparable with those over the papers'; events need nothing like it.
        double byRows = !curves.isEmpty() && subject.unit().equals(QUERIES)
                ? papers.share(report).orElse(SAME_ROWS)
                : SAME_ROWS;
        String rows = "";
        if (byRows != SAME_ROWS) {
            marks.addAll(marks.stream().map(mark -> mark.byRows(byRows)).toList());
            rows = "; ours over " + FigureLabels.number(byRows * papers.subscribers()) + " rows, theirs over "
                    + FigureLabels.number(papers.subscribers());
        }
        curves.stream().map(Mark::of).forEach(marks::add);
        Chart.Axis axis = new Chart.Axis(
                FigureLabels.axis(subject.axis().orElseThrow()),
                greatest > WIDE_AXIS && least > 0 ? Chart.Axis.Kind.LOGARITHMIC : Chart.Axis.Kind.COUNTS);
        return new Chart(subject.chart(), subject.title() + rows, subject.unit(), Optional.of(axis), marks);
    }

    /** A time should grow linearly with the subscribers, as a straight line beside each of ours shows. */
    private static Chart alongSubscribers(Subject subject, List<Mark> marks) {
        Chart.Axis axis = new Chart.Axis(SUBSCRIBERS, Chart.Axis.Kind.COUNTS);
        StringBuilder title = new StringBuilder(subject.title());
        List<Mark> all = new ArrayList<>(marks);
        if (subject.unit().equals("ms")) {
            for (Mark mark : marks) {
                if (mark.points().size() >= PLACES_OF_A_CURVE) {
                    StraightLine line = StraightLine.through(mark.points());
                    title.append("; ").append(mark.name()).append(": ").append(line.words(subject.unit()));
                    all.add(line.mark(mark));
                }
            }
        }
        return new Chart(subject.chart(), title.toString(), subject.unit(), Optional.of(axis), all);
    }

    /** The place on the axis; without one, all are at the same. */
    private static double place(Subject subject, Figure figure) {
        return subject.axis()
                .map(axis -> Double.parseDouble(figure.parameters().get(axis)))
                .orElse(0.0);
    }

    private static Mark.Point point(double place, Figure figure) {
        return new Mark.Point(place, figure.value(), figure.low(), figure.high());
    }

    private static List<Mark> lines(List<Figure> alongAxis, Subject subject) {
        Set<String> varying = FigureLabels.varying(alongAxis);
        subject.axis().ifPresent(varying::remove);
        Map<String, List<Mark.Point>> byLabel = new LinkedHashMap<>();
        alongAxis.forEach(figure -> byLabel.computeIfAbsent(
                        FigureLabels.values(figure.parameters(), varying), any -> new ArrayList<>())
                .add(point(place(subject, figure), figure)));
        List<Mark> lines = new ArrayList<>();
        byLabel.forEach((label, points) -> lines.add(
                new Mark(label.isEmpty() ? Mark.US : "ours, " + label, "", Mark.ourStyle(lines.size()), points)));
        return lines;
    }

    private List<Mark> bars(List<Figure> figures) {
        String experiment = report.experiment();
        boolean besideTheirs = figures.stream().allMatch(figure -> FigureName.isResponse(experiment, figure));
        Set<String> varying = FigureLabels.varying(figures);
        Map<String, String> styles = new HashMap<>();
        Map<String, List<Mark>> groups = new LinkedHashMap<>();
        boolean isOneGroup = figures.stream()
                        .map(figure -> FigureName.of(experiment, figure).group())
                        .distinct()
                        .count()
                == 1;
        for (Figure figure : figures) {
            FigureName name = FigureName.of(experiment, figure);
            String label = Stream.of(name.beside(), FigureLabels.values(figure.parameters(), varying))
                    .filter(part -> !part.isEmpty())
                    .collect(Collectors.joining(", "));
            String style = styles.computeIfAbsent(
                    label, any -> name.isOurs() ? Mark.ourStyle(isOneGroup ? 0 : styles.size()) : "ours peer");
            groups.computeIfAbsent(name.group(), any -> new ArrayList<>())
                    .add(new Mark(
                            label.isEmpty() && besideTheirs ? Mark.US : label,
                            name.group(),
                            style,
                            List.of(point(Double.NaN, figure))));
        }
        if (besideTheirs) {
            groups.forEach((group, bars) -> bars.addAll(papersBars(group, figures)));
        }
        return groups.values().stream().flatMap(List::stream).toList();
    }

    /** The papers' bars for the figures' loads, reading alone first. */
    private List<Mark> papersBars(String group, List<Figure> figures) {
        return figures.stream()
                .map(Papers.Load::of)
                .distinct()
                .sorted()
                .flatMap(load -> papers.responseMs(load, group).entrySet().stream()
                        .map(each -> new Mark(
                                each.getKey() + ", " + load.words(),
                                group,
                                Mark.paperStyle(each.getKey()),
                                List.of(Mark.Point.exact(Double.NaN, each.getValue())))))
                .toList();
    }
}
