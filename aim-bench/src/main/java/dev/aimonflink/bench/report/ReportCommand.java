package dev.aimonflink.bench.report;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code aim bench report}. */
@Command(
        name = "report",
        description = {
            "Make one page of all results of a directory, beside the numbers of the papers, or the picture of one chart.",
            "",
            "The page is one HTML file that needs no network. Taken in are EXPERIMENT.json of each experiment, also of"
                    + " ones that are unknown here, and NAME.hlog, logs of HdrHistogram in nanoseconds. What cannot be read is"
                    + " left out and reported, and the exit code is then 4."
                    + " Written to stdout is the path of the page, or with --chart the chart's values as a table of Markdown."
        },
        footer = {
            "",
            "Examples:",
            "  aim bench report",
            "  aim bench report bench-results --out page.html",
            "  aim bench report sizes rates clients --out page.html",
            "  aim bench report bench-results --chart write --out write.svg"
        },
        mixinStandardHelpOptions = true)
public final class ReportCommand implements Callable<Integer> {
    private final Environment environment;

    @Parameters(
            arity = "0..*",
            paramLabel = "DIR",
            description =
                    "The directory of the results, or several for one page, which is then in the first. Default: the"
                            + " newest one here whose name begins with bench-results")
    private List<Path> directories = List.of();

    @Option(
            names = "--chart",
            paramLabel = "NAME",
            description = "Write this chart alone, as SVG: an experiment, for its first one, or such as write.kafka")
    private String chart;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "The file to write. Default: DIR/report.html, and DIR/NAME.svg with --chart")
    private Path file;

    public ReportCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        List<Path> chosen = directories.isEmpty() ? List.of(Results.newest(Path.of(""))) : directories;
        Results read = Results.in(chosen);
        Path written = file != null ? file : chosen.get(0).resolve(chart != null ? chart + ".svg" : "report.html");
        if (chart != null) {
            Chart drawn = chart(read);
            write(written, drawn.svgFile());
            environment.out().print(drawn.markdown());
            environment.err().println("The picture is " + written + ".");
        } else {
            write(written, Page.of(read, Papers.read()));
            environment.out().print(written + "\n");
        }
        environment.out().flush();
        read.leftOut().forEach(environment.err()::println);
        read.warnings().forEach(environment.err()::println);
        return read.leftOut().isEmpty() ? ExitCode.OK : ExitCode.PARTIAL;
    }

    private Chart chart(Results results) {
        Map<String, Chart> byName = new LinkedHashMap<>();
        results.reports().forEach(report -> Charts.of(report, Papers.read()).forEach(each -> {
            byName.putIfAbsent(report.experiment() + "." + each.name(), each);
            byName.putIfAbsent(report.experiment(), each);
        }));
        if (!byName.containsKey(chart)) {
            throw new InvalidInputException("chart=" + chart + " is not in these results. They have "
                    + String.join(", ", byName.keySet()) + ".");
        }
        return byName.get(chart);
    }

    private static void write(Path file, String content) {
        try {
            Files.writeString(file, content);
        } catch (IOException e) {
            throw new ClientException("Cannot write " + file + ": " + e.getMessage(), e);
        }
    }
}
