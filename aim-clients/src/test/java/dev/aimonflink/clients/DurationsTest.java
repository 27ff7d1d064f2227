package dev.aimonflink.clients;

import dev.aimonflink.matrix.model.InvalidInputException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({
        "250ms, 250",
        "5s, 5000",
        "90m, 5400000",
        "1h, 3600000",
        "8d, 691200000",
        "999999999d, 86399999913600000"
    })
    void shouldReadWhatPeopleWrite(String text, long ms) {
        assertThat(Durations.parse(text)).isEqualTo(Duration.ofMillis(ms));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0ms",
        "250, 250ms",
        "5000, 5s",
        "90000, 90s",
        "60000, 1m",
        "5400000, 90m",
        "86400000, 1d",
        "-1000, -1s"
    })
    void shouldWriteTheLargestUnitThatFits(long ms, String text) {
        assertThat(Durations.text(Duration.ofMillis(ms))).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "s", "-5s", "5 s", "1.5s", "5x", "1234567890s"})
    void shouldRefuseEverythingElse(String text) {
        assertFails(InvalidInputException.class, () -> Durations.parse(text))
                .hasMessage("'" + text + "' is no time. Write it like 250ms, 5s, 90m, 1h or 8d.");
    }

    @Test
    void shouldReadWhatItWrites() {
        for (String text : new String[] {"1ms", "59s", "61s", "59m", "23h", "25h", "1d"}) {
            assertThat(Durations.text(Durations.parse(text))).isEqualTo(text);
        }
    }
}
