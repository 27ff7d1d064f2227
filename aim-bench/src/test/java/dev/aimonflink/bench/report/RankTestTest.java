package dev.aimonflink.bench.report;

import java.util.Collections;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class RankTestTest {
    private static final double EXACT = 1e-12;

    private static List<Double> from(double first, int count) {
        return DoubleStream.iterate(first, each -> each + 1)
                .limit(count)
                .boxed()
                .toList();
    }

    @Test
    void shouldTellAboutNothingFromOneValueEach() {
        assertThat(RankTest.pValue(List.of(1.0), List.of(2.0))).isEqualTo(1, within(EXACT));
    }

    @Test
    void shouldCountTheTwoWaysInWhichAllOfOneSideAreHigher() {
        // 3 of 6 can be chosen in 20 ways, 5 of 10 in 252.
        assertThat(RankTest.pValue(from(1, 3), from(10, 3))).isEqualTo(2 / 20.0, within(EXACT));
        assertThat(RankTest.pValue(from(10, 3), from(1, 3))).isEqualTo(2 / 20.0, within(EXACT));
        assertThat(RankTest.pValue(from(1, 5), from(10, 5))).isEqualTo(2 / 252.0, within(EXACT));
    }

    @Test
    void shouldAgreeWithTheTables() {
        // U = 2 of 4 and 5 values: the critical value at 10 %, and so above 5 %. 14 of 126 ways are as far out.
        assertThat(RankTest.pValue(List.of(1.0, 2.0, 3.0, 6.0), List.of(4.0, 5.0, 7.0, 8.0, 9.0)))
                .isEqualTo(8 / 126.0, within(EXACT));
    }

    @Test
    void shouldTakeEqualValuesForNoDifference() {
        List<Double> same = Collections.nCopies(7, 4.2);
        assertThat(RankTest.pValue(same, same)).isEqualTo(1, within(EXACT));
    }

    @Test
    void shouldCountTiesByTheirMeanRank() {
        // Ranks 1, 2.5 against 2.5, 4. Of the 6 ways to choose two, 2 are as far out: 1 with a 2.5, and 4 with a 2.5,
        // twice each.
        assertThat(RankTest.pValue(List.of(1.0, 2.0), List.of(2.0, 3.0))).isEqualTo(4 / 6.0, within(EXACT));
    }

    @Test
    void shouldTakeSidesOfDifferentSizes() {
        assertThat(RankTest.pValue(List.of(100.0), from(1, 19))).isEqualTo(2 / 20.0, within(EXACT));
        assertThat(RankTest.leastPValue(1, 19)).isEqualTo(2 / 20.0, within(EXACT));
    }

    @Test
    void shouldSayTheLeastThatSoManyValuesCanGive() {
        assertThat(RankTest.leastPValue(1, 1)).isEqualTo(1);
        assertThat(RankTest.leastPValue(5, 5)).isEqualTo(2 / 252.0, within(EXACT));
        assertThat(RankTest.pValue(from(1, 30), from(100, 30)))
                .isCloseTo(RankTest.leastPValue(30, 30), within(RankTest.leastPValue(30, 30) / 1e6));
    }
}
