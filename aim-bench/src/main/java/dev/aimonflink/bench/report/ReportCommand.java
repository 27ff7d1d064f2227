package dev.aimonflink.bench.report;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code aim bench report}. */
@Command(
        name = "report",
        description = {
            "Make one page of all results of a directory, beside the numbers of the papers.",
            "",
            "The page is one HTML file that needs no network. Taken in are EXPERIMENT.json of each experiment, also of"
                    + " ones that are unknown here, NAME.hlog, logs of HdrHistogram in nanoseconds, and"
                    + " EXPERIMENT-seconds.csv. What cannot be read is left out and reported, and the exit code is then 4."
                    + " Written to stdout is the path of the page."
        },
        footer = {
            "",
            "Examples:",
            "  aim bench report bench-results",
            "  aim bench report bench-results --file page.html"
        },
        mixinStandardHelpOptions = true)
public final class ReportCommand implements Callable<Integer> {
    private static final String PAGE = "report.html";

    private final Environment environment;

    @Parameters(index = "0", paramLabel = "DIR", description = "The directory of the results")
    private Path directory;

    @Option(names = "--file", paramLabel = "FILE", description = "The page. Default: DIR/report.html")
    private Path file;

    public ReportCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        Results results = Results.in(directory);
        Path page = file != null ? file : directory.resolve(PAGE);
        try {
            Files.writeString(page, Page.of(results, Papers.read()));
        } catch (IOException e) {
            throw new ClientException("Cannot write " + page + ": " + e.getMessage(), e);
        }
        results.leftOut().forEach(environment.err()::println);
        results.warnings().forEach(environment.err()::println);
        environment.out().print(page + "\n");
        environment.out().flush();
        return results.leftOut().isEmpty() ? ExitCode.OK : ExitCode.PARTIAL;
    }
}
