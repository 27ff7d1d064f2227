package dev.aimonflink.bench.report;

import dev.aimonflink.bench.experiment.Report;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the page: one file that needs no other. It depends on the results alone, so that pages can be compared. */
final class Page {
    /** More lines in one chart could not be told apart. */
    private static final int LATENCIES_PER_CHART = 6;

    private final Results results;
    private final Papers papers;
    private final List<Report> reports;
    private final Markup html = new Markup();

    private Page(Results results, Papers papers) {
        this.results = results;
        this.papers = papers;
        reports = results.reports().stream()
                .sorted(Comparator.comparingInt((Report report) -> Chapter.place(report.experiment()))
                        .thenComparing(Report::experiment))
                .toList();
    }

    static String of(Results results, Papers papers) {
        Page page = new Page(results, papers);
        page.write();
        return page.html.toString();
    }

    private void write() {
        html.plain("<!DOCTYPE html>\n").open("html", "lang", "en").plain("\n");
        html.open("head").plain("\n<meta charset=\"utf-8\">\n");
        html.plain("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        html.plain("<meta name=\"color-scheme\" content=\"light dark\">\n");
        html.element("title", "AIM on Flink, measured");
        html.open("style").plain(styleSheet()).close("style").close("head");
        html.open("body").open("main").plain("\n");
        html.element("h1", "AIM on Flink, measured");
        Stream.concat(results.leftOut().stream(), results.warnings().stream())
                .forEach(sentence -> html.element("p", sentence, "class", "warning"));
        writeOverview();
        writeSummary();
        reports.forEach(this::writeChapter);
        writeLatencies();
        writeMethod();
        html.close("main").close("body").close("html");
    }

    private static String styleSheet() {
        try (InputStream in = Page.class.getResourceAsStream("page.css")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void writeOverview() {
        new Tables(html).overview(reports);
        Map<String, Object> environment = new LinkedHashMap<>();
        reports.forEach(report -> report.environment().forEach(environment::putIfAbsent));
        html.element("h2", "Environment");
        new Tables(html).facts(environment);
        reports.forEach(report -> Tables.differences(environment, report)
                .ifPresent(sentence -> html.element("p", sentence, "class", "note")));
    }

    private void writeSummary() {
        html.element("h2", "Beside the papers");
        html.element(
                "p",
                "The machines differ, and so the totals say little by themselves. Theirs: " + papers.machine()
                        + ", " + Labels.number(papers.subscribers()) + " subscribers. Ours: "
                        + ourMachines() + ". Broker, publishers, clients and the job share our cores. Small print: with"
                        + " what it was reached, and its share of one of their threads, or of one of all cores of our machine.");
        new Tables(html).summary(Summary.of(reports, papers), papers.systems());
    }

    private String ourMachines() {
        return reports.stream()
                .map(report -> report.environment().get("cpu") + ", "
                        + report.environment().get("cores") + " cores")
                .distinct()
                .collect(Collectors.joining("; "));
    }

    private void writeChapter(Report report) {
        String id = report.experiment();
        boolean isKnown = Chapter.find(id).isPresent();
        html.open("section", "id", id).plain("\n");
        html.element("h2", Chapter.find(id).map(Chapter::title).orElse(id));
        Chapter.find(id).ifPresent(known -> html.element("p", known.words()));
        if (report.isQuick()) {
            html.element(
                    "p",
                    "A quick run: it shows that everything works, and its figures mean little.",
                    "class",
                    "warning");
        }
        new Tables(html).checks(report);
        results.seconds().stream()
                .filter(log -> log.experiment().equals(id))
                .flatMap(log -> log.charts().stream())
                .forEach(chart -> writeChart(chart.title(), chart.svg()));
        if (isKnown) {
            for (Charts.Drawn chart : Charts.of(report, papers)) {
                writeChart(chart.title(), chart.svg());
            }
        }
        papers.asides().stream().filter(aside -> aside.experiment().equals(id)).forEach(new Tables(html)::aside);
        html.plain(isKnown ? "<details>" : "<details open>");
        html.element("summary", "All figures, and how they were measured");
        new Tables(html).figures(report.figures());
        new Tables(html).facts(report.parameters());
        html.close("details").close("section");
    }

    private void writeChart(String title, String svg) {
        html.open("figure").element("figcaption", title);
        html.open("div", "class", "chart").plain(svg).close("div").close("figure");
    }

    private void writeLatencies() {
        List<LatencyCurve> all = results.latencies();
        if (all.isEmpty()) {
            return;
        }
        html.open("section", "id", "latencies").element("h2", "Latencies by percentile");
        html.element(
                "p",
                "In an open loop (query-rate, points, markers) measured from the time at which a request should have been sent,"
                        + " so that all waiting counts. Clients of a closed loop ask again when they are answered, so a"
                        + " slow job is asked less; theirs count from when they were free to ask. What was not answered in"
                        + " time counts as long as it was waited for. Each step to the right has a tenth beyond it of what"
                        + " the last one has.");
        Map<String, List<LatencyCurve>> byLog =
                all.stream().collect(Collectors.groupingBy(LatencyCurve::log, LinkedHashMap::new, Collectors.toList()));
        byLog.forEach((log, ofLog) -> {
            for (int from = 0; from < ofLog.size(); from += LATENCIES_PER_CHART) {
                List<LatencyCurve> some = ofLog.subList(from, Math.min(ofLog.size(), from + LATENCIES_PER_CHART));
                String title = log + ", ms";
                writeChart(title, LatencyCurve.chart(title, some).svg());
            }
        });
        html.close("section");
    }

    private void writeMethod() {
        html.element("h2", "Method");
        html.open("ul");
        for (String note : List.of(
                "A percentile is that of all latencies of a measurement together; any other figure is the median of its"
                        + " samples. Thin lines in the charts, and the columns of best and worst, are the spread over intervals,"
                        + " or over fresh JVMs where a run was repeated; a line that reaches the edge of its chart goes on"
                        + " beyond.",
                "Every answer that was computed was compared with one computed otherwise. A run with wrong answers counts"
                        + " as failed, whatever its figures.",
                "What is compared was measured on one machine in one run, in turns where that was possible: what slows the"
                        + " machine down for a while then slows both sides.",
                "The papers' numbers, drawn lightly: " + papers.source())) {
            html.element("li", note);
        }
        html.close("ul");
    }
}
