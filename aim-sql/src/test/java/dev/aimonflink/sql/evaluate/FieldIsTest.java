package dev.aimonflink.sql.evaluate;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class FieldIsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            online|0|1
            not online|0|0
            online = false|0|0
            online = true|0|1
            items = 7|1|7
            account = 9000000000|2|9000000000
            merchant = 'TRAVEL'|5|2
            """)
    void shouldKnowAComparisonWithOneValue(String condition, int column, long bits) {
        assertThat(FieldIs.of(Samples.condition(condition))).isEqualTo(new FieldIs(column, bits));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "items > 7",
                "items = null",
                "items = 7.0",
                "amount = 7",
                "ratio = 7",
                "city = 'Bern'",
                "online and declined",
                "online is true"
            })
    void shouldLeaveAllOtherConditions(String condition) {
        assertThat(FieldIs.of(Samples.condition(condition))).isNull();
    }
}
