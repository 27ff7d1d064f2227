package dev.aimonflink.sql.evaluate;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.sql.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

class TimeEvaluatorTest {
    private static String show(String text) {
        return String.valueOf(RowEvaluator.evaluate(Samples.bind(text), new Samples.Values().row()));
    }

    private static void refuse(String text, String code, String message) {
        assertRefused(code, message, () -> show(text));
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "timestamp '294276-01-01' - timestamp '4713-01-01 BC'",
                "timestamp '4713-01-01 BC' - timestamp '294276-01-01'",
                "timestamptz '294276-01-01' - timestamptz '4713-01-01 BC'",
                "date_bin('1 day', timestamp '294276-01-01', timestamp '4713-01-01 BC')",
                "date_bin('200000000 days', timestamp '2026-01-01', timestamp '2020-01-01')"
            })
    void shouldRefuseTimesThatAreTooFarApart(String text) {
        refuse(text, "22008", "interval out of range. Compute one of less than 178000000 years.");
    }

    @Test
    void shouldRefuseABinThatBeginsBeforeTheFirstTime() {
        refuse(
                "date_bin('10000 days', timestamp '4713-01-01 BC', timestamp '2020-01-01')",
                "22008",
                "timestamp out of range. Compute one from 4714-11-24 BC to the year 294276.");
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-01 10:07,2026-01-01 10:00,2026-01-01T10:05",
        "2026-01-01 10:07,2026-01-01 10:10,2026-01-01T10:05",
        "2026-01-01 10:05,2026-01-01 10:10,2026-01-01T10:05"
    })
    void shouldPutTimesIntoBins(String time, String origin, String begin) {
        assertThat(show("date_bin('5 minutes', timestamp '" + time + "', timestamp '" + origin + "')"))
                .isEqualTo(begin);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "to_char(1.5, '0.' || repeat('9', %d))",
                "to_char(timestamp '2026-01-02', 'YY' || repeat('-', %d))",
                "to_char(interval '1 day', 'DD' || repeat('-', %d))",
                "to_date('26', 'YY' || repeat('-', %d))",
                "to_timestamp('26', 'YY' || repeat('-', %d))"
            })
    void shouldLimitTemplates(String text) {
        assertThat(show(text.formatted(998))).isNotEqualTo("null");
        for (int count : new int[] {999, 110_000, 200_000}) {
            refuse(text.formatted(count), "54000", "The template has more than 1000 characters. Write a shorter one.");
        }
    }

    @Test
    void shouldWriteTheSameByATemplateThatIsKnown() {
        for (int i = 0; i < 40; i++) {
            String text = " \"" + i / 2 + "\"";
            assertThat(show("to_char(1.25, '9V99" + text + "')")).isEqualTo(" 125 " + i / 2);
            assertThat(show("to_char(-3, '9" + text + "')")).isEqualTo("-3 " + i / 2);
            assertThat(show("to_char(timestamp '2026-01-02', 'Mon yy" + text + "')"))
                    .isEqualTo("Jan 26 " + i / 2);
        }
    }
}
