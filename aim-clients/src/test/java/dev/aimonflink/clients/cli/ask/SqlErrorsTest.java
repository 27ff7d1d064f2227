package dev.aimonflink.clients.cli.ask;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SqlErrorsTest {
    @Test
    void shouldPointAtACharacter() {
        assertThat(SqlErrors.place("SELECT x FROM cards", 7)).isEqualTo("  SELECT x FROM cards\n         ^");
    }

    @Test
    void shouldPointBehindTheEnd() {
        assertThat(SqlErrors.place("SELECT", 6)).isEqualTo("  SELECT\n        ^");
        assertThat(SqlErrors.place("SELECT", 600)).isEqualTo("  SELECT\n        ^");
    }

    @Test
    void shouldShowTheLineAlone() {
        assertThat(SqlErrors.place("SELECT 1,\n\tx\nFROM cards", 11)).isEqualTo("  line 2:  x\n           ^");
    }

    @Test
    void shouldShowTheEndOfALine() {
        assertThat(SqlErrors.place("SELECT\nFROM", 6)).isEqualTo("  line 1: SELECT\n                ^");
    }

    @Test
    void shouldShowWhatIsAroundTheCharacterOfALongLine() {
        String text = "a".repeat(200) + "X" + "b".repeat(200);
        assertThat(SqlErrors.place(text, 200))
                .isEqualTo("  ..." + "a".repeat(60) + "X" + "b".repeat(39) + "...\n" + " ".repeat(65) + "^");
    }
}
