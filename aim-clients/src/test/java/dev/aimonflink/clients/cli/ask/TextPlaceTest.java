package dev.aimonflink.clients.cli.ask;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TextPlaceTest {
    @Test
    void shouldPointAtACharacter() {
        assertThat(TextPlace.shown("SELECT x FROM cards", 7)).isEqualTo("  SELECT x FROM cards\n         ^");
    }

    @Test
    void shouldPointBehindTheEnd() {
        assertThat(TextPlace.shown("SELECT", 6)).isEqualTo("  SELECT\n        ^");
        assertThat(TextPlace.shown("SELECT", 600)).isEqualTo("  SELECT\n        ^");
    }

    @Test
    void shouldShowTheLineAlone() {
        assertThat(TextPlace.shown("SELECT 1,\n\tx\nFROM cards", 11)).isEqualTo("  line 2:  x\n           ^");
    }

    @Test
    void shouldShowTheEndOfALine() {
        assertThat(TextPlace.shown("SELECT\nFROM", 6)).isEqualTo("  line 1: SELECT\n                ^");
    }

    @Test
    void shouldShowWhatIsAroundTheCharacterOfALongLine() {
        String text = "a".repeat(200) + "X" + "b".repeat(200);
        assertThat(TextPlace.shown(text, 200))
                .isEqualTo("  ..." + "a".repeat(60) + "X" + "b".repeat(39) + "...\n" + " ".repeat(65) + "^");
    }
}
