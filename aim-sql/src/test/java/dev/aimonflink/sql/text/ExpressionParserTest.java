package dev.aimonflink.sql.text;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ExpressionParserTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '¦',
            quoteCharacter = '`',
            value = {
                "a or b and c¦(a OR (b AND c))",
                "not a = b and c¦((NOT (a = b)) AND c)",
                "not not a¦(NOT (NOT a))",
                "a + b * c - d¦((a + (b * c)) - d)",
                "a - b - c¦((a - b) - c)",
                "2 ^ 3 ^ 4¦((2 ^ 3) ^ 4)",
                "- 2 ^ 2¦((MINUS 2) ^ 2)",
                "- a::int¦(MINUS (a as int[]))",
                "a || b = c¦((a || b) = c)",
                "a < b is true¦((a < b) is TRUE)",
                "a is not null or b isnull¦((a is not NULL) OR (b is NULL))",
                "a notnull¦(a is not NULL)",
                "a is not distinct from b + 1 and c¦((a is not distinct (b + 1)) AND c)",
                "a between 1 and 2 and b¦((a between 1 2) AND b)",
                "a not between symmetric 1 and 2 + 3¦(a not between symmetric 1 (2 + 3))",
                "a in (1, 2 + 3, 'x')¦(a in [1 (2 + 3) 'x'])",
                "a not in (1) or b¦((a not in [1]) OR b)",
                "a like 'x%' and b not ilike '%y' escape '!'¦((a like 'x%') AND (b not ilike '%y' escape '!'))",
                "case when a then 1 when b then 2 else 3 end + 1¦((case a -> 1, b -> 2 else 3) + 1)",
                "case a when 1 then 'x' end¦(case a 1 -> 'x')",
                "cast(a as numeric(18, 2)) > 1.50¦((a as numeric[18, 2]) > 1.50)",
                "a::double precision::timestamp with time zone¦((a as double precision[]) as timestamp with time zone[])",
                "a::varchar(10)¦(a as varchar[10])",
                "coalesce(a, b + 1, f()) % 3¦(coalesce[a (b + 1) f[]] % 3)",
                "t.a = \"T\".\"B\"¦(t.a = T.B)",
                "(a + b) * c¦((a + b) * c)",
                "$1 = a¦($1 = a)",
                "true and null is unknown¦(true AND (null is UNKNOWN))",
                "\"select\" = 1¦(select = 1)"
            })
    void shouldBindOperatorsAsTightlyAsPostgresDoes(String text, String tree) {
        assertThat(Shown.of(ExpressionParser.parse(text))).isEqualTo(tree);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``|0|Expected a value, but found the end of the text.",
                "a >|3|Expected a value, but found the end of the text.",
                "a = = b|4|Expected a value, but found \"=\".",
                "a b|2|Expected an operator or the end of the text, but found \"b\".",
                "(a = 1|6|Expected \")\", but found the end of the text.",
                "a < b < c|6|A comparison cannot be compared. Write \"a < b and b < c\".",
                "a between 1 or 2|12|Expected AND, but found \"or\".",
                "a is 3|5|Expected NULL, TRUE, FALSE, UNKNOWN or DISTINCT FROM, but found \"3\".",
                "a not 3|6|Expected BETWEEN, IN, LIKE or ILIKE, but found \"3\".",
                "case else 1 end|5|Expected a value, but found \"else\".",
                "a in ()|6|Expected a value, but found \")\".",
                "select = 1|0|Expected a value, but found \"select\".",
                "a::numeric(x)|11|Expected a whole number, but found \"x\".",
                "a; drop|1|Expected an operator or the end of the text, but found \";\"."
            })
    void shouldSayWhatItExpectedAndWhere(String text, int position, String message) {
        assertThatExceptionOfType(SqlException.class)
                .isThrownBy(() -> ExpressionParser.parse(text))
                .withMessage(message)
                .satisfies(error -> assertThat(error.position()).isEqualTo(position));
    }

    @Test
    void shouldLimitDepth() {
        int most = SqlLimits.MAX_DEPTH - 1;
        assertThat(ExpressionParser.parse("(".repeat(most) + "a" + ")".repeat(most)))
                .isInstanceOf(Expression.Name.class);
        refuse("(".repeat(most + 1) + "a" + ")".repeat(most + 1), "nested more than 100 levels deep. Make it flatter.");
        refuse("not ".repeat(SqlLimits.MAX_CHARACTERS / 4), "nested more than 100 levels deep. Make it flatter.");
    }

    @Test
    void shouldLimitParts() {
        int most = SqlLimits.MAX_NODES / 2;
        assertThat(ExpressionParser.parse("a" + "+a".repeat(most - 1))).isInstanceOf(Expression.Binary.class);
        refuse("a" + "+a".repeat(most), "has more than 4096 parts. Make it shorter.");
    }

    @Test
    void shouldLimitTheValuesOfAList() {
        String most = "1" + ",1".repeat(SqlLimits.MAX_LIST_VALUES - 1);
        assertThat(ExpressionParser.parse("a in (" + most + ")")).isInstanceOf(Expression.In.class);
        refuse("a in (" + most + ",1)", "IN lists more than 10000 values. List fewer.");
    }

    private static void refuse(String text, String message) {
        assertThatExceptionOfType(SqlException.class)
                .isThrownBy(() -> ExpressionParser.parse(text))
                .withMessageContaining(message)
                .satisfies(error -> assertThat(error.state()).isEqualTo(SqlState.TOO_COMPLEX));
    }

    @Test
    void shouldNeitherHangNorFailOtherwiseOnAnyText() {
        String[] pieces = {
            "a",
            "\"B\"",
            "1",
            "1.5e3",
            "'x'",
            "E'\\",
            "$$",
            "$1",
            "(",
            ")",
            ",",
            ".",
            "::",
            "+",
            "-",
            "<>",
            "||",
            "and",
            "or",
            "not",
            "is",
            "null",
            "in",
            "between",
            "like",
            "escape",
            "case",
            "when",
            "then",
            "else",
            "end",
            "cast",
            "as",
            "numeric",
            "/*",
            "*/",
            "--",
            "\n",
            "distinct",
            "from",
            "é",
            "\uD83D\uDE00"
        };
        long seed = 42;
        Random random = new Random(seed);
        int understood = 0;
        for (int i = 0; i < 100_000; i++) {
            String text = IntStream.range(0, 1 + random.nextInt(12))
                    .mapToObj(n -> pieces[random.nextInt(pieces.length)])
                    .collect(Collectors.joining(random.nextBoolean() ? " " : ""));
            try {
                ExpressionParser.parse(text);
                understood++;
            } catch (SqlException expected) {
                assertThat(expected.position()).as("seed %d: %s", seed, text).isBetween(0, text.length());
            }
        }
        assertThat(understood).isPositive();
    }
}
