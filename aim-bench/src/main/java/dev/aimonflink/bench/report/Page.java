package dev.aimonflink.bench.report;

import dev.aimonflink.bench.experiment.Demand;
import dev.aimonflink.bench.experiment.Report;
import dev.aimonflink.bench.report.Markup.Cell;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Fills the template {@code page.html}: one self-contained file that depends only on the results, so that pages can be compared. */
record Page(Results results, Papers papers, List<Report> reports) {
    private static final Pattern PLACE = Pattern.compile("[$][{]([a-z ]+)[}]");

    static String of(Results results, Papers papers) {
        List<Report> inOrder = results.reports().stream()
                .sorted(Comparator.comparingInt((Report report) -> Chapter.place(report.experiment()))
                        .thenComparing(Report::experiment))
                .toList();
        return new Page(results, papers, inOrder).filled();
    }

    private String filled() {
        Map<String, Object> environment = new LinkedHashMap<>();
        reports.forEach(report -> report.environment().forEach(environment::putIfAbsent));
        Map<String, Object> parts = Map.of(
                "style", Markup.resource("page.css") + Markup.resource("chart.css"),
                "warnings",
                        paragraphs(Stream.concat(results.leftOut().stream(), results.warnings().stream()), "warning"),
                "overview", overview(),
                "environment", facts(new Markup(), environment),
                "other environments",
                        paragraphs(reports.stream().flatMap(report -> differences(environment, report)), "note"),
                "machines", Markup.escaped(machines()),
                "beside the papers", besideThePapers(),
                "chapters", reports.stream().map(this::chapter).collect(Collectors.joining()),
                "latencies", latencies(),
                "source", Markup.escaped(papers.source()));
        return PLACE.matcher(Markup.resource("page.html"))
                .replaceAll(place ->
                        Matcher.quoteReplacement(parts.get(place.group(1)).toString()));
    }

    private static Markup paragraphs(Stream<String> sentences, String style) {
        Markup html = new Markup();
        sentences.forEach(sentence -> html.element("p", sentence, "class", style));
        return html;
    }

    /** The second run of an experiment is number 2, and so on. */
    private int number(Report report) {
        List<Report> alike = reports.stream()
                .filter(other -> other.experiment().equals(report.experiment()))
                .toList();
        return alike.indexOf(report) + 1;
    }

    private String id(Report report) {
        return report.experiment() + (number(report) > 1 ? "-" + number(report) : "");
    }

    private String title(Report report) {
        return Chapter.titleOf(report.experiment()) + (number(report) > 1 ? ", " + number(report) : "");
    }

    private Markup overview() {
        List<String> columns = List.of("experiment", "figures", "checks that hold", "answers verified", "wrong");
        return new Markup().table(1, columns, reports.stream().map(report -> {
            int demanded = report.checks().size();
            long held = report.checks().stream().filter(Demand::holds).count();
            int wrong = report.answers().wrong();
            return List.of(
                    new Cell(
                            new Markup()
                                    .element("a", title(report), "href", "#" + id(report))
                                    .toString(),
                            ""),
                    Cell.of(report.figures().size()),
                    Cell.of(demanded == 0 ? "–" : held + " of " + demanded, held < demanded ? " bad" : ""),
                    Cell.of(report.answers().verified()),
                    Cell.of(FigureLabels.number(wrong), wrong > 0 ? " bad" : ""));
        }));
    }

    private static Markup facts(Markup html, Map<String, Object> facts) {
        html.open("dl");
        facts.forEach((name, value) -> html.element("dt", name).element("dd", fact(value)));
        return html.close("dl");
    }

    private static String fact(Object value) {
        if (value instanceof Map<?, ?> deeper) {
            return deeper.entrySet().stream()
                    .map(entry -> entry.getKey() + ": " + fact(entry.getValue()))
                    .collect(Collectors.joining("; "));
        }
        if (value instanceof Collection<?> values) {
            return values.stream().map(Page::fact).collect(Collectors.joining(" "));
        }
        return value instanceof Number number ? FigureLabels.number(number.doubleValue()) : String.valueOf(value);
    }

    /** The entries of an experiment's environment that differ from those shown. */
    private static Stream<String> differences(Map<String, Object> shown, Report report) {
        String differing = report.environment().entrySet().stream()
                .filter(entry -> !entry.getKey().equals("time"))
                .filter(entry -> !Objects.equals(shown.get(entry.getKey()), entry.getValue()))
                .map(entry -> entry.getKey() + " " + fact(entry.getValue()))
                .collect(Collectors.joining("; "));
        return differing.isEmpty() ? Stream.of() : Stream.of("In " + report.experiment() + ": " + differing + ".");
    }

    private String machines() {
        String ours = reports.stream()
                .map(report -> report.environment().get("cpu") + ", "
                        + report.environment().get("cores") + " cores")
                .distinct()
                .collect(Collectors.joining("; "));
        return "Theirs: " + papers.machine() + ", " + FigureLabels.number(papers.subscribers()) + " subscribers. Ours: "
                + ours + ".";
    }

    private Markup besideThePapers() {
        List<String> columns = new ArrayList<>(List.of("experiment", "ours"));
        papers.systems().forEach(system -> columns.add("paper: " + system));
        return new Markup()
                .table(
                        1,
                        columns,
                        BesideThePapers.of(reports, papers).rows().stream().map(row -> {
                            List<Cell> cells = new ArrayList<>(List.of(Cell.of(row.label(), "")));
                            cells.add(cell(row.cells().get(BesideThePapers.OURS), " us"));
                            papers.systems()
                                    .forEach(
                                            system -> cells.add(cell(row.cells().get(system), "")));
                            return cells;
                        }));
    }

    private static Cell cell(BesideThePapers.Cell cell, String style) {
        if (cell == null) {
            return Cell.of("–", style);
        }
        Markup html = new Markup().plain(Markup.escaped(FigureLabels.number(cell.value())));
        cell.notes().stream().filter(note -> !note.isEmpty()).forEach(note -> html.element("small", note));
        return new Cell(html.toString(), style);
    }

    private String chapter(Report report) {
        String name = report.experiment();
        Markup html = new Markup().open("section", "id", id(report)).plain("\n");
        html.element("h2", title(report));
        Chapter.find(name).ifPresent(known -> html.element("p", known.words()));
        if (report.isQuick()) {
            String words = "A quick run: it shows that everything works, and its figures mean little.";
            html.element("p", words, "class", "warning");
        }
        if (!report.checks().isEmpty()) {
            html.table(
                    1,
                    List.of("demanded", "measured", "bound", "holds"),
                    report.checks().stream()
                            .map(check -> List.of(
                                    Cell.of(check.name(), ""),
                                    Cell.of(check.value()),
                                    Cell.of(check.bound(), ""),
                                    Cell.of(check.holds() ? "yes" : "no", check.holds() ? " good" : " bad"))));
        }
        boolean isKnown = Chapter.find(name).isPresent();
        if (isKnown) {
            Charts.of(report, papers).forEach(chart -> figure(html, chart));
        }
        papers.asides().stream()
                .filter(aside -> aside.experiments().contains(name))
                .forEach(aside -> html.element("h3", aside.title())
                        .table(1, aside.columns(), aside.rows().stream().map(row -> row.stream()
                                .map(cell -> Cell.of(cell, ""))
                                .toList())));
        html.plain(isKnown ? "<details>" : "<details open>");
        html.element("summary", "All figures, and how they were measured");
        figures(html, report);
        return facts(html, report.parameters())
                .close("details")
                .close("section")
                .toString();
    }

    private static void figures(Markup html, Report report) {
        List<String> columns = List.of("figure", "parameters", "unit", "best", "value", "worst", "samples");
        html.table(
                3,
                columns,
                report.figures().stream()
                        .map(figure -> List.of(
                                Cell.of(figure.name(), ""),
                                Cell.of(FigureLabels.of(figure.parameters()), ""),
                                Cell.of(figure.unit(), ""),
                                Cell.of(figure.best()),
                                Cell.of(FigureLabels.number(figure.value()), " us"),
                                Cell.of(figure.worst()),
                                Cell.of(figure.samples()))));
    }

    private static void figure(Markup html, Chart chart) {
        html.open("figure").element("figcaption", chart.title());
        html.open("div", "class", "chart").plain(chart.svg()).close("div").close("figure");
    }

    private String latencies() {
        if (results.latencies().isEmpty()) {
            return "";
        }
        Markup html = new Markup().plain(Markup.resource("latencies.html"));
        results.latencies()
                .forEach((log, byTag) -> LogCharts.ofLatencies(log, byTag).forEach(chart -> figure(html, chart)));
        return html.close("section").toString();
    }
}
