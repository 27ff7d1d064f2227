package dev.aimonflink.clients.cli.operate;

import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.query.serve.mode.ScanSetting;
import dev.aimonflink.query.serve.request.ScansRequest;
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
    private ReportOptions report;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description =
                    "Let all partitions scan like this from the next pass on: s1, s2, s3-is, s3-ni or adaptive. Default:"
                            + " leave it as it is")
    private ScanSetting mode;

    public ScansCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        int exitCode = report.show(environment, new ScansRequest(mode).asked(), "where its scans run");
        if (exitCode == ExitCode.OK && mode != null) {
            environment.err().println("Until the job restarts; the option aim.scans.mode is for good.");
        }
        return exitCode;
    }
}
