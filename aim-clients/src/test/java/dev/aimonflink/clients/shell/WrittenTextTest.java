package dev.aimonflink.clients.shell;

import dev.aimonflink.sql.text.SqlLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class WrittenTextTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            SELECT 1;|true
            SELECT 1|false
            SELECT ';|false
            SELECT ';'|false
            SELECT ';';|true
            SELECT 1 -- ;|false
            SELECT 1 /* ;|false
            SELECT 1; -- the first|true
            SELECT 1; /* the first */|true
            SELECT 1; /* the|false
            SELECT 1; SELECT 2|false
            -- nothing|true
            SELECT \u00a7;|true
            SELECT \u00a7|false
            ;|true
            """)
    void shouldKnowWhenAStatementIsComplete(String text, boolean isComplete) {
        assertThat(WrittenText.isComplete(text)).isEqualTo(isComplete);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            \\d x|""|\\d x
            SELECT 1 \\g|SELECT 1|\\g
            SELECT '\\g' \\watch 2|SELECT '\\g'|\\watch 2
            SELECT ' \\g|SELECT ' \\g|""
            SELECT $$ \\g|SELECT $$ \\g|""
            SELECT 1 /* \\g|SELECT 1 /* \\g|""
            SELECT 1 -- \\g|SELECT 1 -- \\g|""
            SELECT 1 \\x|SELECT 1 \\x|""
            """)
    void shouldFindTheCommandBehindStatements(String text, String statements, String command) {
        assertThat(WrittenText.of(text)).isEqualTo(new WrittenText(statements, command));
        assertThat(WrittenText.of("SELECT\n" + text))
                .isEqualTo(new WrittenText(("SELECT\n" + statements).stripTrailing(), command));
    }

    @Test
    void shouldTakeACommandInAStringForText() {
        assertThat(WrittenText.of("SELECT '\n\\x").command()).isEmpty();
    }

    /** Else no semicolon could ever end it. */
    @Test
    void shouldBeCompleteWhenItIsTooLong() {
        assertThat(WrittenText.isComplete("SELECT '" + "x".repeat(SqlLimits.MAX_CHARACTERS)))
                .isTrue();
    }
}
