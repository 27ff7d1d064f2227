package dev.aimonflink.clients.cli.ask;

import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.query.LatencyReport;

/** Combines many outcomes into one exit code. */
final class Tally {
    private long ok;
    private long timeouts;
    private long failures;

    void add(int exitCode) {
        switch (exitCode) {
            case ExitCode.OK -> ok++;
            case ExitCode.TIMEOUT -> timeouts++;
            default -> failures++;
        }
    }

    void add(LatencyReport report) {
        ok += report.answered();
        timeouts += report.timeouts();
        failures += report.failed();
    }

    int exitCode() {
        if (timeouts == 0 && failures == 0) {
            return ExitCode.OK;
        }
        if (ok > 0) {
            return ExitCode.PARTIAL;
        }
        return failures == 0 ? ExitCode.TIMEOUT : ExitCode.FAILURE;
    }
}
