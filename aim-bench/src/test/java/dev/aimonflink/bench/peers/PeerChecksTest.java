package dev.aimonflink.bench.peers;

import dev.aimonflink.bench.experiment.Check;
import dev.aimonflink.bench.experiment.Samples;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PeerChecksTest {
    @Test
    void shouldCompareOurBestWithThePeersBestInItsFastestWay() {
        List<Check> checks = PeerChecks.of(
                "other",
                List.of(
                        result("q1", "scan", true, 2, 1, 3),
                        result("q1", "slow", false, 40, 30, 50),
                        result("q1", "fast", false, 9, 4, 60),
                        result("q2", "scan", true, 1, 1, 1),
                        result("q2", "only", false, 16, 17, 18)));
        assertThat(checks)
                .containsExactly(
                        new Check("q1, times faster than other", 4, ">= 4", true),
                        new Check("q2, times faster than other", 16, ">= 4", true),
                        new Check("geometric mean, times faster than other", 8, ">= 6", true));
    }

    @Test
    void shouldBreakWhereThePeerIsTooFast() {
        List<Check> checks = PeerChecks.of(
                "other", List.of(result("q1", "scan", true, 1, 1, 1), result("q1", "only", false, 3.5, 4, 4)));
        assertThat(checks).extracting(Check::holds).containsExactly(false, false);
    }

    @Test
    void shouldCompareOurMostUpdatesWithThePeersMostWhateverTheBatch() {
        List<CallDuel.Result> results = List.of(
                rates("aim", true, 400, 600, 500),
                rates("other", false, 100, 90, 80),
                rates("other", false, 200, 1, 1));
        assertThat(PeerChecks.ofUpdates(results))
                .isEqualTo(new Check("updates, times as many as other", 3, ">= 1", true));
    }

    private static CallDuel.Result rates(String name, boolean ours, double... eventsPerSecond) {
        return new CallDuel.Result(new Listing(name, new ArrayList<>()), ours, new Samples(eventsPerSecond));
    }

    private static Duel.Result result(String query, String way, boolean ours, double... millis) {
        return new Duel.Result(query, ours ? "aim" : "other", way, ours, new Samples(millis));
    }
}
