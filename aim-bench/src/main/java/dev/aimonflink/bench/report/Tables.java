package dev.aimonflink.bench.report;

import dev.aimonflink.bench.experiment.Check;
import dev.aimonflink.bench.experiment.Figure;
import dev.aimonflink.bench.experiment.Report;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes the tables of the page. */
record Tables(Markup html) {
    /** Lists the experiments, with a link to each. */
    void overview(List<Report> reports) {
        begin(1, "experiment", "figures", "checks that hold", "answers verified", "wrong");
        for (Report report : reports) {
            long held = report.checks().stream().filter(Check::holds).count();
            int wrong = report.answers().wrong();
            html.open("tr").open("td").open("a", "href", "#" + report.experiment());
            html.plain(Markup.escaped(Chapter.find(report.experiment())
                            .map(Chapter::title)
                            .orElse(report.experiment())))
                    .plain("</a></td>");
            number(Integer.toString(report.figures().size()), "");
            int demanded = report.checks().size();
            number(demanded == 0 ? "–" : held + " of " + demanded, held < demanded ? " bad" : "");
            number(Labels.number(report.answers().verified()), "");
            number(Labels.number(wrong), wrong > 0 ? " bad" : "");
            html.close("tr");
        }
        end();
    }

    void facts(Map<String, Object> facts) {
        html.open("dl");
        facts.forEach((name, value) -> html.element("dt", name).element("dd", fact(value)));
        html.close("dl");
    }

    private static String fact(Object value) {
        if (value instanceof Map<?, ?> deeper) {
            return deeper.entrySet().stream()
                    .map(entry -> entry.getKey() + ": " + fact(entry.getValue()))
                    .collect(Collectors.joining("; "));
        }
        if (value instanceof Collection<?> values) {
            return values.stream().map(Tables::fact).collect(Collectors.joining(" "));
        }
        return value instanceof Number number ? Labels.number(number.doubleValue()) : String.valueOf(value);
    }

    /** Lists the entries of an experiment's environment that differ from those shown. */
    static Optional<String> differences(Map<String, Object> shown, Report report) {
        String differing = report.environment().entrySet().stream()
                .filter(entry -> !entry.getKey().equals("time"))
                .filter(entry -> !Objects.equals(shown.get(entry.getKey()), entry.getValue()))
                .map(entry -> entry.getKey() + " " + fact(entry.getValue()))
                .collect(Collectors.joining("; "));
        return differing.isEmpty()
                ? Optional.empty()
                : Optional.of("In " + report.experiment() + ": " + differing + ".");
    }

    void summary(Summary summary, List<String> systems) {
        List<String> columns = new ArrayList<>(List.of("experiment", "ours"));
        systems.forEach(system -> columns.add("paper: " + system));
        begin(1, columns.toArray(String[]::new));
        for (Summary.Row row : summary.rows()) {
            html.open("tr").element("td", row.label());
            cell(row.cells().get(Summary.OURS), " us");
            systems.forEach(system -> cell(row.cells().get(system), ""));
            html.close("tr");
        }
        end();
    }

    private void cell(Summary.Cell cell, String style) {
        if (cell == null) {
            number("–", style);
            return;
        }
        html.open("td", "class", "number" + style).plain(Markup.escaped(Labels.number(cell.value())));
        cell.notes().stream().filter(note -> !note.isEmpty()).forEach(note -> html.element("small", note));
        html.close("td");
    }

    void checks(Report report) {
        if (report.checks().isEmpty()) {
            return;
        }
        begin(1, "demanded", "measured", "bound", "holds");
        for (Check check : report.checks()) {
            html.open("tr").element("td", check.name());
            number(Labels.number(check.value()), "");
            number(check.bound(), "");
            number(check.holds() ? "yes" : "no", check.holds() ? " good" : " bad");
            html.close("tr");
        }
        end();
    }

    void figures(List<Figure> figures) {
        begin(3, "figure", "parameters", "unit", "best", "value", "worst", "samples");
        for (Figure figure : figures) {
            html.open("tr").element("td", figure.name()).element("td", Labels.of(figure.parameters()));
            html.element("td", figure.unit());
            number(Labels.number(figure.best()), "");
            number(Labels.number(figure.value()), " us");
            number(Labels.number(figure.worst()), "");
            number(Integer.toString(figure.samples()), "");
            html.close("tr");
        }
        end();
    }

    void aside(Papers.Aside aside) {
        html.element("h3", aside.title());
        begin(1, aside.columns().toArray(String[]::new));
        for (List<String> row : aside.rows()) {
            html.open("tr").element("td", row.get(0));
            row.subList(1, row.size()).forEach(cell -> number(cell, ""));
            html.close("tr");
        }
        end();
    }

    /** @param texts how many columns are texts; the others are numbers */
    private void begin(int texts, String... columns) {
        html.open("div", "class", "table").open("table").open("thead").open("tr");
        for (int i = 0; i < columns.length; i++) {
            html.element("th", columns[i], "class", i < texts ? "text" : "number");
        }
        html.close("tr").close("thead").open("tbody").plain("\n");
    }

    private void end() {
        html.close("tbody").close("table").close("div");
    }

    private void number(String text, String style) {
        html.element("td", text, "class", "number" + style);
    }
}
