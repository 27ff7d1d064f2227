package dev.aimonflink.sql.pattern;

import dev.aimonflink.sql.SqlException;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.aimonflink.sql.Refusal.assertRefused;
import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class RegularExpressionTest {
    private static boolean matches(String pattern, String text) {
        return RegularExpression.of(pattern, false, 0).matches(text);
    }

    @Test
    void shouldMatchWhatJavaMatches() {
        long seed = 42;
        Random random = new Random(seed);
        int matched = 0;
        for (int i = 0; i < 20_000; i++) {
            String pattern = pattern(random, 3);
            StringBuilder text = new StringBuilder();
            for (int letters = random.nextInt(7); letters > 0; letters--) {
                text.append(List.of("a", "b", "c", "\uD83D\uDE00").get(random.nextInt(4)));
            }
            boolean matches = matches(pattern, text.toString());
            assertThat(matches)
                    .as("seed %d: '%s' ~ '%s'", seed, text, pattern)
                    .isEqualTo(Pattern.compile(pattern).matcher(text).find());
            matched += matches ? 1 : 0;
        }
        assertThat(matched).isBetween(2_000, 18_000);
    }

    private static String pattern(Random random, int depth) {
        return switch (depth == 0 ? random.nextInt(6) : random.nextInt(13)) {
            case 0, 1 -> "a";
            case 2 -> "b";
            case 3 -> ".";
            case 4 -> "[^ab]";
            case 5 -> "[b-c\uD83D\uDE00]";
            case 6 -> "(" + pattern(random, depth - 1) + "|" + pattern(random, depth - 1) + ")";
            case 7 ->
                "(" + pattern(random, depth - 1) + ")"
                        + List.of("*", "+", "?", "*?").get(random.nextInt(4));
            case 8 ->
                "(?:" + pattern(random, depth - 1) + ")"
                        + List.of("{2}", "{1,}", "{0,2}").get(random.nextInt(3));
            case 9 -> "^" + pattern(random, depth - 1);
            case 10 -> pattern(random, depth - 1) + "$";
            default -> pattern(random, depth - 1) + pattern(random, depth - 1);
        };
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            ^Z¦Zurich¦true
            rich$¦Zurich¦true
            ^rich¦Zurich¦false
            z¦Zurich¦false
            [[:upper:]][[:lower:]]+¦Zurich¦true
            [[:digit:]]{4}¦CH-8000¦true
            \\d{5}¦CH-8000¦false
            \\mof\\M¦a piece of it¦true
            \\mof\\M¦an office¦false
            \\yfi¦office¦false
            \\Yfi\\Y¦office¦true
            \\Aa\\Z¦a¦true
            a\\.b¦axb¦false
            a{,2¦a{,2¦true
            []x]¦]¦true
            [^]x]¦]¦false
            [a-]¦-¦true
            [\\w-]¦-¦true
            a|¦b¦true
            ()¦b¦true
            ]}¦]}¦true
            """)
    void shouldReadWhatPostgresReads(String pattern, String text, boolean matches) {
        assertThat(matches(pattern, text)).isEqualTo(matches);
    }

    @Test
    void shouldMatchLinesAsOneText() {
        assertThat(matches("a.b", "a\nb")).isTrue();
        assertThat(matches("^b", "a\nb")).isFalse();
        assertThat(matches("[^x]b", "a\nb")).isTrue();
    }

    @Test
    void shouldIgnoreUpperAndLowerCaseIfAsked() {
        assertThat(RegularExpression.of("züRI", true, 0).matches("ZÜRICH")).isTrue();
        assertThat(RegularExpression.of("[a-f]x", true, 0).matches("EX")).isTrue();
        assertThat(RegularExpression.of("^[^a]$", true, 0).matches("A")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            a)¦2201B¦The regular expression is not valid: A closing parenthesis has no opening one. Write \\) for the character.
            (a¦2201B¦The regular expression is not valid: An opening parenthesis has no closing one. Write \\( for the character.
            [a¦2201B¦The regular expression is not valid: An opening bracket has no closing one. Write \\[ for the character.
            *a¦2201B¦The regular expression is not valid: *, +, ? and {n} repeat what is before them, and there is nothing to repeat. Write \\* and so on for the characters.
            a**¦2201B¦The regular expression is not valid: *, +, ? and {n} repeat what is before them, and there is nothing to repeat. Write \\* and so on for the characters.
            ^*¦2201B¦The regular expression is not valid: *, +, ? and {n} repeat what is before them, and there is nothing to repeat. Write \\* and so on for the characters.
            a{3,2}¦2201B¦The regular expression is not valid: A number of repetitions is written like {2}, {2,} or {2,5}.
            a{2x}¦2201B¦The regular expression is not valid: A number of repetitions is written like {2}, {2,} or {2,5}.
            a{256}¦2201B¦The regular expression is not valid: No part can be repeated more than 255 times.
            a\\¦2201B¦The regular expression is not valid: It ends with a backslash. Write \\\\ for the character.
            [b-a]¦2201B¦The regular expression is not valid: The range of characters b-a is in the wrong order.
            [[:letter:]]¦2201B¦The regular expression is not valid: There is no class of characters [:letter:]. Write alnum, alpha, digit, lower, upper, space, blank, punct or word.
            [\\D]¦2201B¦The regular expression is not valid: \\D, \\S and \\W cannot stand in brackets.
            (a)\\1¦0A000¦The regular expression is not supported: It has no escape \\1. Write \\d, \\s, \\w, or \\y for the edge of a word.
            \\ba¦0A000¦The regular expression is not supported: It has no escape \\b. Write \\d, \\s, \\w, or \\y for the edge of a word.
            a(?=b)¦0A000¦The regular expression is not supported: Nothing can look ahead or behind with (?. Write two conditions with AND.
            (?i)a¦0A000¦The regular expression is not supported: Options at its beginning are not supported. Write ~* to ignore upper and lower case.
            [[=a=]]¦0A000¦The regular expression is not supported: It has no [. .] and [= =]. Write the characters.
            """)
    void shouldSayWhatIsWrong(String pattern, String code, String message) {
        assertRefused(code, 7, message, () -> RegularExpression.of(pattern, false, 7));
    }

    /** What takes others exponential time. */
    @Test
    void shouldTakeLittleTimeForPatternsThatGoBackElsewhere() {
        String text = "a".repeat(5_000) + "b";
        assertThat(matches("^(a+)+$", text)).isFalse();
        assertThat(matches("^(a|aa)*$", text)).isFalse();
        assertThat(matches("(.*)(.*)(.*)(.*)c", text)).isFalse();
        assertThat(matches("((((){255}){255}){255}){255}c", text)).isFalse();
        assertThat(matches("(((a*)*)*)*c", text)).isFalse();
    }

    @Test
    void shouldEndAtItsLimits() {
        refuse(
                "a".repeat(RegularExpression.MAX_CHARACTERS + 1),
                "The regular expression has more than 1000 characters. Write a shorter one.");
        assertThat(matches("a".repeat(RegularExpression.MAX_CHARACTERS), "b")).isFalse();
        refuse(
                "((a{100}){100})",
                "The regular expression has more than 2000 parts, of which those that are repeated count each time."
                        + " Repeat fewer.");
        refuse(
                "(".repeat(101) + ")".repeat(101),
                "The regular expression is nested more than 100 levels deep. Make it flatter.");
        assertThat(matches("(".repeat(99) + ")".repeat(99), "")).isTrue();
        assertRefused(
                "54000",
                "The regular expression takes more than 1000000 steps for one text. Write a simpler one,"
                        + " or use LIKE.",
                () -> matches("(.*)(.*)(.*)(.*)c", "a".repeat(1_000_000)));
    }

    private static void refuse(String pattern, String message) {
        assertFails(SqlException.class, () -> matches(pattern, ""))
                .hasMessage(message)
                .satisfies(error -> assertThat(error.state().code()).startsWith("54"));
    }
}
