package dev.aimonflink.bench.frontier;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.aimonflink.bench.harness.ExperimentCommand;
import dev.aimonflink.bench.installation.AnswerChecks;
import dev.aimonflink.bench.installation.CallPattern;
import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.bench.installation.Setup;
import dev.aimonflink.bench.load.QueryPool;
import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.local.SeparateBroker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class FrontierIT {
    private static final long SEED = 42;
    private static final int SUBSCRIBERS = 1_000;
    private static final int CALLS = 5_000;
    private static final int PARALLELISM = 2;
    private static final int CLIENTS = 2;

    @TempDir
    private Path directory;

    @Test
    void shouldAnswerAsARecountDoesInAllThreeSystems() {
        AnswerChecks checks = new AnswerChecks();
        Setup setup = new Setup(SUBSCRIBERS, "42", PARALLELISM, SEED, CallPattern.USUAL);
        try (SeparateBroker broker = SeparateBroker.start()) {
            for (Side side : Side.values()) {
                try (Deployment deployment = new Deployment(broker, setup)) {
                    deployment.publishAll(CALLS);
                    try (LiveTable table = side.start(broker, deployment, CLIENTS)) {
                        deployment.publishAll(CALLS);
                        table.awaitApplied(2 * CALLS);
                        table.requireHealthy();
                        Frontier.check(
                                deployment,
                                table,
                                QueryPool.of(Frontier.QUERIES, SEED).all(),
                                checks,
                                side.label());
                    }
                }
            }
        }
        assertThat(checks.complaints()).isEmpty();
        assertThat(checks.answers().verified()).isGreaterThan(Side.values().length);
    }

    @Test
    @Tag("campaign")
    void shouldMeasureEachSystemAndFindEveryAnswerRight() throws IOException {
        CommandRun run = CommandRun.ofCommand(
                environment ->
                        ExperimentCommand.of(environment, new Frontier()).setCaseInsensitiveEnumValuesAllowed(true),
                "--quick",
                "--out=" + directory);
        assertThat(run.exitCode()).as("%s", run).isEqualTo(ExitCode.OK);
        JsonNode report =
                new JsonMapper().readTree(directory.resolve("frontier.json").toFile());
        assertThat(report.path("answers").path("wrong").asInt()).isZero();
        Set<String> measured = new TreeSet<>();
        report.path("figures")
                .forEach(figure -> measured.add(figure.path("name").asText() + " "
                        + figure.path("parameters").path("system").asText()));
        assertThat(measured)
                .containsExactlyElementsOf(List.of(
                        "frontier.events duckdb",
                        "frontier.events kafka-streams",
                        "frontier.events ours",
                        "frontier.queries duckdb",
                        "frontier.queries kafka-streams",
                        "frontier.queries ours"));
    }
}
