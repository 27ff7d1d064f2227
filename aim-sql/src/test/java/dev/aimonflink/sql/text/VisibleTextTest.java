package dev.aimonflink.sql.text;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class VisibleTextTest {
    private static String of(int... characters) {
        return new String(characters, 0, characters.length);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "zip 8000", "Zürich \\d", "日本語", "a\u0301", "می\u200Cروم", "👩\u200D💻", "~|"})
    void shouldLeaveWhatIsVisible(String text) {
        assertThat(VisibleText.ofLine(text)).isEqualTo(text);
        assertThat(VisibleText.ofLines(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "1B, \\x1B",
        "0, \\x00",
        "7, \\x07",
        "7F, \\x7F",
        "9, \\t",
        "A, \\n",
        "D, \\r",
        "85, \\u0085",
        "9B, \\u009B",
        "9D, \\u009D",
        "202E, \\u202E",
        "2066, \\u2066",
        "200B, \\u200B",
        "FEFF, \\uFEFF",
        "AD, \\u00AD",
        "2028, \\u2028",
        "D800, \\uD800",
        "E0041, \\U000E0041"
    })
    void shouldEscapeWhatIsNot(String character, String escaped) {
        String text = of('a', Integer.parseInt(character, 16), 'z');
        assertThat(VisibleText.ofLine(text)).isEqualTo("a" + escaped + "z");
        assertThat(VisibleText.isVisible(Integer.parseInt(character, 16))).isFalse();
    }

    @Test
    void shouldLeaveNewlinesAndTabsWhereThereAreLines() {
        assertThat(VisibleText.ofLines("a\n\tb\r\u001b[2J")).isEqualTo("a\n\tb\\r\\x1B[2J");
    }
}
