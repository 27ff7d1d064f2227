package dev.aimonflink.sql.text;

import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LettersTest {
    private static final String SOME = "aAßzZ\u0130i\u0131\u0307ΣσςΌ ŉﬁ\u00ff'.\uD801\uDC28\uD801\uDC00\uD83D\uDE80";

    @Test
    void shouldChangeTheCaseAsJavaDoes() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int[] letters = SOME.codePoints().toArray();
        for (int length = 0; length < 1_200; length++) {
            String text = random.ints(length, 0, letters.length)
                    .mapToObj(at -> Character.toString(letters[at]))
                    .collect(Collectors.joining());
            assertThat(Letters.upper(text)).as("seed=%d", seed).isEqualTo(text.toUpperCase(Locale.ROOT));
            assertThat(Letters.lower(text)).as("seed=%d", seed).isEqualTo(text.toLowerCase(Locale.ROOT));
        }
    }

    /** With Java's own methods this takes minutes. */
    @Test
    void shouldChangeTheCaseOfMillionsOfLettersThatBecomeSeveral() {
        assertThat(Letters.upper("ß".repeat(1 << 20))).isEqualTo("SS".repeat(1 << 20));
        assertThat(Letters.lower("\u0130".repeat(1 << 20))).isEqualTo("i\u0307".repeat(1 << 20));
    }
}
