package dev.aimonflink.bench.peers;

import dev.aimonflink.bench.experiment.Demand;
import dev.aimonflink.bench.experiment.Figure;
import dev.aimonflink.bench.experiment.Samples;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PeerChecksTest {
    @Test
    void shouldCompareOurBestWithThePeersBestInItsFastestWay() {
        List<Demand> checks = PeerChecks.of(
                "other",
                List.of(
                        result("q1", "scan", true, 2, 1, 3),
                        result("q1", "slow", false, 40, 30, 50),
                        result("q1", "fast", false, 9, 4, 60),
                        result("q2", "scan", true, 1, 1, 1),
                        result("q2", "only", false, 16, 17, 18)),
                List.of(result("top", "scan", true, 2, 2, 2), result("top", "plain", false, 6, 8, 8)));
        assertThat(checks)
                .containsExactly(
                        new Demand("q1, times faster than other", 4, ">= 4", true),
                        new Demand("q2, times faster than other", 16, ">= 4", true),
                        new Demand("geometric mean, times faster than other", 8, ">= 6", true),
                        new Demand("top, times faster than other", 3, ">= 0.8", true),
                        new Demand("geometric mean in SQL, times faster than other", 3, ">= 2", true));
    }

    @Test
    void shouldBreakWhereThePeerIsTooFast() {
        List<Demand> checks = PeerChecks.of(
                "other",
                List.of(result("q1", "scan", true, 1, 1, 1), result("q1", "only", false, 3.5, 4, 4)),
                List.of(result("top", "scan", true, 1, 1, 1), result("top", "plain", false, 0.7, 1, 1)));
        assertThat(checks).extracting(Demand::holds).containsExactly(false, false, false, false);
    }

    private static Duel.Result result(String query, String way, boolean ours, double... millis) {
        Figure figure = Figure.lowIsGood(ours ? "aim" : "other", Map.of("way", way), "ms", new Samples(millis));
        return new Duel.Result(query, ours, figure);
    }
}
