package dev.aimonflink.bench.experiment;

import dev.aimonflink.clients.output.AnswerOutput;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Prints a report: to people as two tables and a sentence, to programs as its file's document. */
public record ReportPrinter(AnswerOutput output, PrintStream out) {
    private static final MathContext SHOWN_DIGITS = new MathContext(4);

    public void print(Report report, Path directory) {
        switch (output.format()) {
            case JSON, JSONL -> output.printDocument(report);
            case CSV -> printFigures(report);
            case TABLE -> {
                printFigures(report);
                if (!report.checks().isEmpty()) {
                    out.print("\n");
                    printChecks(report);
                }
                out.print("\n" + sentence(report.answers()) + "\n");
                out.print("The results are in " + directory + ". See them beside the papers': ./aim bench report "
                        + directory + "\n");
                out.flush();
            }
        }
    }

    private void printFigures(Report report) {
        output.print(
                List.of("figure", "parameters", "unit", "best", "value", "worst", "samples"),
                report.figures().stream().map(ReportPrinter::row).toList());
    }

    private static List<Object> row(Figure figure) {
        String parameters = figure.parameters().entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(" "));
        return List.of(
                figure.name(),
                parameters,
                figure.unit(),
                shown(figure.best()),
                shown(figure.value()),
                shown(figure.worst()),
                figure.samples());
    }

    private void printChecks(Report report) {
        output.print(
                List.of("check", "value", "bound", "holds"),
                report.checks().stream()
                        .map(check -> List.<Object>of(
                                check.name(), shown(check.value()), check.bound(), check.holds() ? "yes" : "NO"))
                        .toList());
    }

    private static String sentence(Answers answers) {
        String timeouts = answers.timeouts() == 0
                ? ""
                : " " + answers.timeouts()
                        + " questions had no answer in time; they count as long as they were waited for.";
        return (answers.wrong() == 0
                        ? answers.verified() + " answers verified, none wrong."
                        : "WRONG: " + answers.wrong() + " answers; " + answers.verified() + " are right.")
                + timeouts;
    }

    /** A number without noisy digits; a text for infinity and NaN, which JSON lacks. */
    public static Object shown(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return Double.toString(value);
        }
        BigDecimal rounded = new BigDecimal(value).round(SHOWN_DIGITS).stripTrailingZeros();
        return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
    }
}
