package dev.aimonflink.bench.report;

import dev.aimonflink.bench.experiment.Figure;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.report.Pair.Verdict;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class PairTest {
    private static Pair times(double bestBefore, double before, double bestAfter, double after) {
        return new Pair(
                "jmh",
                Given.time("scan.q1", Map.of(), bestBefore, before, before * 10),
                Given.time("scan.q1", Map.of(), bestAfter, after, after * 10));
    }

    private static Pair rates(double before, double after) {
        return new Pair(
                "jmh",
                Given.rate("update", Map.of(), "events/s", before, before, before),
                Given.rate("update", Map.of(), "events/s", after, after, after));
    }

    @Test
    void shouldAddUpTheNoiseOfBothSides() {
        assertThat(times(9, 10, 8, 10).noise()).isEqualTo(0.3, within(1e-9));
    }

    @Test
    void shouldTakeNoiseForNoLessThanTwoRunsOfOneProgramDiffer() {
        assertThat(times(10, 10, 10, 10).noise()).isEqualTo(Pair.MIN_NOISE);
    }

    @Test
    void shouldFindATimeWorseOnlyBeyondNoise() {
        assertThat(times(9, 10, 10.8, 12).verdict()).isEqualTo(Verdict.SAME);
        assertThat(times(9, 10, 10.9, 12.1).verdict()).isEqualTo(Verdict.WORSE);
        assertThat(times(9, 10, 7.2, 8).verdict()).isEqualTo(Verdict.BETTER);
    }

    @Test
    void shouldFindARateWorseWhereItFalls() {
        assertThat(rates(100, 90).verdict()).isEqualTo(Verdict.WORSE);
        assertThat(rates(100, 97).verdict()).isEqualTo(Verdict.SAME);
        assertThat(rates(100, 110).verdict()).isEqualTo(Verdict.BETTER);
        assertThat(rates(100, 110).ratio()).isEqualTo(1.1, within(1e-9));
    }

    @Test
    void shouldCompareWithNothing() {
        assertThat(times(0, 0, 0, 0).verdict()).isEqualTo(Verdict.SAME);
        assertThat(times(0, 0, 1, 1).verdict()).isEqualTo(Verdict.WORSE);
        assertThat(times(1, 1, 0, 0).verdict()).isEqualTo(Verdict.BETTER);
        assertThat(rates(5, 0).verdict()).isEqualTo(Verdict.WORSE);
    }

    @Test
    void shouldNotJudgeWhatWasHardlyMeasured() {
        Figure twice = Given.time("scan.q1", Map.of(), 1, 1);
        Figure thrice = Given.time("scan.q1", Map.of(), 9, 9, 9);
        assertThat(new Pair("jmh", twice, thrice).verdict()).isEqualTo(Verdict.UNJUDGED);
        assertThat(new Pair("jmh", thrice, twice).verdict()).isEqualTo(Verdict.UNJUDGED);
    }

    @Test
    void shouldTellWhatIsBetterByTheUnitAndElseByTheEnds() {
        Samples samples = new Samples(1, 2, 3);
        assertThat(Direction.of(Figure.highIsGood("a", Map.of(), "GB/s", samples)))
                .isEqualTo(Direction.MORE_IS_BETTER);
        assertThat(Direction.of(Figure.lowIsGood("a", Map.of(), "CPU-s/s", samples)))
                .isEqualTo(Direction.LESS_IS_BETTER);
        assertThat(Direction.of(Figure.lowIsGood("a", Map.of(), "B/op", samples)))
                .isEqualTo(Direction.LESS_IS_BETTER);
        assertThat(Direction.of(Figure.highIsGood("a", Map.of(), "stars", samples)))
                .isEqualTo(Direction.MORE_IS_BETTER);
        assertThat(Direction.of(Figure.lowIsGood("a", Map.of(), "pains", samples)))
                .isEqualTo(Direction.LESS_IS_BETTER);
        assertThat(Direction.of(Figure.lowIsGood("a", Map.of(), "stars", new Samples(1))))
                .isEqualTo(Direction.UNKNOWN);
    }
}
