package dev.aimonflink.sql.pattern;

import dev.aimonflink.sql.SqlException;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class LikePatternTest {
    @Test
    void shouldMatchWhatTheSameRegularExpressionMatches() {
        long seed = 42;
        Random random = new Random(seed);
        int matched = 0;
        for (int i = 0; i < 20_000; i++) {
            String pattern = word(random, "ab%_\uD83D\uDE00");
            String text = word(random, "abab\uD83D\uDE00");
            String regex = pattern.codePoints()
                    .mapToObj(c -> c == '%' ? "(?s:.*)" : c == '_' ? "(?s:.)" : Pattern.quote(Character.toString(c)))
                    .collect(Collectors.joining());
            boolean matches = LikePattern.of(pattern, '\\', false, 0).matches(text);
            assertThat(matches)
                    .as("seed %d: '%s' like '%s'", seed, text, pattern)
                    .isEqualTo(text.matches(regex));
            matched += matches ? 1 : 0;
        }
        assertThat(matched).isBetween(1_000, 19_000);
    }

    private static String word(Random random, String characters) {
        int[] known = characters.codePoints().toArray();
        return random.ints(random.nextInt(6), 0, known.length)
                .mapToObj(i -> Character.toString(known[i]))
                .collect(Collectors.joining());
    }

    @Test
    void shouldTakeEscapedCharactersAsTheyAre() {
        assertThat(LikePattern.of("50\\%", '\\', false, 0).matches("50%")).isTrue();
        assertThat(LikePattern.of("50\\%", '\\', false, 0).matches("50x")).isFalse();
        assertThat(LikePattern.of("50\\%", -1, false, 0).matches("50\\x")).isTrue();
        assertFails(SqlException.class, () -> LikePattern.of("50!", '!', false, 7))
                .hasMessage("The pattern ends with its escape character. Write the character twice.")
                .satisfies(error -> assertThat(error.position()).isEqualTo(7));
    }

    @Test
    void shouldAnswerAPatternOfManyPercentSignsInTime() {
        String pattern = "%a".repeat(1_000) + "b";
        assertThat(LikePattern.of(pattern, '\\', false, 0).matches("a".repeat(10_000)))
                .isFalse();
    }
}
