package dev.aimonflink.bench.harness;

import dev.aimonflink.bench.experiment.Answers;
import dev.aimonflink.bench.experiment.Demand;
import dev.aimonflink.bench.experiment.Figure;
import dev.aimonflink.bench.experiment.LatencyLog;
import dev.aimonflink.bench.experiment.Report;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.clients.cli.environment.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class RepeatsTest {
    private static final long MS = 1_000_000;
    private static final Map<String, String> PARAMETERS = Map.of("clients", "1");

    private final List<String> complaints = new ArrayList<>();

    @TempDir
    private Path directory;

    private Report pool(int runs, Repeats.Run run) throws InterruptedException {
        return new Repeats("mixed", runs, directory, complaints::add).pool(run).orElseThrow();
    }

    /** A run with a rate, and a hundred questions that took so long. */
    private static int write(Path folder, double perSecond, long millis, int wrong) {
        Histogram nanos = new Histogram(3);
        nanos.recordValueWithCount(millis * MS, 100);
        LatencyLog log = new LatencyLog();
        log.add("mixed", PARAMETERS, nanos);
        new Report(
                        "mixed",
                        Map.of("cores", 2),
                        Map.of("quick", false),
                        List.of(
                                Figure.highIsGood("mixed.queries", PARAMETERS, "queries/s", new Samples(perSecond)),
                                Figure.lowIsGood("mixed.p99", PARAMETERS, "ms", new Samples(millis))),
                        List.of(Demand.atMost("p99", (double) millis, 60), Demand.atLeast("rate", perSecond, 100)),
                        new Answers(10, wrong))
                .write(folder);
        log.write(folder.resolve("mixed.hlog"));
        return ExitCode.OK;
    }

    private static int number(Path folder) {
        return Integer.parseInt(folder.getFileName().toString());
    }

    @Test
    void shouldTakeAPercentileOfTheLatenciesOfAllRunsAndTheMedianOfAnythingElse() throws Exception {
        // The third run is slow: a third of all questions is, though two of three p99s are not.
        Report pooled = pool(3, folder -> write(folder, 100 * number(folder), number(folder) == 3 ? 500 : 10, 0));

        Figure rate = pooled.figures().get(0);
        assertThat(rate.value()).isEqualTo(200);
        assertThat(rate.best()).isEqualTo(300);
        assertThat(rate.worst()).isEqualTo(100);
        assertThat(rate.runs()).containsExactly(100.0, 200.0, 300.0);
        Figure p99 = pooled.figures().get(1);
        assertThat(p99.value()).isCloseTo(500, within(1.0));
        assertThat(p99.runs()).containsExactly(10.0, 10.0, 500.0);
        assertThat(pooled.parameters()).containsEntry("repeats", 3);
        assertThat(pooled.answers()).isEqualTo(new Answers(30, 0));
        assertThat(Report.read(directory.resolve("mixed.json"))).isEqualTo(pooled);
        assertThat(intervals(directory.resolve("mixed.hlog"))).hasSize(3);
    }

    @Test
    void shouldTakeTheCheckOfTheRunThatDidWorst() throws InterruptedException {
        Report pooled = pool(3, folder -> write(folder, 100 * number(folder), 100 - 20 * number(folder), 0));

        assertThat(pooled.checks()).containsExactly(Demand.atMost("p99", 80, 60), Demand.atLeast("rate", 100, 100));
        assertThat(pooled.exitCode()).isEqualTo(ExitCode.REGRESSION);
    }

    @Test
    void shouldGoOnAfterARunThatFailedAndComplain() throws InterruptedException {
        Report pooled = pool(3, folder -> number(folder) == 2 ? ExitCode.FAILURE : write(folder, 100, 10, 0));

        assertThat(complaints).containsExactly("mixed: run 2 of 3 failed with exit code 1.");
        assertThat(pooled.parameters()).containsEntry("repeats", 2);
    }

    @Test
    void shouldNotPoolAnEarlierResultOfARunThatFailed() throws InterruptedException {
        pool(2, folder -> write(folder, 100, 10, 0));

        Report pooled = pool(2, folder -> number(folder) == 2 ? ExitCode.FAILURE : write(folder, 300, 10, 0));

        assertThat(pooled.figures().get(0).runs()).containsExactly(300.0);
    }

    @Test
    void shouldHaveNothingWhereEveryRunFailed() throws InterruptedException {
        assertThat(new Repeats("mixed", 2, directory, complaints::add).pool(folder -> ExitCode.FAILURE))
                .isEmpty();
        assertThat(complaints).hasSize(2);
    }

    @Test
    void shouldNameAPercentileAndReadItBack() {
        for (double percentile : new double[] {50, 99, 99.9, 99.99, 100}) {
            assertThat(Pooled.percentileOf("mixed" + Pooled.suffixOf(percentile)))
                    .hasValue(percentile);
        }
        assertThat(Pooled.percentileOf("mixed.queries")).isEmpty();
        assertThat(Pooled.suffixOf(99.9)).isEqualTo(".p999");
        assertThat(Pooled.suffixOf(100)).isEqualTo(".max");
    }

    private static List<Histogram> intervals(Path log) throws IOException {
        List<Histogram> intervals = new ArrayList<>();
        LatencyLog.read(log, intervals::add);
        return intervals;
    }
}
