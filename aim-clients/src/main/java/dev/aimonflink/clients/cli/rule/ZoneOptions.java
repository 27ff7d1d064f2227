package dev.aimonflink.clients.cli.rule;

import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.rule.RulesOfJob;
import java.time.ZoneId;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where days given to a job begin; a mixin. */
final class ZoneOptions {
    @Option(
            names = "--time-zone",
            paramLabel = "ZONE",
            description = "Where days begin. Default: as in the job, or UTC where no job answers")
    private ZoneId given;

    /** Whether the job need not be asked. */
    boolean isGiven() {
        return given != null;
    }

    ZoneId of(Optional<RulesOfJob> job) {
        return given == null ? job.map(RulesOfJob::zone).orElse(ZoneId.of("UTC")) : given;
    }

    void print(Optional<RulesOfJob> job, Environment environment) {
        environment
                .err()
                .println("Days begin in " + of(job).getId()
                        + (given != null
                                ? "."
                                : job.isPresent()
                                        ? ", as in the job."
                                        : ", since no job says where. --time-zone says another zone."));
    }
}
