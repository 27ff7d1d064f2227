package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.experiment.Figure;
import dev.aimonflink.bench.experiment.Samples;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FiguresTest {
    private static final Map<String, String> PARAMETERS = Map.of("rows", "10");

    private static final Map<String, Samples> JMH_ALLOCATION = Map.of("gc.alloc.rate.norm", new Samples(0.005));

    @Test
    void shouldShowUpdatesAsARate() {
        JmhRun.Measured run =
                new JmhRun.Measured("update.update", PARAMETERS, "ns", new Samples(100, 200, 400), JMH_ALLOCATION);
        assertThat(Figures.of(run))
                .containsExactly(
                        new Figure("update.update", PARAMETERS, "events/s", 1e7, 5e6, 2.5e6, 3, List.of()),
                        new Figure(
                                "update.update:gc.alloc.rate.norm",
                                PARAMETERS,
                                "B/op",
                                0.005,
                                0.005,
                                0.005,
                                1,
                                List.of()));
    }

    @Test
    void shouldLeaveOutWhatJmhAllocatesItself() {
        JmhRun.Measured run = new JmhRun.Measured("codec.decode", PARAMETERS, "ms", new Samples(1), JMH_ALLOCATION);
        assertThat(Figures.of(run)).extracting(Figure::name).containsExactly("codec.decode");
    }

    @Test
    void shouldShowOtherTimesAsTheyAreWithWhatWasMeasuredBeside() {
        JmhRun.Measured run = new JmhRun.Measured(
                "scan.q1",
                PARAMETERS,
                "ms",
                new Samples(3, 2, 4),
                Map.of(
                        "rooflineMs", new Samples(1, 2, 3),
                        "allocatedBytes", new Samples(64),
                        "gc.count", new Samples(1)));
        assertThat(Figures.of(run))
                .containsExactly(
                        new Figure("scan.q1", PARAMETERS, "ms", 2, 3, 4, 3, List.of()),
                        new Figure("scan.q1:allocatedBytes", PARAMETERS, "B", 64, 64, 64, 1, List.of()),
                        new Figure("scan.q1:rooflineMs", PARAMETERS, "ms", 1, 2, 3, 3, List.of()));
    }
}
