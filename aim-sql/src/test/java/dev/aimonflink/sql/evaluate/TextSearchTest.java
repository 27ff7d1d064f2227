package dev.aimonflink.sql.evaluate;

import dev.aimonflink.testing.Scale;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

class TextSearchTest {
    private static String drawn(Random random, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append((char) ('a' + random.nextInt(2)));
        }
        return text.toString();
    }

    @Test
    void shouldFindAsOneWhoTriesEachPlace() {
        long seed = Scale.seed();
        Random random = new Random(seed);
        for (int i = 0; i < Scale.times(5_000); i++) {
            String part = drawn(random, 1 + random.nextInt(40));
            String text = drawn(random, random.nextInt(80)) + (random.nextBoolean() ? part : "") + drawn(random, 20);
            int from = random.nextInt(text.length() + 1);
            assertThat(TextSearch.indexOf(text, part, from))
                    .as("-Daim.test.seed=%d: %s in %s from %d", seed, part, text, from)
                    .isEqualTo(text.indexOf(part, from));
            assertThat(TextSearch.replaced(text, part, "-")).isEqualTo(text.replace(part, "-"));
        }
    }

    /** Trying each place would be a hundred thousand million steps: minutes, where this is some milliseconds. */
    @Test
    void shouldNotTakeTheProductOfBothLengths() {
        String text = "a".repeat(1 << 20);
        String part = "a".repeat(1 << 19) + "b";
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            assertThat(TextSearch.indexOf(text, part, 0)).isNegative();
            assertThat(Characters.translated(text, "b".repeat(1) + drawn(new Random(1), 1 << 19), "x"))
                    .isNotNull();
        });
    }
}
