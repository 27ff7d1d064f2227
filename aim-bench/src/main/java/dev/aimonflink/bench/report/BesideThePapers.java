package dev.aimonflink.bench.report;

import dev.aimonflink.bench.experiment.Figure;
import dev.aimonflink.bench.experiment.Report;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** One row for each measurement of the papers: their best and ours, with the threads, and the share of one thread or core. */
record BesideThePapers(List<Row> rows) {
    private static final int QUERIES = 7;

    /** @param cells by system, ours under {@link #OURS}, as far as measured */
    record Row(String label, Map<String, Cell> cells) {}

    record Cell(double value, List<String> notes) {}

    static final String OURS = "ours";

    /** What the curves of one row have in common. */
    private record Measured(String experiment, int aggregates, String unit, String source) {}

    static BesideThePapers of(List<Report> reports, Papers papers) {
        List<Row> rows = new ArrayList<>();
        papers.curves().stream()
                .collect(Collectors.groupingBy(
                        curve -> new Measured(curve.experiment(), curve.aggregates(), curve.unit(), curve.source()),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .forEach((measured, curves) -> rows.add(row(reports, papers, measured, curves)));
        for (Papers.Load load : Papers.Load.values()) {
            rows.add(responses(reports, papers, load));
        }
        return new BesideThePapers(List.copyOf(rows));
    }

    private static Row row(List<Report> reports, Papers papers, Measured measured, List<Papers.Curve> curves) {
        Map<String, Cell> cells = new LinkedHashMap<>();
        int aggregates = measured.aggregates();
        reports.stream()
                .filter(report -> report.experiment().equals(measured.experiment()))
                .flatMap(report -> best(report, aggregates, measured.unit()).stream()
                        .map(figure -> ours(
                                report,
                                figure,
                                measured.source().isEmpty() ? besideFlink(report, figure, aggregates, papers) : "")))
                .findFirst()
                .ifPresent(cell -> cells.put(OURS, cell));
        curves.forEach(curve -> cells.put(curve.system(), theirs(curve)));
        String source = measured.source().isEmpty() ? "" : ", " + measured.source();
        return new Row(curves.get(0).load() + source + ", " + aggregates + " aggregates, " + measured.unit(), cells);
    }

    private static Optional<Figure> best(Report report, int aggregates, String unit) {
        return report.figures().stream()
                .filter(figure -> figure.unit().equals(unit))
                .filter(figure -> aggregates == FigureLabels.aggregates(report, figure)
                        || report.experiment().equals("read"))
                .filter(Papers::isOfTheirQueries)
                .filter(figure -> areLikeTheirs(report, figure.parameters()))
                .max(Comparator.comparingDouble(Figure::value));
    }

    /** The papers had one client, except in their experiment on clients, which has several and no events. */
    private static boolean areLikeTheirs(Report report, Map<String, String> parameters) {
        boolean isOne = parameters.getOrDefault("clients", "1").equals("1");
        return report.experiment().equals("clients")
                ? !isOne && parameters.getOrDefault("rate", "0").equals("0")
                : isOne && !parameters.containsKey("query-rate");
    }

    /** Queries are scaled down where we have fewer rows than the papers. */
    private static String besideFlink(Report report, Figure figure, int aggregates, Papers papers) {
        String parallelism = figure.parameters().getOrDefault("parallelism", "");
        OptionalDouble thread = papers.flinkPerThread(report.experiment(), aggregates, figure.unit());
        boolean areQueries = figure.unit().equals("queries/s");
        OptionalDouble share = papers.share(report);
        if (!parallelism.matches("[1-9][0-9]{0,3}") || thread.isEmpty() || share.isEmpty()) {
            return "";
        }
        double scale = areQueries ? share.getAsDouble() : 1;
        double times = figure.value() * scale / Integer.parseInt(parallelism) / thread.getAsDouble();
        return "a partition: " + FigureLabels.number(times) + " times a thread of Flink"
                + (areQueries ? ", by rows" : "");
    }

    private static Cell ours(Report report, Figure figure, String besideFlink) {
        String how = FigureLabels.within(report.experiment(), figure.name());
        String with = FigureLabels.values(figure.parameters());
        String perCore = report.environment().get("cores") instanceof Integer cores && cores > 0
                ? FigureLabels.number(figure.value() / cores) + " a core of " + cores
                : "";
        String size = report.parameters().get("subscribers") instanceof Number subscribers
                ? FigureLabels.number(subscribers.doubleValue()) + " subscribers"
                : "";
        return new Cell(figure.value(), List.of(how, with, size, perCore, besideFlink));
    }

    private static Cell theirs(Papers.Curve curve) {
        if (curve.points().isEmpty()) {
            List<Double> values = curve.anywhere();
            return new Cell(
                    values.get(values.size() - 1),
                    values.size() > 1 ? List.of("from " + FigureLabels.number(values.get(0))) : List.of());
        }
        List<Double> last = curve.points().get(curve.points().size() - 1);
        boolean areThreads = curve.axis().equals("threads");
        String perThread = areThreads ? FigureLabels.number(last.get(1) / last.get(0)) + " a thread" : "";
        return new Cell(last.get(1), List.of(FigureLabels.counted(last.get(0), curve.axis()), perThread));
    }

    private static Row responses(List<Report> reports, Papers papers, Papers.Load load) {
        Map<String, Cell> cells = new LinkedHashMap<>();
        means(reports, papers, load).forEach((system, ms) -> {
            Double alone = means(reports, papers, Papers.Load.READ).get(system);
            cells.put(
                    system,
                    new Cell(
                            ms,
                            List.of(
                                    system.equals(OURS) ? "" : "4 threads",
                                    load == Papers.Load.READ || alone == null
                                            ? ""
                                            : FigureLabels.number(ms / alone) + " times that without events")));
        });
        return new Row("Response, " + load.words() + ": p50 of ours, mean of q1 to q7, ms", cells);
    }

    /** By system, including ours if measured. */
    private static Map<String, Double> means(List<Report> reports, Papers papers, Papers.Load load) {
        Map<String, Double> means = new LinkedHashMap<>();
        reports.stream()
                .filter(report -> report.experiment().equals("response"))
                .findFirst()
                .flatMap(report -> meanMs(report, load))
                .ifPresent(ms -> means.put(OURS, ms));
        papers.responses().stream()
                .filter(one -> one.load() == load)
                .forEach(one -> means.put(one.system(), one.mean()));
        return means;
    }

    /** Only over all seven: the mean of fewer is not comparable. */
    private static Optional<Double> meanMs(Report report, Papers.Load load) {
        Map<String, Double> byQuery = new LinkedHashMap<>();
        report.figures().stream()
                .filter(figure -> Papers.Load.of(figure) == load && FigureName.isResponse("response", figure))
                .forEach(figure ->
                        byQuery.merge(FigureName.of("response", figure).group(), figure.value(), Math::min));
        return byQuery.size() == QUERIES ? Optional.of(mean(byQuery.values())) : Optional.empty();
    }

    private static double mean(Collection<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }
}
