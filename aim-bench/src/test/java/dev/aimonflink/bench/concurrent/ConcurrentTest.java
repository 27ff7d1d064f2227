package dev.aimonflink.bench.concurrent;

import dev.aimonflink.bench.experiment.Figure;
import dev.aimonflink.bench.experiment.Report;
import dev.aimonflink.bench.harness.ExperimentCommand;
import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.mode.ScanSetting;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class ConcurrentTest {
    private static final int ENTITIES = 2_000;
    private static final int CLIENTS = 3;
    private static final long RATE = 5_000;

    private final MeasuredModel measured = MeasuredModel.of("aim-42");
    private final Loads loads = Loads.of(measured, ENTITIES, 7);

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(ScanMode.class)
    void shouldHaveEachLoadAndCountEachEventOnce(ScanMode mode) {
        try (TaskThread partition = new TaskThread(measured, ENTITIES, loads.lookUps())) {
            for (LoadCase load : loads.all(CLIENTS, RATE)) {
                // So long a turn has two bursts of look-ups.
                Turn turn = partition.run(load, new ScanSetting(mode), 0.4);
                assertThat(turn.answers > 0)
                        .as("%s", load.name())
                        .isEqualTo(!load.clients().isEmpty());
                assertThat(turn.events > 0).as("%s", load.name()).isEqualTo(load.eventsPerSecond() > 0);
                assertThat(turn.waitNanos.getTotalCount())
                        .as("%s", load.name())
                        .isEqualTo(load.isSaturated() ? 0 : turn.events);
                assertThat(turn.beginNanos.getTotalCount() > 0)
                        .as("%s", load.name())
                        .isEqualTo(!load.clients().isEmpty());
            }
            assertThat(partition.failures()).isEmpty();
            assertThat(partition.compare().differences()).isEmpty();
        }
    }

    @Test
    void shouldAskSixteenDifferentQueries() {
        Map<String, List<LoadCase>> byName =
                loads.all(CLIENTS, RATE).stream().collect(Collectors.groupingBy(LoadCase::name));
        LoadCase together = byName.get(Loads.TOGETHER).get(0);
        assertThat(together.clients())
                .hasSize(16)
                .allMatch(own -> own.size() == 1)
                .doesNotHaveDuplicates();
        assertThat(byName.get(Loads.LONG_PASSES).get(0).clients())
                .hasSizeGreaterThan(16)
                .doesNotHaveDuplicates();
        assertThat(byName.get(Loads.ONE_BY_ONE).get(0).clients().get(0))
                .isEqualTo(together.clients().stream().flatMap(List::stream).toList());
    }

    @Test
    void shouldReportBothModesOfEachLoad() {
        CommandRun run = CommandRun.ofCommand(
                environment -> ExperimentCommand.of(environment, new Concurrent()),
                "--quick",
                "--subscribers=" + ENTITIES,
                "--aggregates=42",
                "--seconds=0.1",
                "--out=" + directory);

        assertThat(run.exitCode()).as("%s", run).isEqualTo(ExitCode.OK);
        Report report = Report.read(directory.resolve("concurrent.json"));
        assertThat(report.answers().wrong()).isZero();
        assertThat(report.answers().verified()).isGreaterThan(100);
        assertThat(report.figures().stream().map(Figure::name).collect(Collectors.toSet()))
                .contains("concurrent.events", "concurrent.queries", "concurrent.wait.p999", "concurrent.begin.p99");
        assertThat(report.figures().stream()
                        .map(each -> each.parameters().get("mode"))
                        .collect(Collectors.toSet()))
                .contains("s1", "s2");
    }

    @Test
    void shouldFindItsOwnThread() {
        Optional<NativeThread> own = NativeThread.find(Thread.currentThread().getName());
        assertThat(NativeThread.find("no such thread")).isEmpty();
        // The main thread of a JVM has another name for Linux.
        own.ifPresent(thread -> assertThat(thread.cpuNanos()).isPositive());
    }
}
