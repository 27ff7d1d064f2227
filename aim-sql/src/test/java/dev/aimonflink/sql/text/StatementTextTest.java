package dev.aimonflink.sql.text;

import dev.aimonflink.sql.SqlException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class StatementTextTest {
    @Test
    void shouldSplitAtSemicolons() {
        assertThat(StatementText.allOf(" SELECT 1 ;\n;SELECT 2"))
                .containsExactly(new StatementText("SELECT 1", 1), new StatementText("SELECT 2", 13));
    }

    @Test
    void shouldNotSplitStringsNamesAndComments() {
        String text = "SELECT ';', E'\\';', $$;$$, \"a;b\" -- ;\n /* ; */ FROM cards";
        assertThat(StatementText.allOf(text + "; -- the end;")).containsExactly(new StatementText(text, 0));
    }

    @Test
    void shouldFindNothingInAnEmptyText() {
        assertThat(StatementText.allOf(" ; -- nothing\n;")).isEmpty();
    }

    @Test
    void shouldSayWhereAStringHasNoEnd() {
        assertThatThrownBy(() -> StatementText.allOf("SELECT 1; SELECT 'two"))
                .isInstanceOfSatisfying(SqlException.class, failure -> assertThat(failure.position())
                        .isEqualTo(17));
    }

    @Test
    void shouldGiveTheStatementsBeforeAStringWithoutEnd() {
        StatementText.Split split = StatementText.split("SELECT 1; SELECT 'two");
        assertThat(split.statements()).containsExactly(new StatementText("SELECT 1", 0));
        assertThat(split.failure().position()).isEqualTo(17);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"0x1F", "{}", "\\d", "E'\\u00zz;'", "E'\\xq'';'", "$", "\"\"", "\uD83D\uDE00", "1_000 + 1a", "€"
            })
    void shouldSplitWhateverCannotBeRead(String unreadable) {
        String text = "SELECT " + unreadable;
        StatementText.Split split = StatementText.split("SELECT 1;" + text + "; SELECT 2");
        assertThat(split.failure()).isNull();
        assertThat(split.statements()).extracting(StatementText::text).containsExactly("SELECT 1", text, "SELECT 2");
        assertThat(StatementText.split(text).statements()).containsExactly(new StatementText(text, 0));
    }

    @Test
    void shouldSayThatAStringWithAWrongEscapeHasNoEnd() {
        StatementText.Split split = StatementText.split("SELECT 1; SELECT E'\\u00zz; SELECT 2");
        assertThat(split.statements()).containsExactly(new StatementText("SELECT 1", 0));
        assertThat(split.failure()).isNotNull();
    }
}
