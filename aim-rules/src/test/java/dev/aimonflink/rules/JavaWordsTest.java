package dev.aimonflink.rules;

import dev.aimonflink.rules.JavaWords.Word;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class JavaWordsTest {
    private static List<String> words(String source) {
        return JavaWords.of(source).stream().map(Word::text).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "costCents, cost cents",
        "totalOfCalls, total of calls",
        "MAX_ZIP_LENGTH, max zip length",
        "number_of_local_calls_this_day, number of local calls this day",
        "SQLText, sql text",
        "RecordCodecV1, record codec v",
        "q1Calls2, q calls",
        "recall, recall",
        "caller, caller",
        "$zip, zip",
        "x, x"
    })
    void shouldCutIdentifiersAtCapitalsUnderscoresAndDigits(String identifier, String words) {
        assertThat(words(identifier)).containsExactly(words.split(" "));
    }

    @Test
    void shouldCutLiterals() {
        assertThat(words("\"zip=\"")).containsExactly("zip");
        assertThat(words("\"a \\\" quoted // call\"")).containsExactly("a", "quoted", "call");
        assertThat(words("'c'")).containsExactly("c");
        assertThat(words("'\"' + cost + '\"'")).containsExactly("cost");
        assertThat(words("\"\"\"\n  the cost\n  of \"calls\"\n  \"\"\" + zip"))
                .containsExactly("the", "cost", "of", "calls", "zip");
    }

    @Test
    void shouldIgnoreComments() {
        assertThat(words("/** The caller's \"cost\". */ a // of a call\nb /* zip\n */ c"))
                .containsExactly("a", "b", "c");
    }

    @Test
    void shouldSayWhereAWordIs() {
        assertThat(JavaWords.of("/* two\nlines */\nint cost;\n\"\"\"\n  a zip\n  more\"\"\""))
                .contains(new Word("cost", "cost", 3), new Word("zip", "a zip", 5), new Word("more", "more\"\"\"", 6));
    }

    @Test
    void shouldIgnoreNamesFromOutsideTheProduct() {
        String source = """
                package dev.aimonflink.rules.some;
                import dev.aimonflink.matrix.calls.Event;
                import java.time.Duration;
                import java.util.zip.CRC32C;
                import static java.time.Duration.ZERO;
                Duration longestDuration = ZERO;
                """;
        assertThat(JavaWords.of(source))
                .extracting(Word::text)
                .contains("calls", "event")
                .doesNotContain("zip", "zero", "time");
        assertThat(JavaWords.of(source))
                .filteredOn(word -> word.text().equals("duration"))
                .containsExactly(new Word("duration", "longestDuration", 6));
    }

    @Test
    void shouldNotIgnoreNamesThatAreNotImported() {
        assertThat(words("Duration of;")).containsExactly("duration", "of");
    }
}
