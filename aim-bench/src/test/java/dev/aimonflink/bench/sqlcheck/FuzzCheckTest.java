package dev.aimonflink.bench.sqlcheck;

import java.util.Random;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FuzzCheckTest {
    private static final int TEXTS = 50_000;

    @Test
    void shouldPlanOrRefuseWhateverIsWritten() {
        long seed = new Random().nextLong();

        CheckReport report = FuzzCheck.run(TEXTS, seed, done -> {});

        assertThat(report.differences()).as("seed=%d", seed).isEmpty();
        assertThat(report.count(Tally.QUERIES)).as("seed=%d", seed).isEqualTo(TEXTS);
        assertThat(report.count(FuzzCheck.PLANNED)).as("seed=%d", seed).isGreaterThan(TEXTS / 200L);
        assertThat(report.count(FuzzCheck.REFUSED)).as("seed=%d", seed).isGreaterThan(TEXTS / 2L);
    }

    /** How long they take is printed by the command. */
    @Test
    void shouldReadTextsAsLongAndAsNestedAsTheyMayBe() {
        assertThat(FuzzCheck.longTexts())
                .hasSize(9)
                .allSatisfy((text, micros) -> assertThat(micros).as(text).isNotNegative());
    }
}
