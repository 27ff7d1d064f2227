package dev.aimonflink.lab.chaos;

import dev.aimonflink.clients.output.AnswerOutput;
import dev.aimonflink.sql.text.Spelling;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Formatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Prints the results of a campaign: for people a table and a few sentences, for programs one object. */
final class Verdict {
    private static final int MAX_DIFFERENCES = 20;

    private static final int MAX_LENGTH = 400;

    private final ChaosOptions options;
    private final List<RunReport> reports;

    Verdict(ChaosOptions options, List<RunReport> reports) {
        this.options = options;
        this.reports = reports;
    }

    boolean isExact() {
        return reports.stream().allMatch(RunReport::isExact);
    }

    void print(AnswerOutput output, PrintStream out) {
        switch (output.format()) {
            case JSON, JSONL -> output.printDocument(document());
            case CSV -> printRuns(output);
            case TABLE -> {
                printRuns(output);
                out.print(sentences());
                out.flush();
            }
        }
    }

    private void printRuns(AnswerOutput output) {
        List<Map<String, Object>> rows = reports.stream().map(Verdict::row).toList();
        output.print(
                List.copyOf(rows.get(0).keySet()),
                rows.stream().map(row -> List.copyOf(row.values())).toList());
    }

    private static Map<String, Object> row(RunReport report) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("seed", report.cell().seed());
        row.put("backend", report.cell().backend().label());
        row.put("disturbance", report.cell().disturbance().label());
        row.put("kills", total(report.kills()));
        row.put("missed", total(report.missed()));
        row.put("changes", report.changes());
        row.put("events", report.records());
        row.put("dead letters", report.deadLetters());
        row.put("rules", report.ruleVersions());
        row.put("alerts", report.alerts());
        row.put("requests", total(report.replies()));
        row.put("compared", report.compared());
        row.put("seconds", tenths(report.seconds()));
        row.put("exact", report.isExact());
        return row;
    }

    private static BigDecimal tenths(double seconds) {
        return BigDecimal.valueOf(seconds).setScale(1, RoundingMode.HALF_UP);
    }

    private static long total(Map<String, Integer> counts) {
        return counts.values().stream().mapToLong(Integer::longValue).sum();
    }

    private String sentences() {
        Formatter text = new Formatter(Locale.ROOT);
        text.format("%nKilled: %s.%n", text(sum(RunReport::kills)));
        if (!sum(RunReport::missed).isEmpty()) {
            text.format("Killed at another moment than was meant: %s.%n", text(sum(RunReport::missed)));
        }
        text.format(
                "First answers meanwhile: %s; %,d more after restarts.%n",
                text(sum(RunReport::replies)),
                reports.stream().mapToLong(RunReport::repeated).sum());
        text.format(
                "Alerts: %,d, by %,d versions of rules that changed meanwhile; %,d more where they are at-least-once.%n",
                reports.stream().mapToLong(RunReport::alerts).sum(),
                reports.stream().mapToLong(RunReport::ruleVersions).sum(),
                reports.stream().mapToLong(RunReport::repeatedAlerts).sum());
        text.format(
                "Attacks meanwhile: %,d, beside which nobody has waited for more than %.1f s.%n",
                reports.stream().mapToInt(RunReport::attacks).sum(),
                reports.stream()
                        .mapToDouble(RunReport::longestWaitSeconds)
                        .max()
                        .orElse(0));
        if (isExact()) {
            text.format(
                    "Every answer and alert equals the recomputation from the topics, every cell its record, every"
                            + " request has its answer. First seed: %d.%n",
                    options.seed());
        }
        for (RunReport report : reports) {
            if (!report.isExact()) {
                int differences = report.differences().size();
                text.format("%nNOT EXACT, %d differences. Again:%n", differences);
                text.format("  %s%n", options.commandOf(report.cell()));
                shown(report).forEach(difference -> text.format("  - %s%n", difference));
            }
        }
        return text.toString();
    }

    private Map<String, Integer> sum(Function<RunReport, Map<String, Integer>> counts) {
        Map<String, Integer> sum = new TreeMap<>();
        reports.forEach(report -> counts.apply(report).forEach((name, count) -> sum.merge(name, count, Integer::sum)));
        return sum;
    }

    private static String text(Map<String, Integer> counts) {
        return counts.entrySet().stream()
                .map(each -> String.format(Locale.ROOT, "%,d %s", each.getValue(), each.getKey()))
                .collect(Collectors.joining(", "));
    }

    private static List<String> shown(RunReport report) {
        return report.differences().stream()
                .limit(MAX_DIFFERENCES)
                .map(text -> Spelling.shortened(text, MAX_LENGTH))
                .toList();
    }

    private Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("exact", isExact());
        document.put("seed", options.seed());
        document.put("runs", reports.stream().map(this::document).toList());
        return document;
    }

    private Map<String, Object> document(RunReport report) {
        Map<String, Object> run = new LinkedHashMap<>();
        run.put("seed", report.cell().seed());
        run.put("backend", report.cell().backend().label());
        run.put("disturbance", report.cell().disturbance().label());
        run.put("scans", report.cell().scans().label());
        run.put("exact", report.isExact());
        run.put("command", options.commandOf(report.cell()));
        run.put("kills", report.kills());
        run.put("missed", report.missed());
        run.put("changes", report.changes());
        run.put("events", report.records());
        run.put("deadLetters", report.deadLetters());
        run.put("ruleVersions", report.ruleVersions());
        run.put("alerts", report.alerts());
        run.put("repeatedAlerts", report.repeatedAlerts());
        run.put("replies", report.replies());
        run.put("repeatedReplies", report.repeated());
        run.put("attacks", report.attacks());
        run.put("longestWaitSeconds", tenths(report.longestWaitSeconds()));
        run.put("compared", report.compared());
        run.put("rows", report.rows());
        run.put("seconds", tenths(report.seconds()));
        run.put("differences", shown(report));
        return run;
    }
}
