package dev.aimonflink.bench.report;

import dev.aimonflink.bench.experiment.Report;
import dev.aimonflink.bench.experiment.ReportPrinter;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.options.OutputOptions;
import dev.aimonflink.clients.output.AnswerOutput;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code aim bench compare}. */
@Command(
        name = "compare",
        description = {
            "Compare the results of two directories, before and after.",
            "",
            "Figures pair by name and parameters. The ratio is B over A. Both sides are to be measured with --repeat:"
                    + " whether a figure differs is decided from the values of the fresh JVMs by an exact Mann-Whitney U test, at"
                    + " 5%% after Holm's correction for the number of figures. Where there are too few repeats, the"
                    + " figure is unjudged. The exit code is 5 if a figure is worse, and 1 if either side has wrong answers."
        },
        footer = {
            "",
            "Examples:",
            "  aim bench mixed --repeat 7 --out before",
            "  aim bench compare before after",
            "  aim bench compare before after --output json"
        },
        mixinStandardHelpOptions = true)
public final class CompareCommand implements Callable<Integer> {
    private final Environment environment;

    @Parameters(index = "0", paramLabel = "A", description = "The directory of the results before")
    private Path before;

    @Parameters(index = "1", paramLabel = "B", description = "The directory of the results after")
    private Path after;

    @Option(
            names = "--anyway",
            description = "Compare though the experiments ran with other parameters, such as more rows.")
    private boolean anyway;

    @Mixin
    private OutputOptions output;

    public CompareCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        List<Report> old = whole(before);
        List<Report> young = whole(after);
        Comparison comparison = Comparison.of(old, young);
        if (comparison.pairs().isEmpty()) {
            throw new InvalidInputException(
                    "A=" + before + " and B=" + after + " have no figure in common. Give two runs of one experiment.");
        }
        if (!comparison.differences().isEmpty() && !anyway) {
            throw new InvalidInputException("A=" + before + " and B=" + after + " were not measured alike. "
                    + String.join(" ", comparison.differences()) + " Measure one again, or give --anyway.");
        }
        print(comparison);
        if (Stream.of(old, young)
                .flatMap(List::stream)
                .anyMatch(report -> report.answers().wrong() > 0)) {
            environment.err().println("There are wrong answers, so the figures mean nothing.");
            return ExitCode.FAILURE;
        }
        return comparison.hasRegression() ? ExitCode.REGRESSION : ExitCode.OK;
    }

    /** Refuses a directory with unreadable results, because those could have become worse. */
    private static List<Report> whole(Path directory) {
        Results results = Results.in(directory);
        if (!results.leftOut().isEmpty()) {
            throw new InvalidInputException("DIR=" + directory + " cannot be compared. "
                    + String.join(" ", results.leftOut()) + " Take it away, or measure again.");
        }
        return results.reports();
    }

    private void print(Comparison comparison) {
        AnswerOutput data = output.output(environment);
        List<Map<String, Object>> rows =
                comparison.pairs().stream().map(CompareCommand::row).toList();
        switch (data.format()) {
            case JSON, JSONL -> data.printDocument(document(comparison, rows));
            case TABLE, CSV ->
                data.print(
                        List.copyOf(rows.get(0).keySet()),
                        rows.stream().map(row -> List.copyOf(row.values())).toList());
        }
        Stream.of(
                        comparison.differences(),
                        comparison.environments(),
                        comparison.missing(),
                        comparison.tooFewRepeats().stream().toList())
                .flatMap(List::stream)
                .forEach(environment.err()::println);
    }

    private static Map<String, Object> document(Comparison comparison, List<Map<String, Object>> rows) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("rule", Pair.RULE);
        document.put("regression", comparison.hasRegression());
        document.put("figures", rows);
        document.put("missing", comparison.missing());
        comparison.tooFewRepeats().ifPresent(sentence -> document.put("tooFewRepeats", sentence));
        document.put("differences", comparison.differences());
        document.put("environments", comparison.environments());
        return document;
    }

    private static Map<String, Object> row(Pair pair) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("experiment", pair.experiment());
        row.put("figure", FigureLabels.of(pair.before()));
        row.put("unit", pair.before().unit());
        row.put("a", ReportPrinter.shown(pair.before().value()));
        row.put("b", ReportPrinter.shown(pair.after().value()));
        row.put("ratio", ReportPrinter.shown(pair.ratio()));
        row.put("runs", pair.runs());
        row.put("p", ReportPrinter.shown(pair.pValue()));
        row.put("verdict", pair.verdict().label());
        return row;
    }
}
