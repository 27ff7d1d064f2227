package dev.aimonflink.clients.cli.operate;

import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.query.serve.request.ColumnsRequest;
import dev.aimonflink.query.serve.request.ColumnsRequest.Change;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code aim columns}. */
@Command(
        name = "columns",
        description = {
            "Show which columns are kept for questions over all entities, or change that while the job runs.",
            "",
            "A column is kept because the job's option aim.matrix.columns has it (setting), because it was pinned here (pinned),"
                    + " or because a question read it (asked). The first question that reads another column waits until each"
                    + " partition has read it from its records; then it stays until nobody has asked it for ten minutes, or"
                    + " others need its room in aim.matrix.columns-memory.",
            "",
            "Beside that it shows in how many partitions a column is kept, about how much memory it takes in all of them, how many"
                    + " questions have read it since they were started, and how long ago the last one was."
        },
        footer = {
            "",
            "Examples:",
            "  aim columns",
            "  aim columns --pin cheapest_cost_this_week,longest_duration_this_day",
            "  aim columns --drop cheapest_cost_this_week --output json"
        },
        mixinStandardHelpOptions = true)
public final class ColumnsCommand implements Callable<Integer> {
    private final Environment environment;

    @Mixin
    private ReportOptions report;

    @ArgGroup
    private Changes changes;

    /** At most one. */
    private static final class Changes {
        @Option(
                names = "--pin",
                split = ",",
                paramLabel = "COLUMN",
                description = "Keep these until they are unpinned, also after a restart")
        private List<String> pinned;

        @Option(
                names = "--unpin",
                split = ",",
                paramLabel = "COLUMN",
                description = "Leave it to questions whether these stay")
        private List<String> unpinned;

        @Option(
                names = "--drop",
                split = ",",
                paramLabel = "COLUMN",
                description = "Let these go now, unless a question waits for them")
        private List<String> dropped;

        ColumnsRequest request() {
            if (pinned != null) {
                return new ColumnsRequest(Change.PIN, pinned);
            }
            return unpinned != null
                    ? new ColumnsRequest(Change.UNPIN, unpinned)
                    : new ColumnsRequest(Change.DROP, dropped);
        }
    }

    public ColumnsCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        ColumnsRequest request = changes == null ? ColumnsRequest.REPORT : changes.request();
        int exitCode = report.show(environment, request.asked(), "which columns it keeps");
        if (exitCode == ExitCode.OK && request.change() == Change.PIN) {
            environment.err().println("What has been pinned now is kept once it has been read from the records.");
        }
        return exitCode;
    }
}
