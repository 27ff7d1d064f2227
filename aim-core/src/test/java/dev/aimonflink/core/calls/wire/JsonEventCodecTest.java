package dev.aimonflink.core.calls.wire;

import dev.aimonflink.core.calls.Event;
import dev.aimonflink.core.format.Golden;
import dev.aimonflink.core.format.Json;
import dev.aimonflink.core.format.MalformedException;
import dev.aimonflink.core.setup.EventFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class JsonEventCodecTest {
    private static final String GOOD =
            "{\"subscriberId\":7,\"timestamp\":1795132800000,\"durationSeconds\":61,\"cost\":1.25,\"longDistance\":true}";
    private static final Event EVENT = new Event(7, 1_795_132_800_000L, 61, 1.25f, true);

    private final EventCodec codec = EventFormat.JSON.newCodec();

    private Event decode(String json) {
        return codec.decode(Golden.utf8(json));
    }

    private static String withField(String json) {
        return GOOD.replace("{", "{" + json + ",");
    }

    @Test
    void shouldTakeFieldsInAnyOrderWithAnySpace() {
        assertThat(decode(" {\"longDistance\" : true, \"cost\":1.25,\n\"durationSeconds\":61,"
                        + "\"timestamp\":1795132800000,\t\"subscriberId\":7}\r\n"))
                .isEqualTo(EVENT);
    }

    @Test
    void shouldIgnoreUnknownFields() {
        assertThat(decode(withField("\"cell\":{\"cost\":[1,{\"timestamp\":null}]},\"operator\":null")))
                .isEqualTo(EVENT);
    }

    @Test
    void shouldReadUnknownFieldsDownToTheDepthLimitAndNoFurther() {
        // The event is the first level.
        int levels = Json.MAX_DEPTH - 1;
        assertThat(decode(withField("\"x\":" + "[".repeat(levels) + "]".repeat(levels))))
                .isEqualTo(EVENT);
        assertThatThrownBy(() -> decode(withField("\"x\":" + "[".repeat(levels + 1) + "]".repeat(levels + 1))))
                .isInstanceOf(MalformedException.class)
                .hasMessageContaining("depth (17) exceeds the maximum allowed (16");
    }

    @ParameterizedTest
    @CsvSource({
        // Halfway between two floats as a double, so rounding twice would give 1.0.
        "1.00000005960464477540, 1.0000001",
        "65536.02, 65536.02",
        "99999.99, 99999.99",
        "1e2, 100.0",
        "3, 3.0",
        "0.1, 0.1",
        "1e-60, 0.0"
    })
    void shouldRoundCostsOnceToTheNearestFloat(String digits, float cost) {
        assertThat(decode(GOOD.replace("1.25", digits)).cost()).isEqualTo(cost).isEqualTo(Float.parseFloat(digits));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "subscriberId | 7 | \"7\" | subscriberId must be a whole number, not a text",
                "subscriberId | 7 | 7.0 | subscriberId must be a whole number, not a fraction",
                "timestamp | 1795132800000 | null | timestamp must be a whole number, not null",
                "durationSeconds | 61 | 6.1e1 | durationSeconds must be a whole number, not a fraction",
                "cost | 1.25 | \"1.25\" | cost must be a number, not a text",
                "cost | 1.25 | [1.25] | cost must be a number, not an array",
                "cost | 1.25 | \"NaN\" | cost must be a number, not a text",
                "cost | 1.25 | 1e39 | cost=Infinity is outside 0..100000",
                "longDistance | true | 1 | longDistance must be true or false, not a number",
                "longDistance | true | {} | longDistance must be true or false, not an object"
            })
    void shouldRejectWrongTypes(String field, String good, String wrong, String reason) {
        String json = GOOD.replace("\"" + field + "\":" + good, "\"" + field + "\":" + wrong);
        assertThatThrownBy(() -> decode(json))
                .isInstanceOf(MalformedException.class)
                .hasMessage(reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"subscriberId", "timestamp", "durationSeconds", "cost", "longDistance"})
    void shouldRequireEveryFieldOnce(String field) {
        assertThatThrownBy(() -> decode(GOOD.replace(field, "x")))
                .isInstanceOf(MalformedException.class)
                .hasMessage(field + " is missing");
        String value = field.equals("longDistance") ? "true" : "1";
        assertThatThrownBy(() -> decode(withField("\"" + field + "\":" + value)))
                .isInstanceOf(MalformedException.class)
                .hasMessage(field + " is given twice");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[] | a JSON object is expected, not an array",
                "7 | a JSON object is expected, not a number",
                "null | a JSON object is expected, not null",
                "' ' | a JSON object is expected, not nothing",
                "'' | a JSON object is expected, not nothing"
            })
    void shouldRejectWhatIsNoObject(String json, String reason) {
        assertThatThrownBy(() -> decode(json))
                .isInstanceOf(MalformedException.class)
                .hasMessage(reason);
    }

    @Test
    void shouldRejectTrailingTokens() {
        assertThatThrownBy(() -> decode(GOOD + GOOD))
                .isInstanceOf(MalformedException.class)
                .hasMessage("something follows the JSON value");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1795132800000", "61"})
    void shouldRejectNumbersThatDoNotFit(String number) {
        assertThatThrownBy(() -> decode(GOOD.replace(number, "9".repeat(30))))
                .isInstanceOf(MalformedException.class)
                .hasMessageContaining("out of range");
    }

    @Test
    void shouldSayWhereTextIsNoJson() {
        assertThatThrownBy(() -> decode(GOOD.replace("1.25", "NaN")))
                .isInstanceOf(MalformedException.class)
                .hasMessageStartingWith("unreadable JSON at byte 75: Non-standard token 'NaN'");
    }

    @Test
    void shouldSayWhereAnObjectBeginsThatDoesNotEnd() {
        assertThatThrownBy(() -> decode("\n  {\"subscriberId\":7"))
                .isInstanceOf(MalformedException.class)
                .hasMessage(
                        "unreadable JSON at byte 20: Unexpected end-of-input: expected close marker for Object (start"
                                + " marker at line 2, column 3)");
    }
}
