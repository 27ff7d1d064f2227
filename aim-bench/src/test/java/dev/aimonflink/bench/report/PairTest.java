package dev.aimonflink.bench.report;

import dev.aimonflink.bench.experiment.Figure;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.report.Pair.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class PairTest {
    private static final double[] LOW = {10, 11, 12, 13, 14, 15, 16};
    private static final double[] HIGH = {20, 21, 22, 23, 24, 25, 26};

    private static Figure times(double... runs) {
        return Given.repeated(Given.time("scan.q1", Map.of(), 1, 2, 3), runs);
    }

    private static Figure rates(double... runs) {
        return Given.repeated(Given.rate("update", Map.of(), "events/s", 1, 2, 3), runs);
    }

    private static Pair judged(Figure before, Figure after) {
        return Pair.judged(List.of(new Pair("jmh", before, after))).get(0);
    }

    @Test
    void shouldFindATimeWorseWhereItRises() {
        assertThat(judged(times(LOW), times(HIGH)).verdict()).isEqualTo(Verdict.WORSE);
        assertThat(judged(times(HIGH), times(LOW)).verdict()).isEqualTo(Verdict.BETTER);
        assertThat(judged(times(LOW), times(LOW)).verdict()).isEqualTo(Verdict.SAME);
    }

    @Test
    void shouldFindARateWorseWhereItFalls() {
        assertThat(judged(rates(HIGH), rates(LOW)).verdict()).isEqualTo(Verdict.WORSE);
        assertThat(judged(rates(LOW), rates(HIGH)).verdict()).isEqualTo(Verdict.BETTER);
        assertThat(judged(rates(LOW), rates(HIGH)).ratio()).isEqualTo(23 / 13.0, within(1e-9));
    }

    @Test
    void shouldNotTakeADifferenceOfTwoRunsForMoreThanChance() {
        assertThat(judged(times(10, 30, 12, 34, 14, 35), times(11, 31, 13, 33, 15, 36))
                        .verdict())
                .isEqualTo(Verdict.SAME);
    }

    @Test
    void shouldNotJudgeWhatWasNotRepeatedEnough() {
        assertThat(judged(times(), times()).verdict()).isEqualTo(Verdict.UNJUDGED);
        assertThat(judged(times(1), times(2)).verdict()).isEqualTo(Verdict.UNJUDGED);
        assertThat(judged(times(1, 2, 3), times(7, 8, 9)).verdict()).isEqualTo(Verdict.UNJUDGED);
        assertThat(judged(times(1, 2, 3, 4), times(6, 7, 8, 9)).verdict()).isEqualTo(Verdict.WORSE);
    }

    @Test
    void shouldCorrectForTheNumberOfFigures() {
        // Seven against seven: 2 of 3432 ways, by chance more often the more figures there are.
        List<Pair> pairs = new ArrayList<>(List.of(new Pair("one", times(LOW), times(HIGH))));
        for (int i = 0; i < 9; i++) {
            pairs.add(new Pair("other" + i, times(LOW), times(LOW)));
        }
        List<Pair> judged = Pair.judged(pairs);
        assertThat(judged.get(0).pValue()).isEqualTo(10 * 2 / 3432.0, within(1e-12));
        assertThat(judged.get(0).verdict()).isEqualTo(Verdict.WORSE);
        assertThat(judged.subList(1, 10)).allMatch(pair -> pair.verdict() == Verdict.SAME);
    }

    @Test
    void shouldNotJudgeWhereTheCorrectionLeavesNothingToFind() {
        // Five against five: 2 of 252 ways, which 7 figures are too many for.
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            pairs.add(new Pair("figure" + i, times(1, 2, 3, 4, 5), times(6, 7, 8, 9, 10)));
        }
        assertThat(Pair.judged(pairs)).allMatch(pair -> pair.verdict() == Verdict.UNJUDGED);
        assertThat(Pair.judged(pairs.subList(0, 6))).allMatch(pair -> pair.verdict() == Verdict.WORSE);
        assertThat(Pair.runsNeeded(7)).isEqualTo(6);
        assertThat(Pair.runsNeeded(1)).isEqualTo(4);
    }

    @Test
    void shouldTellWhatIsBetterByTheUnitAndElseByTheEnds() {
        Samples samples = new Samples(1, 2, 3);
        assertThat(Figure.highIsGood("a", Map.of(), "GB/s", samples).direction())
                .isEqualTo(Figure.Direction.MORE_IS_BETTER);
        assertThat(Figure.lowIsGood("a", Map.of(), "CPU-s/s", samples).direction())
                .isEqualTo(Figure.Direction.LESS_IS_BETTER);
        assertThat(Figure.lowIsGood("a", Map.of(), "B/op", samples).direction())
                .isEqualTo(Figure.Direction.LESS_IS_BETTER);
        assertThat(Figure.highIsGood("a", Map.of(), "stars", samples).direction())
                .isEqualTo(Figure.Direction.MORE_IS_BETTER);
        assertThat(Figure.lowIsGood("a", Map.of(), "pains", samples).direction())
                .isEqualTo(Figure.Direction.LESS_IS_BETTER);
        assertThat(Figure.lowIsGood("a", Map.of(), "stars", new Samples(1)).direction())
                .isEqualTo(Figure.Direction.UNKNOWN);
    }
}
