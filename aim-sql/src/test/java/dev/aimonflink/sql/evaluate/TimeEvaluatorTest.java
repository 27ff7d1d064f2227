package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.SqlException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class TimeEvaluatorTest {
    private static String show(String text) {
        return String.valueOf(RowEvaluator.evaluate(Samples.bind(text), new Samples.Values().row()));
    }

    private static void refuse(String text, String code, String message) {
        assertThatExceptionOfType(SqlException.class)
                .isThrownBy(() -> show(text))
                .withMessage(message)
                .satisfies(error -> assertThat(error.state().code()).isEqualTo(code));
    }

    @ParameterizedTest
    @CsvSource({
        "interval '49 mons' / 49,1 mon",
        "interval '49 days' / 49,1 day",
        "interval '-98 mons' / 49,-2 mons",
        "interval '1 mon 1 day' / 2,15 days 12:00:00",
        "interval '1 hour' / 0.5,02:00:00"
    })
    void shouldDivideEachPartOfAnInterval(String text, String quotient) {
        assertThat(show(text)).isEqualTo(quotient);
    }

    @Test
    void shouldRefuseToDivideByZero() {
        refuse("interval '1 day' / 0", "22012", "A number is divided by zero. Use NULLIF(divisor, 0).");
    }
}
