package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.endtoend.FreshStart.Answer;
import dev.aimonflink.bench.endtoend.FreshStart.Seconds;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class FreshStartTest {
    private static FreshStart start(Answer... answers) {
        return new FreshStart(List.of(answers), 0);
    }

    @Test
    void shouldCountAQueryInTheSecondOfItsAnswer() {
        FreshStart start =
                start(new Answer(999, 1), new Answer(1_000, 20), new Answer(2_999, 40), new Answer(3_000, 5));
        assertThat(start.queriesPerSecond(new Seconds(1, 3))).isEqualTo(1);
        assertThat(start.p50Ms(new Seconds(1, 3))).isEqualTo(20);
        assertThat(start.queriesPerSecond(new Seconds(0, 4))).isEqualTo(1);
    }

    @Test
    void shouldTakeTheMedianByNearestRank() {
        assertThat(start(new Answer(1, 4), new Answer(2, 1), new Answer(3, 3), new Answer(4, 2))
                        .p50Ms(new Seconds(0, 1)))
                .isEqualTo(2);
        assertThat(start(new Answer(1, 7)).p50Ms(new Seconds(0, 1))).isEqualTo(7);
    }

    @Test
    void shouldTakeSecondsWithoutAnAnswerForAWaitOfAsLong() {
        FreshStart start = start(new Answer(8_500, 8_500));
        assertThat(start.p50Ms(new Seconds(2, 7))).isEqualTo(5_000);
        assertThat(start.queriesPerSecond(new Seconds(2, 7))).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "180, 10-20, 120-180, 0-60",
        "60, 10-20, 40-60, 0-20",
        "20, 3-6, 13-20, 0-6",
        "6, 1-2, 4-6, 0-2",
        "3, 0-1, 2-3, 0-1"
    })
    void shouldMeasureEarlyAndSteadySeconds(int seconds, String early, String steady, String compared) {
        assertThat(Seconds.early(seconds)).hasToString(early);
        assertThat(Seconds.steady(seconds)).hasToString(steady);
        assertThat(Seconds.compared(seconds)).hasToString(compared);
    }
}
