package dev.aimonflink.clients.cli.rule;

import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.output.AnswerOutput;
import dev.aimonflink.clients.rule.BackTestDocument;
import dev.aimonflink.clients.rule.BackTestReport;
import dev.aimonflink.clients.rule.BackTestReport.Count;
import dev.aimonflink.clients.rule.BackTestReport.Events;
import dev.aimonflink.clients.rule.BackTestReport.OfRule;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Writes the report of a back-test: as a table with daily bars and sentences, as one JSON object, or as CSV with a row for each rule.
 */
record BackTestOutput(BackTestDocument document) {
    /** The bar of the day with most firings, in characters. */
    private static final int LONGEST_BAR = 40;

    private BackTestReport report() {
        return document.report();
    }

    private boolean isSample() {
        return document.sample().share() < 1;
    }

    void print(AnswerOutput output, Environment environment) {
        switch (output.format()) {
            case TABLE -> {
                printRules(output);
                report().rules().stream()
                        .filter(rule -> rule.firings() > 0)
                        .forEach(rule -> printRule(rule, environment.out()));
                environment.out().println(sentence(report().events()));
            }
            case CSV -> printRules(output);
            case JSON, JSONL -> output.printDocument(document.map());
        }
        String malformed = report().events().malformed();
        if (malformed != null) {
            environment
                    .err()
                    .println("The first malformed event: " + malformed + ". If all are, look at --format and --model.");
        }
    }

    // ---- table

    private void printRules(AnswerOutput output) {
        List<String> columns = new ArrayList<>(List.of("rule", "firings"));
        if (isSample()) {
            columns.add("aboutOfAll");
        }
        boolean hasLevels = report().rules().stream().anyMatch(rule -> rule.resolved() > 0);
        if (hasLevels) {
            columns.add("resolved");
        }
        columns.addAll(List.of("entities", "suppressed", "failures"));
        List<List<Object>> rows = new ArrayList<>();
        for (OfRule rule : report().rules()) {
            List<Object> row = new ArrayList<>(List.of(rule.id(), rule.firings()));
            if (isSample()) {
                row.add(document.sample().ofAll(rule.firings()));
            }
            if (hasLevels) {
                row.add(rule.resolved());
            }
            row.addAll(List.of(rule.entities(), rule.suppressed(), rule.failures()));
            rows.add(row);
        }
        output.print(columns, rows);
    }

    private void printRule(OfRule rule, PrintStream out) {
        out.println();
        out.println(rule.id());
        long most = rule.byDay().stream().mapToLong(Long::longValue).max().orElse(0);
        int width = text(most).length();
        for (int i = 0; i < report().days().size(); i++) {
            long firings = rule.byDay().get(i);
            out.println(("  " + report().days().get(i) + "  "
                            + " ".repeat(width - text(firings).length()) + text(firings) + "  " + bar(firings, most))
                    .stripTrailing());
        }
        out.println("  most for "
                + rule.top().stream()
                        .map(each -> each.name() + ": " + text(each.count()))
                        .collect(Collectors.joining(", ")));
        if (report().liveRules() > 0) {
            out.println(
                    rule.same().isEmpty()
                            ? "  no rule of the job has fired for the same events"
                            : "  the same events as " + named(rule.same(), rule) + "; alone for "
                                    + part(rule.alone(), rule));
        }
    }

    /** A day with any has a bar. */
    private static String bar(long firings, long most) {
        return firings == 0 ? "" : "#".repeat((int) Math.max(1, Math.round((double) LONGEST_BAR * firings / most)));
    }

    private static String named(List<Count> counts, OfRule of) {
        return counts.stream()
                .map(each -> each.name() + ": " + part(each.count(), of))
                .collect(Collectors.joining(", "));
    }

    private static String part(long count, OfRule of) {
        return text(count) + " (" + BackTestDocument.percent(count, of) + "%)";
    }

    private static String text(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private String sentence(Events events) {
        String leftOut = events.leftOut().entrySet().stream()
                .filter(each -> each.getValue() > 0)
                .map(each -> text(each.getValue()) + " " + each.getKey())
                .collect(Collectors.joining(", ", " (", ")"));
        return "\n" + text(events.read()) + " events read since "
                + Instant.ofEpochMilli(document.span().replayMs()) + ", "
                + (isSample() ? text(events.ofSample()) + " of the sample, " : "") + text(events.applied())
                + " applied, "
                + text(events.allLeftOut()) + " left out" + (events.allLeftOut() == 0 ? "" : leftOut) + "; "
                + text(events.perSecond()) + " events/s, " + String.format(Locale.ROOT, "%.1f", events.seconds())
                + " s.";
    }
}
