package dev.aimonflink.sql.text;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.aimonflink.sql.Refusal.assertRefused;
import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class ExpressionParserTest {
    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            a or b and c¦(a OR (b AND c))
            not a = b and c¦((NOT (a = b)) AND c)
            not not a¦(NOT (NOT a))
            a + b * c - d¦((a + (b * c)) - d)
            a - b - c¦((a - b) - c)
            2 ^ 3 ^ 4¦((2 ^ 3) ^ 4)
            - 2 ^ 2¦((- 2) ^ 2)
            - a::int¦(- CAST(a AS int))
            a || b = c¦((a || b) = c)
            a < b is true¦((a < b) IS TRUE)
            a is not null or b isnull¦((a IS NOT NULL) OR (b IS NULL))
            a notnull¦(a IS NOT NULL)
            a is not distinct from b + 1 and c¦((a IS NOT DISTINCT FROM (b + 1)) AND c)
            a between 1 and 2 and b¦((a BETWEEN 1 AND 2) AND b)
            a between asymmetric 1 and 2¦(a BETWEEN 1 AND 2)
            a not between symmetric 1 and 2 + 3¦(a NOT BETWEEN SYMMETRIC 1 AND (2 + 3))
            a in (1, 2 + 3, 'x')¦(a IN (1, (2 + 3), 'x'))
            a not in (1) or b¦((a NOT IN (1)) OR b)
            a like 'x%' and b not ilike '%y' escape '!'¦((a LIKE 'x%') AND (b NOT ILIKE '%y' ESCAPE '!'))
            case when a then 1 when b then 2 else 3 end + 1¦(CASE WHEN a THEN 1 WHEN b THEN 2 ELSE 3 END + 1)
            case a when 1 then 'x' end¦CASE a WHEN 1 THEN 'x' END
            cast(a as numeric(18, 2)) > 1.50¦(CAST(a AS numeric(18, 2)) > 1.50)
            a::double precision::timestamp(3) with time zone¦CAST(CAST(a AS double precision) AS timestamp(3) with time zone)
            a::varchar(10)¦CAST(a AS varchar(10))
            a::pg_catalog.int4¦CAST(a AS int4)
            coalesce(a, b + 1, f()) % 3¦(coalesce(a, (b + 1), f()) % 3)
            pg_catalog.version() = other.f(1)¦(version() = other.f(1))
            left(a, 2) = right(b, 2)¦(left(a, 2) = right(b, 2))
            t.a = "T"."B"¦(t.a = "T"."B")
            (a + b) * c¦((a + b) * c)
            $1 = a¦($1 = a)
            true and null is unknown¦(TRUE AND (NULL IS UNKNOWN))
            "select" = 1¦("select" = 1)
            a collate "C" < b collate pg_catalog.default¦(a < b)
            a operator(pg_catalog.~) 'x' || b¦((a ~ 'x') || b)
            a + 1 operator(=) b * 2¦((a + 1) = (b * 2))
            at at time zone 'Europe/Zurich' + 1¦(timezone('Europe/Zurich', at) + 1)
            (a, b + 1) = (1, 2)¦(ROW(a, (b + 1)) = ROW(1, 2))
            row(a) = row(1) and row > 3¦((ROW(a) = ROW(1)) AND (row > 3))
            """)
    void shouldBindOperatorsAsTightlyAsPostgresDoes(String text, String tree) {
        assertThat(Shown.of(ExpressionParser.parse(text))).isEqualTo(tree);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            at > date '2026-01-31'¦(at > CAST('2026-01-31' AS date))
            timestamp > timestamp '2026-01-31 13:00'¦(timestamp > CAST('2026-01-31 13:00' AS timestamp))
            integer '1' + numeric '1.5'¦(CAST('1' AS integer) + CAST('1.5' AS numeric))
            double precision '1' = float8 '1'¦(CAST('1' AS double precision) = CAST('1' AS float8))
            character varying 'a' || text 'b'¦(CAST('a' AS character varying) || CAST('b' AS text))
            boolean 't' and text = 'b'¦(CAST('t' AS boolean) AND (text = 'b'))
            timestamp with time zone 'now' - interval '1 day'¦(CAST('now' AS timestamp with time zone) - CAST('1 day' AS interval))
            extract(hour from at) = extract('dow' from at)¦(extract('hour' FROM at) = extract('dow' FROM at))
            substring(a from 2 for 3)¦substring(a, 2, 3)
            substring(a from 2)¦substring(a, 2)
            substring(a for 3)¦substring(a, 1, 3)
            substring(a, 2, 3)¦substring(a, 2, 3)
            position('x' || y in a)¦strpos(a, ('x' || y))
            trim(a)¦btrim(a)
            trim(a, 'x')¦btrim(a, 'x')
            trim(from a)¦btrim(a)
            trim(both from a)¦btrim(a)
            trim(leading 'x' from a)¦ltrim(a, 'x')
            trim(trailing from a)¦rtrim(a)
            trim('x' from a)¦btrim(a, 'x')
            current_date < current_timestamp¦(current_date < now())
            localtime = localtimestamp¦(localtime() = localtimestamp())
            current_role = session_user¦(current_user = session_user)
            current_catalog = current_schema¦(current_database() = current_schema())
            extract = 1 and trim = position¦((extract = 1) AND (trim = position))
            """)
    void shouldTurnWhatSqlWritesWithWordsIntoCalls(String text, String tree) {
        assertThat(Shown.of(ExpressionParser.parse(text))).isEqualTo(tree);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            count(*)¦count(*)
            pg_catalog.count(*)¦count(*)
            count(distinct a, b)¦count(DISTINCT a, b)
            sum(all a)¦sum(a)
            sum(a) filter (where b > 1) + 1¦(sum(a) FILTER (WHERE (b > 1)) + 1)
            percentile_disc(0.5) within group (order by a desc)¦percentile_disc(0.5) WITHIN GROUP (ORDER BY a DESC)
            filter = over and within¦((filter = over) AND within)
            (select a from t) > 1¦((SELECT a FROM t) > 1)
            ((select 1))¦(SELECT 1)
            ((select 1) + 2)¦((SELECT 1) + 2)
            ((select 1) union select 2)¦((SELECT 1) UNION (SELECT 2))
            ((select 1) order by 1 limit 1) = 3¦((SELECT 1 ORDER BY 1 LIMIT 1) = 3)
            ((select 1 limit 2) limit 1)¦((SELECT 1 LIMIT 2) LIMIT 1)
            (((select 1) except all (select 2)), 3)¦ROW(((SELECT 1) EXCEPT ALL (SELECT 2)), 3)
            exists (select 1) and not exists ((values (1)))¦(EXISTS (SELECT 1) AND (NOT EXISTS (VALUES (1))))
            exists > 1¦(exists > 1)
            a in (select b from t)¦(a IN (SELECT b FROM t))
            a not in ((select b from t))¦(a NOT IN (SELECT b FROM t))
            a in ((select 1) union (select 2))¦(a IN ((SELECT 1) UNION (SELECT 2)))
            a in ((select 1), 2)¦(a IN ((SELECT 1), 2))
            (a, b) in ((1, 2), (3, 4))¦(ROW(a, b) IN (ROW(1, 2), ROW(3, 4)))
            a = any (select 1) and b > all ((select 2)) or c <> some (values (1))¦(((a = ANY (SELECT 1)) AND (b > ALL (SELECT 2))) OR (c <> ANY (VALUES (1))))
            a in (values, 1) and (values > 2)¦((a IN (values, 1)) AND (values > 2))
            """)
    void shouldReadAggregatesAndQueriesInExpressions(String text, String tree) {
        assertThat(Shown.of(ExpressionParser.parse(text))).isEqualTo(tree);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ``|0|Expected a value, but found the end of the text.
            a >|3|Expected a value, but found the end of the text.
            a = = b|4|Expected a value, but found "=".
            a b|2|Expected an operator or the end of the text, but found "b".
            (a = 1|6|Expected ")", but found the end of the text.
            a < b < c|6|A comparison cannot be compared. Write "a < b and b < c".
            a between 1 or 2|12|Expected AND, but found "or".
            a is 3|5|Expected NULL, TRUE, FALSE, UNKNOWN or DISTINCT FROM, but found "3".
            a not 3|6|Expected BETWEEN, IN, LIKE or ILIKE, but found "3".
            case else 1 end|5|Expected a value, but found "else".
            a in ()|6|Expected a value, but found ")".
            select = 1|0|Expected a value, but found "select".
            a::numeric(x)|11|Expected a whole number, but found "x".
            a; drop|1|Expected an operator or the end of the text, but found ";".
            a.user and order > 1|11|Expected a value, but found "order". Write "order" in double quotes if it is a name.
            a > select max(b)|4|Expected a value, but found "select". Put a query in parentheses.
            a in (1 2)|8|Expected "," or ")", but found "2".
            a in (1, 2,)|10|Nothing stands between the comma and ")". Take the comma out.
            f(a,, b)|3|Nothing stands between the comma and ",". Take the comma out.
            a = b <= c|6|A comparison cannot be compared. Write "a = b and b <= c".
            a == 1|2|There is no operator ==. Write = for equal.
            !a|0|There is no operator !. Write NOT.
            a <=> b|2|There is no operator <=>. Write IS NOT DISTINCT FROM.
            a = ?|4|There is no operator ?. Parameters are written $1, $2 and so on.
            at > date "2026-01-31"|10|Expected an operator or the end of the text, but found ""2026-01-31"". Double quotes are for names. Put text between single quotes.
            a = x'1F'|4|A string that begins with X' is not supported. Write the number in decimal digits.
            b'10'|0|A string that begins with B' is not supported. Write the number in decimal digits.
            a = N'x'|4|A string that begins with N' is not supported. Leave the N out.
            U&'\\0041' = a|0|A string that begins with U&' is not supported. Write E'\\u0041' for such a character.
            interval '1' day|13|The unit of an interval belongs into its string. Write INTERVAL '1 day'.
            extract(1 from a)|8|Expected a field of a time, such as HOUR, but found "1".
            position(a, b)|10|Expected IN, but found ",".
            a operator(x.~) b|11|Expected PG_CATALOG, but found "x".
            a operator(pg_catalog.<<) b|22|Expected an operator such as ~, but found "<<".
            f(1) within group (a)|19|Expected ORDER BY, but found "a".
            exists (1)|8|Expected SELECT or VALUES, but found "1".
            """)
    void shouldSayWhatItExpectedAndWhere(String text, int position, String message) {
        assertRefused(SqlState.SYNTAX_ERROR, position, message, () -> ExpressionParser.parse(text));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            sum(a) over (order by b range 1 preceding)|30|RANGE with an offset is not supported. Write ROWS, or RANGE UNBOUNDED PRECEDING.
            a not similar to 'x'|6|SIMILAR TO is not supported. Use LIKE, or ~ with a regular expression.
            a collate "de_CH"|10|The collation "de_CH" is not supported: text is compared by the codes of its characters. Write COLLATE "C", or leave it out.
            """)
    void shouldSayWhatIsNotSupportedAndWhatToDoInstead(String text, int position, String message) {
        assertRefused(SqlState.NOT_SUPPORTED, position, message, () -> ExpressionParser.parse(text));
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
        int most = SqlLimits.MAX_NODES - 1;
        assertThat(ExpressionParser.parse("f(a" + ",a".repeat(most - 1) + ")")).isInstanceOf(Expression.Call.class);
        refuse("f(a" + ",a".repeat(most) + ")", "has more than 4096 parts. Make it shorter.");
    }

    @Test
    void shouldLimitRowsOfOperators() {
        int most = SqlLimits.MAX_HEIGHT - 1;
        assertThat(ExpressionParser.parse("a" + "+a".repeat(most))).isInstanceOf(Expression.Binary.class);
        refuse("a" + "+a".repeat(most + 1), "More than 250 operators follow each other.");
    }

    @Test
    void shouldLimitTheValuesOfAList() {
        String most = "1" + ",1".repeat(SqlLimits.MAX_LIST_VALUES - 1);
        assertThat(ExpressionParser.parse("a in (" + most + ")")).isInstanceOf(Expression.In.class);
        refuse("a in (" + most + ",1)", "A list has more than 10000 values. List fewer.");
    }

    private static void refuse(String text, String message) {
        assertFails(SqlException.class, () -> ExpressionParser.parse(text))
                .hasMessageContaining(message)
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
