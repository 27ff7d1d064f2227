package dev.aimonflink.clients.shell;

import dev.aimonflink.sql.text.SqlLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class WrittenTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "SELECT 1;|true",
                "SELECT 1|false",
                "SELECT ';|false",
                "SELECT ';'|false",
                "SELECT ';';|true",
                "SELECT 1 -- ;|false",
                "SELECT 1 /* ;|false",
                "SELECT 1; -- the first|true",
                "SELECT 1; /* the first */|true",
                "SELECT 1; /* the|false",
                "SELECT 1; SELECT 2|false",
                "-- nothing|true",
                "SELECT \u00a7;|true",
                "SELECT \u00a7|false",
                ";|true"
            })
    void shouldKnowWhenAStatementIsComplete(String text, boolean isComplete) {
        WrittenText written = new WrittenText();
        written.add(text);
        assertThat(written.isComplete()).isEqualTo(isComplete);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "SELECT 1|false",
                "SELECT '|true",
                "SELECT $$|true",
                "SELECT e'|true",
                "SELECT 1 /* x|true",
                "-- '|false"
            })
    void shouldKnowWhetherItEndsInsideSomething(String text, boolean isOpen) {
        WrittenText written = new WrittenText();
        written.add(text);
        assertThat(written.isOpen()).isEqualTo(isOpen);
    }

    /** Else no semicolon could ever end it. */
    @Test
    void shouldBeCompleteWhenItIsTooLong() {
        WrittenText written = new WrittenText();
        written.add("SELECT '" + "x".repeat(SqlLimits.MAX_CHARACTERS));
        assertThat(written.isComplete()).isTrue();
    }

    @Test
    void shouldBeEmptyAfterItWasTaken() {
        WrittenText written = new WrittenText();
        written.add("SELECT");
        written.add("1");
        assertThat(written.take()).isEqualTo("SELECT\n1");
        assertThat(written.isEmpty()).isTrue();
    }
}
