package dev.aimonflink.bench.coldstart;

import dev.aimonflink.bench.coldstart.Timeline.Answer;
import dev.aimonflink.bench.coldstart.Timeline.Cpu;
import dev.aimonflink.bench.coldstart.Timeline.Second;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TimelineTest {
    private static final double ZERO_MS = 1_763_812_345_678.0;

    private static Answer answer(double askedMs, double answeredMs) {
        return new Answer(ZERO_MS + askedMs, ZERO_MS + answeredMs);
    }

    private static Timeline timeline(int from, int to, Answer... answers) {
        return Timeline.of(ZERO_MS, new Span(from, to), List.of(answers), List.of());
    }

    @Test
    void shouldCountAQueryInTheSecondOfItsAnswer() {
        Timeline timeline = timeline(0, 3, answer(980, 1_000), answer(10, 999), answer(1_000, 1_004), answer(5, 3_000));
        assertThat(timeline.seconds()).extracting(Second::queries).containsExactly(1, 2, 0);
        assertThat(timeline.seconds().get(1).latenciesMs()).containsExactly(4.0, 20.0);
    }

    @Test
    void shouldCountAQueryThatWasAskedBeforeTheJobRanFromThenOn() {
        assertThat(timeline(0, 1, answer(-25_000, 40)).seconds().get(0).latenciesMs())
                .containsExactly(40.0);
    }

    @Test
    void shouldHaveTheSecondsBeforeTheJobRan() {
        Timeline timeline = timeline(-2, 1, answer(-1_990, -1_980), answer(-3_000, -2_001), answer(-5, -1));
        assertThat(timeline.first()).isEqualTo(-2);
        assertThat(timeline.seconds()).extracting(Second::queries).containsExactly(1, 1, 0);
        assertThat(timeline.seconds().get(0).latenciesMs()).containsExactly(10.0);
    }

    @Test
    void shouldTakePercentilesByNearestRank() {
        Second second = new Second(List.of(1.0, 2.0, 3.0, 4.0), 0);
        assertThat(second.p50Ms()).isEqualTo(2);
        assertThat(second.p99Ms()).isEqualTo(4);
        assertThat(new Second(List.of(7.0), 0).p50Ms()).isEqualTo(7);
    }

    @Test
    void shouldHaveNoPercentileOfASecondWithoutAnAnswer() {
        assertThat(new Second(List.of(), 0).p50Ms()).isNaN();
        assertThat(new Second(List.of(), 0).p99Ms()).isNaN();
    }

    @Test
    void shouldAddUpWhatWasUsedInASecond() {
        Timeline timeline = Timeline.of(
                ZERO_MS,
                new Span(0, 2),
                List.of(),
                List.of(
                        new Cpu(ZERO_MS - 1, 9),
                        new Cpu(ZERO_MS, 0.25),
                        new Cpu(ZERO_MS + 999, 0.5),
                        new Cpu(ZERO_MS + 2_000, 9)));
        assertThat(timeline.seconds()).extracting(Second::cpuSeconds).containsExactly(0.75, 0.0);
        assertThat(timeline.perSecond(new Span(0, 2), Second::cpuSeconds)).isEqualTo(0.375);
    }

    @Test
    void shouldPoolTheLatenciesOfSomeSeconds() {
        Timeline timeline =
                timeline(-1, 3, answer(0, 10), answer(1_000, 1_030), answer(1_100, 1_120), answer(2_000, 2_900));
        assertThat(timeline.p50Ms(new Span(0, 2))).isEqualTo(20);
        assertThat(timeline.perSecond(new Span(0, 2), Second::queries)).isEqualTo(1.5);
        assertThat(timeline.perSecond(new Span(-1, 3), Second::queries)).isEqualTo(1);
    }

    @Test
    void shouldTakeSecondsWithoutAnAnswerForAWaitOfAsLong() {
        assertThat(timeline(0, 9, answer(0, 8_500)).p50Ms(new Span(2, 7))).isEqualTo(5_000);
    }
}
