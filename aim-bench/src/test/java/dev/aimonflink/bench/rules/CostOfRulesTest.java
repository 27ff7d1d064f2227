package dev.aimonflink.bench.rules;

import dev.aimonflink.bench.experiment.Figure;
import dev.aimonflink.bench.experiment.Report;
import dev.aimonflink.bench.harness.ExperimentCommand;
import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class CostOfRulesTest {
    private static final int ENTITIES = 2_000;

    @TempDir
    private Path directory;

    @Test
    void shouldMeasureEachSetOfRulesAndFindEveryValueRight() {
        CommandRun run = CommandRun.ofCommand(
                environment -> ExperimentCommand.of(environment, new CostOfRules()),
                "--quick",
                "--subscribers=" + ENTITIES,
                "--aggregates=42",
                "--out=" + directory);

        assertThat(run.exitCode()).as("%s", run).isEqualTo(ExitCode.OK);
        Report report = Report.read(directory.resolve("rules.json"));
        assertThat(report.answers().wrong()).isZero();
        assertThat(report.answers().verified()).isGreaterThan(30);
        assertThat(report.figures().stream()
                        .map(each -> each.parameters().get("rules"))
                        .collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(
                        "selective-10",
                        "selective-300",
                        "thresholds-1000",
                        "thresholds-10000",
                        "thresholds-10000-of-all",
                        "papers-300");
        assertThat(figure(report, "rules.any-true", "papers-300").value())
                .as("%% of events")
                .isGreaterThan(90);
        assertThat(figure(report, "rules.memory-of-an-entity", "papers-300").value())
                .isBetween(16.0, 20 + 16 * 300.0);
        assertThat(figure(report, "rules.matching", "papers-300").samples()).isEqualTo(JudgedEvents.QUICK_ROUNDS);
    }

    @Test
    void shouldFindSomeRuleTrueForAboutOneEventInAHundred() {
        JudgedEvents events = new JudgedEvents(MeasuredModel.of("aim-42"), ENTITIES, 7);
        JudgedEvents.Found found =
                events.measure(events.thresholds(1_000, events.pivots()), false, 0, JudgedEvents.ROUNDS);
        assertThat(found.anyTrue()).isBetween(0.002, 0.03);
        assertThat(found.firedOfAnEvent()).isPositive();
        assertThat(found.flat()).isNull();
        assertThat(events.compare().differences()).isEmpty();
    }

    private static Figure figure(Report report, String name, String rules) {
        return report.figures().stream()
                .filter(each -> each.name().equals(name)
                        && each.parameters().get("rules").equals(rules))
                .findFirst()
                .orElseThrow();
    }
}
