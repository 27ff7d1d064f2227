package dev.aimonflink.matrix.calls;

import dev.aimonflink.matrix.model.EventFaults;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class EventTest {
    private static Event with(int durationSeconds) {
        return new Event(7, 0, durationSeconds, 1f, false);
    }

    private static Event with(float cost) {
        return new Event(7, 0, 1, cost, false);
    }

    private static Event at(long timestampMs) {
        return new Event(7, timestampMs, 1, 1f, false);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0.0, 0",
        "0.1, 10",
        "1.1, 110",
        "1.005, 100",
        "99.99, 9999",
        "100, 10000",
        "65536.02, 6553602",
        "65536.03, 6553603",
        "99999.99, 9999999",
        "100000, 10000000",
        "1e-45, 0"
    })
    void shouldRoundTheCostToCents(float cost, long cents) {
        assertThat(with(cost).costCents()).isEqualTo(cents);
    }

    @Test
    void shouldKeepCentsWhereFloatArithmeticGoesWrong() {
        float cost = 65_536.02f;
        assertThat(Math.round(cost * 100)).as("why doubles are used").isNotEqualTo(6_553_602);
        assertThat(with(cost).costCents()).isEqualTo(6_553_602);
    }

    @Test
    void shouldRoundLikeDecimalArithmetic() {
        long seed = 1;
        Random random = new Random(seed);
        for (int i = 0; i < 100_000; i++) {
            float cost = random.nextFloat() * (float) Math.pow(10, random.nextInt(6));
            long expected = new BigDecimal(cost)
                    .movePointRight(2)
                    .setScale(0, RoundingMode.HALF_UP)
                    .longValueExact();
            assertThat(with(cost).costCents())
                    .as("cost=%s, seed=%d", cost, seed)
                    .isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 604_800})
    void shouldAcceptDurationsUpToAWeek(int durationSeconds) {
        assertThat(with(durationSeconds).fault()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 604_801, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void shouldFaultADurationThatIsNone(int durationSeconds) {
        assertThat(with(durationSeconds).fault())
                .contains("durationSeconds=" + durationSeconds + " is outside 0..604800");
    }

    @ParameterizedTest
    @ValueSource(floats = {0f, -0f, Float.MIN_VALUE, 100_000f})
    void shouldAcceptCostsUpToItsLimit(float cost) {
        assertThat(with(cost).fault()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            floats = {
                -Float.MIN_VALUE,
                -1f,
                100_000.01f,
                Float.MAX_VALUE,
                Float.NaN,
                Float.POSITIVE_INFINITY,
                Float.NEGATIVE_INFINITY
            })
    void shouldFaultACostThatIsNone(float cost) {
        assertThat(with(cost).fault()).contains("cost=" + cost + " is outside 0..100000");
    }

    @Test
    void shouldAcceptTimesFrom1970ToTheEndOf9998() {
        assertThat(Instant.ofEpochMilli(EventFaults.MAX_TIMESTAMP_MS)).isEqualTo("9999-01-01T00:00:00Z");
        assertThat(at(0).fault()).isEmpty();
        assertThat(at(EventFaults.MAX_TIMESTAMP_MS).fault()).isEmpty();
        assertThat(at(-1).fault()).contains("timestamp=-1 is outside 0..253370764800000");
        assertThat(at(EventFaults.MAX_TIMESTAMP_MS + 1).fault())
                .contains("timestamp=253370764800001 is outside 0..253370764800000");
        assertThat(at(Long.MIN_VALUE).fault()).isPresent();
        assertThat(at(Long.MAX_VALUE).fault()).isPresent();
    }
}
