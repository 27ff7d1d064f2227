package dev.aimonflink.clients.cli.operate;

import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.options.ConnectionOptions;
import dev.aimonflink.clients.cli.options.OutputOptions;
import dev.aimonflink.query.serve.mode.ScanSetting;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.ScansRequest;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code aim scans}. */
@Command(
        name = "scans",
        description = {
            "Show where the scans of each partition run, or change it while the job runs.",
            "",
            "In the mode s1 they run on the partition's thread, in slices between events; in s2 on a thread beside it; in s3-is"
                    + " there, too, but rows that changed are not merged before; in s3-ni the partition's thread helps, between"
                    + " events. In adaptive each partition chooses among these before each pass. A pass that runs stays where it is. The change holds until the job is restarted; the"
                    + " job's option aim.scans.mode is for good.",
            "",
            "Beside the mode it shows the state of the last pass, how often that has changed, how many passes have begun in"
                    + " each state since the partition was started, and how many bytes a full delta takes, of which s2 has two"
                    + " and the s3 modes three."
        },
        footer = {"", "Examples:", "  aim scans", "  aim scans --mode s2", "  aim scans --output json"},
        mixinStandardHelpOptions = true)
public final class ScansCommand implements Callable<Integer> {
    private final Environment environment;

    @Mixin
    private ConnectionOptions kafka;

    @Mixin
    private OutputOptions output;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description =
                    "Let all partitions scan like this from the next pass on: s1, s2, s3-is, s3-ni or adaptive. Default:"
                            + " leave it as it is")
    private ScanSetting mode;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "5s",
            description = "How long the job may take to answer, at most 60s. Default: ${DEFAULT-VALUE}")
    private Duration timeout;

    public ScansCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        QueryResult answer;
        try (QueryClient client = environment
                .clients()
                .queryClient(kafka.connection(environment), kafka.topics(), "aim-scans-" + UUID.randomUUID())) {
            answer = client.answer(new ScansRequest(mode).asked(), timeout);
        }
        if (answer.status() == QueryResult.Status.OK) {
            output.output(environment).print(answer.columns(), answer.rows());
            if (mode != null) {
                environment.err().println("Until the job restarts; the option aim.scans.mode is for good.");
            }
            return ExitCode.OK;
        }
        environment
                .err()
                .println("The job does not say where its scans run: "
                        + answer.error().message() + " `aim doctor` looks why.");
        return answer.status() == QueryResult.Status.TIMEOUT ? ExitCode.TIMEOUT : ExitCode.FAILURE;
    }
}
