package dev.aimonflink.bench.rules;

import dev.aimonflink.bench.experiment.Figure;
import dev.aimonflink.bench.experiment.Report;
import dev.aimonflink.bench.harness.ExperimentCommand;
import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class CostOfChecksTest {
    private static final int ENTITIES = 25_000;
    private static final int FALLING = 22_500;

    @TempDir
    private Path directory;

    @Test
    void shouldMeasureChecksAndFindEachSilentSubscriberOnce() {
        CommandRun run = CommandRun.ofCommand(
                environment -> ExperimentCommand.of(environment, new CostOfChecks()),
                "--quick",
                "--subscribers=" + ENTITIES,
                "--aggregates=42",
                "--out=" + directory);

        assertThat(run.exitCode()).as("%s", run).isEqualTo(ExitCode.OK);
        Report report = Report.read(directory.resolve("checks.json"));
        assertThat(report.answers().wrong()).isZero();
        assertThat(report.answers().verified()).isGreaterThan(30);
        assertThat(report.figures())
                .extracting(Figure::name)
                .containsExactly(
                        "checks.last-events",
                        "checks.round",
                        "checks.core",
                        "checks.silence.rounds",
                        "checks.silence.alerts",
                        "checks.silence.alert",
                        "checks.silence.slice.p50",
                        "checks.silence.slice.p99",
                        "checks.silence.slice.p999",
                        "checks.silence.slice.max",
                        "checks.silence.wait.p50",
                        "checks.silence.wait.p99",
                        "checks.silence.wait.p999",
                        "checks.silence.wait.max");
        assertThat(figure(report, "checks.silence.alerts").value()).isEqualTo(FALLING);
        // At most 10,000 come of one check.
        assertThat(figure(report, "checks.silence.rounds").value()).isEqualTo(3);
        assertThat(figure(report, "checks.round").samples()).isEqualTo(CostOfChecks.QUICK_ROUNDS);
        assertThat(figure(report, "checks.last-events").samples()).isEqualTo(CostOfChecks.QUICK_RESTARTS);
    }

    @Test
    void shouldFireNothingTwiceAfterARestart() {
        CheckedEntities checked = new CheckedEntities(MeasuredModel.of("aim-42"), ENTITIES, 7);
        checked.restart();
        checked.round();
        long ofBusy = (long) CheckedEntities.RULES_OF_BUSY * checked.busy();
        assertThat(checked.alerts()).isEqualTo(ofBusy).isPositive();

        checked.restart();
        checked.round();
        assertThat(checked.alerts()).isEqualTo(ofBusy);
        assertThat(checked.silentAlerts()).isZero();
        assertThat(checked.wronglySilent()).isEqualTo(FALLING);
        assertThat(checked.leftOut()).isZero();
    }

    private static Figure figure(Report report, String name) {
        return report.figures().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
