package dev.aimonflink.bench.endtoend;

import com.fasterxml.jackson.databind.JsonNode;
import dev.aimonflink.bench.harness.ExperimentCommand;
import dev.aimonflink.bench.turns.WindowTurns;
import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Experiments with other events, and with other windows, than those of the benchmark. */
class ExperimentsOfModelsIT {
    @TempDir
    private Path directory;

    /** With windows of panes and of last events, whose values depend on the order of an entity's events. */
    @Test
    void shouldFindEveryAnswerRightWhereTheEventsAreOfAModel() throws IOException {
        CommandRun run = CommandRun.ofCommand(
                environment -> ExperimentCommand.of(environment, new Write()),
                "--quick",
                "--subscribers=1000",
                "--model=payments",
                "--parallelism=2",
                "--seconds=0.2",
                "--warm-up=0.3",
                "--out=" + directory);

        assertThat(run.exitCode()).as("%s", run).isEqualTo(ExitCode.OK);
        JsonNode report = ExperimentsIT.checkReport(directory, "write", ExperimentsIT.FIGURES.get("write"));
        assertThat(report.path("parameters").path("model").asText()).isEqualTo("payments");
        assertThat(report.path("figures")
                        .path(0)
                        .path("parameters")
                        .path("model")
                        .asText())
                .isEqualTo("payments");
    }

    @Test
    void shouldMeasureTheTurnsOfPanesAndFindEveryValueRight() throws IOException {
        measureTurns("--window=last 24 hours");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--window=1 day", "--model=../docs/models/devices.yaml"})
    @Tag("campaign")
    void shouldMeasureOtherTurnsAndFindEveryValueRight(String kept) throws IOException {
        measureTurns(kept);
    }

    private void measureTurns(String kept) throws IOException {
        CommandRun run = CommandRun.ofCommand(
                environment -> ExperimentCommand.of(environment, new WindowTurns()),
                "--quick",
                "--subscribers=1000",
                kept,
                "--out=" + directory);

        assertThat(run.exitCode()).as("%s", run).isEqualTo(ExitCode.OK);
        ExperimentsIT.checkReport(
                directory,
                "turns",
                Set.of(
                        "turns.longest-event",
                        "turns.usual-longest-event",
                        "turns.longest-slice",
                        "turns.usual-longest-slice",
                        "turns.first-scan",
                        "turns.usual-scan",
                        "turns.refill"));
    }
}
