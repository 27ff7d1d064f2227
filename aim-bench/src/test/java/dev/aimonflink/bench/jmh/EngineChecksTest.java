package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.experiment.Demand;
import dev.aimonflink.bench.experiment.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class EngineChecksTest {
    private static final Samples NOTHING = new Samples(0, 0, 0);

    private static JmhRun.Measured scan(String query, int rows, String kernels, Samples roofline, double... ms) {
        return new JmhRun.Measured(
                "scan." + query,
                Map.of("rows", Integer.toString(rows), "kernels", kernels),
                "ms",
                new Samples(ms),
                Map.of("rooflineMs", roofline, "allocatedBytes", new Samples(50_000, rows / 1_000_000.0, 60_000)));
    }

    private static JmhRun.Measured update(
            String model, String columns, String subscribers, double nanos, Samples allocatedBytes) {
        return new JmhRun.Measured(
                "update.update",
                Map.of("model", model, "columns", columns, "subscribers", subscribers),
                "ns",
                new Samples(nanos),
                Map.of("allocatedBytes", allocatedBytes));
    }

    @Test
    void shouldDemandNothingOfWhatWasNotMeasured() {
        assertThat(EngineChecks.of(List.of())).isEmpty();
    }

    @Test
    void shouldHoldEachScanAgainstTheRooflineBesideIt() {
        Samples roofline = new Samples(1, 10, 2);
        assertThat(EngineChecks.of(List.of(
                        scan("q7", 10_000_000, "vector", roofline, 1.6, 16, 3.2),
                        scan("q3", 10_000_000, "vector", roofline, 2.5, 25, 20))))
                .containsExactly(
                        new Demand("q3 over roofline", 2.5, "<= 3", true),
                        new Demand("q7 over roofline", 1.6, "<= 1.5", false));
    }

    @Test
    void shouldDemandNothingOfFewRowsNorOfScalarKernels() {
        Samples roofline = new Samples(1);
        assertThat(EngineChecks.of(List.of(
                        scan("q1", 1_000_000, "vector", roofline, 9), scan("q1", 10_000_000, "scalar", roofline, 9))))
                .isEmpty();
    }

    @Test
    void shouldDemandAMeanAndAWorstOfAllQueriesByVectorsAlone() {
        List<JmhRun.Measured> runs = new ArrayList<>();
        for (int query = 1; query <= 7; query++) {
            runs.add(scan("q" + query, 10_000_000, "vector", new Samples(2, 10, 4), 2, 10, 4));
            runs.add(scan("q" + query, 10_000_000, "none", new Samples(1), query == 7 ? 2.5 : 1));
        }
        assertThat(EngineChecks.of(runs))
                .contains(
                        new Demand("queries by vectors alone over hand-written ones, mean", 8.5 / 7, "<= 1.5", true),
                        new Demand("queries by vectors alone over hand-written ones, worst", 2.5, "<= 2", false));
        assertThat(EngineChecks.of(runs.subList(0, 13)))
                .extracting(Demand::name)
                .allMatch(name -> name.endsWith("roofline"));
    }

    @Test
    void shouldDemandThatATextIsPlannedFast() {
        JmhRun.Measured run = new JmhRun.Measured(
                "sqlPlan.plan", Map.of(), "ms", new Samples(300), Map.of("p99Ms", new Samples(0.1, 0.3, 0.19)));
        assertThat(EngineChecks.of(List.of(run)))
                .containsExactly(new Demand("milliseconds to plan a text, p99", 0.19, "<= 0.2", true));
    }

    @Test
    void shouldCompareWhatScansOfFewAndManyRowsAllocate() {
        assertThat(EngineChecks.of(List.of(
                        scan("q1", 1_000_000, "vector", new Samples(1), 1),
                        scan("q1", 10_000_000, "vector", new Samples(1), 1))))
                .contains(new Demand(
                        "bytes that a scan allocates per row, from 1 M rows to 10 M", 9 / 9e6, "< 0.01", true));
    }

    @Test
    void shouldDemandEventsPerSecondOfAMillion() {
        assertThat(EngineChecks.of(List.of(
                        update("aim-42", "auto", "1000000", 250),
                        update("aim-42", "none", "1000000", 5),
                        update("aim-42", "auto", "100000", 2_500),
                        update("aim-546", "auto", "1000000", 2_500),
                        update("payments", "auto", "1000000", 9_000),
                        update("payments", "none", "1000000", 1_000),
                        update("wide", "none", "1000000", 9_000))))
                .containsExactly(
                        new Demand("events/s on one core, aim-42 of a million", 4e6, ">= 3000000", true),
                        new Demand("events/s on one core, aim-546 of a million", 4e5, ">= 500000", false),
                        new Demand("events/s on one core, payments of a million", 1e6, ">= 600000", true),
                        new Demand("bytes that a million updates allocate", 0, "<= 0", true));
    }

    private static JmhRun.Measured update(String model, String columns, String subscribers, double nanos) {
        return update(model, columns, subscribers, nanos, NOTHING);
    }

    @Test
    void shouldHoldAnEventOfAWindowAgainstItsTwinThatTumbles() {
        assertThat(EngineChecks.of(List.of(
                        windowUpdate("1 day", "all", 900),
                        windowUpdate("last 24 hours", "none", 190),
                        windowUpdate("last 24 hours", "all", 210),
                        windowUpdate("last 100 events", "all", 290))))
                .containsExactly(
                        new Demand("an event of the last 100 events over one of a day, columns=all", 2.9, "<= 3", true),
                        new Demand("an event of the last 24 hours over one of a day, columns=none", 1.9, "<= 2", true),
                        new Demand("an event of the last 24 hours over one of a day, columns=all", 2.1, "<= 2", false));
    }

    private static JmhRun.Measured windowUpdate(String window, String columns, double nanos) {
        return new JmhRun.Measured(
                "windowUpdate.update",
                Map.of("window", window, "columns", columns),
                "ns",
                new Samples(nanos),
                Map.of("tumblingNanos", new Samples(100)));
    }

    @Test
    void shouldNoticeASingleSampleThatAllocates() {
        assertThat(EngineChecks.of(
                        List.of(update("wide", "auto", "1", 1), update("wide", "none", "1", 1, new Samples(0, 24, 0)))))
                .containsExactly(new Demand("bytes that a million updates allocate", 24, "<= 0", false));
    }

    @Test
    void shouldHoldASharedScanAgainstTheSeparateOnesBesideIt() {
        assertThat(EngineChecks.of(List.of(shared("4", 9), shared("16", 5), shared("64", 1))))
                .containsExactly(new Demand("16 queries in one scan over 16 scans", 0.5, "<= 0.6", true));
    }

    private static JmhRun.Measured shared(String queries, double ms) {
        return new JmhRun.Measured(
                "sharedScan.shared",
                Map.of("queries", queries, "rows", "10000000"),
                "ms",
                new Samples(ms),
                Map.of("separateMs", new Samples(10)));
    }

    @Test
    void shouldSayWhatWasNotMeasuredBesideARun() {
        JmhRun.Measured run = new JmhRun.Measured("scan.q1", Map.of(), "ms", new Samples(1), Map.of());
        assertFails(IllegalStateException.class, () -> run.beside("rooflineMs"))
                .hasMessage("scan.q1 has no samples of rooflineMs.");
    }
}
