package dev.aimonflink.sql.text;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.testing.Scale;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Long, deep and broken texts in the language that tools ask the catalogs in. */
class WideGrammarLimitsTest {
    private static final long SEED = Long.getLong("aim.test.seed", 42);
    private static final int MUTATIONS = Scale.times(10_000);

    /** Half of what a thread has by default. */
    private static final int STACK_BYTES = 512 * 1024;

    private static final String[] PIECES = {
        "array[",
        "array(",
        "array[[",
        "[",
        "]",
        "[1]",
        ").n",
        "(",
        ")",
        "= any (",
        "<> all (",
        "over (",
        "over",
        "partition by",
        "order by",
        "rows",
        "lateral",
        "with ordinality",
        "generate_series(1, 2)",
        "f(",
        "=>",
        "::",
        "text[]",
        "\"char\"",
        "pg_catalog.",
        "regclass 'x'",
        "interval '1 day'",
        "~~",
        "!~~*",
        "&&",
        "&",
        "->>",
        "operator(pg_catalog.~~)",
        "user",
        "select",
        "from",
        "where",
        "as",
        "join",
        "on",
        "union",
        "in (",
        ",",
        ";",
        ".",
        "*",
        "'",
        "\"",
        "$1",
        "1",
        "a",
        "--",
        "/*",
        "copy",
        "execute",
        "filter (where",
        "within group (",
        "é"
    };

    private static String filled(String beginning, String repeated) {
        return beginning + repeated.repeat((SqlLimits.MAX_CHARACTERS - beginning.length()) / repeated.length());
    }

    private static SqlException refused(String text) throws InterruptedException {
        AtomicReference<Object> result = new AtomicReference<>();
        Thread thread = new Thread(null, () -> result.set(readOrWhyNot(text)), "long text", STACK_BYTES);
        thread.start();
        thread.join();
        assertThat(result.get()).isInstanceOf(SqlException.class);
        return (SqlException) result.get();
    }

    private static Object readOrWhyNot(String text) {
        try {
            return StatementParser.parse(text);
        } catch (SqlException | StackOverflowError error) {
            return error;
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            select|array[
            select array|[
            select|a[
            select|array(select
            select|a = any (
            select|f(b =>
            select|f(a order by
            select|f() over (partition by
            select|f() over (order by
            select 1 from|f(array(select 1 from
            select * from|lateral (select * from
            select * from|lateral (
            select|a && (
            """)
    void shouldEndOnALongTextOfOpenParts(String beginning, String part) throws InterruptedException {
        SqlException refused = refused(filled(beginning + " ", part + " "));
        assertThat(refused).hasMessage("The text is nested more than 100 levels deep. Make it flatter.");
        assertThat(refused.state()).isEqualTo(SqlState.TOO_COMPLEX);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1]", "::text[]", " && a", " ~~ a", " -> 'a'", " = any (a) and a", " operator(~~) a"})
    void shouldLimitRowsOfOperators(String link) throws InterruptedException {
        assertThat(StatementParser.parse("select a" + link.repeat(SqlLimits.MAX_HEIGHT / 2 - 5)))
                .hasSize(1);
        assertThat(refused(filled("select a", link)))
                .hasMessageStartingWith("More than 250 operators follow each other.");
    }

    @Test
    void shouldLimitRowsOfFields() throws InterruptedException {
        assertThat(StatementParser.parse("select (a)" + ".b".repeat(SqlLimits.MAX_HEIGHT - 5)))
                .hasSize(1);
        assertThat(refused(filled("select (a)", ".b")))
                .hasMessageStartingWith("More than 250 operators follow each other.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            select array[[]|,[]
            select f(a => 1|,a=>1
            select 1 from f()|,f()
            select f() over (partition by a|,a
            select f(a order by a|,a
            """)
    void shouldLimitTheParts(String beginning, String part) throws InterruptedException {
        assertThat(refused(filled(beginning, part))).hasMessage("The text has more than 4096 parts. Make it shorter.");
    }

    @Test
    void shouldTakeTenThousandValuesInAnArray() throws InterruptedException {
        String most = "1" + ",1".repeat(SqlLimits.MAX_LIST_VALUES - 1);
        assertThat(StatementParser.parse("select a = any (array[" + most + "])"))
                .hasSize(1);
        assertThat(refused("select array[" + most + ",1]"))
                .hasMessage("A list has more than 10000 values. List fewer.");
    }

    @Test
    void shouldGiveATreeOrAnErrorForEachText() {
        Random random = new Random(SEED);
        List<String> texts = CatalogStatements.all().stream()
                .map(CatalogStatements.Captured::text)
                .filter(text -> text.length() < 1_500)
                .toList();
        int understood = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            String text = mutated(texts.get(random.nextInt(texts.size())), random);
            understood += isRead(text) ? 1 : 0;
        }
        assertThat(understood).as("seed %d", SEED).isBetween(MUTATIONS / 100, MUTATIONS - MUTATIONS / 100);
    }

    private static boolean isRead(String text) {
        try {
            StatementParser.parse(text);
            return true;
        } catch (SqlException expected) {
            assertThat(expected.position()).as("seed %d: %s", SEED, text).isBetween(0, text.length());
            assertThat(expected.getMessage().charAt(expected.getMessage().length() - 1))
                    .as("seed %d: %s", SEED, text)
                    .isIn('.', '?');
            return false;
        } catch (RuntimeException | StackOverflowError wrong) {
            throw new AssertionError("seed " + SEED + ": " + text, wrong);
        }
    }

    private static String mutated(String text, Random random) {
        StringBuilder changed = new StringBuilder(text);
        for (int times = 1 + random.nextInt(3); times > 0; times--) {
            int at = random.nextInt(changed.length() + 1);
            int end = Math.min(changed.length(), at + random.nextInt(12));
            switch (random.nextInt(4)) {
                case 0 -> changed.delete(at, end);
                case 1 -> changed.insert(at, " " + PIECES[random.nextInt(PIECES.length)] + " ");
                case 2 -> changed.replace(at, end, PIECES[random.nextInt(PIECES.length)]);
                default -> changed.insert(random.nextInt(changed.length() + 1), changed.substring(at, end));
            }
        }
        return changed.toString();
    }
}
