package dev.aimonflink.sql.text;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Binder;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.NamedColumns;
import dev.aimonflink.sql.type.SqlType;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.sql.Refusal.assertRefused;
import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class StatementLimitsTest {
    /** Half of what a thread has by default. */
    private static final int STACK_BYTES = 512 * 1024;

    private static final String TOO_DEEP = "The text is nested more than 100 levels deep. Make it flatter.";
    private static final String TOO_HIGH =
            "More than 250 operators follow each other. Put parts of the row in parentheses, or use IN (...).";
    private static final String TOO_LARGE = "The text has more than 4096 parts. Make it shorter.";

    /** @param position where the first part begins that is too much */
    private static void refuse(String text, int position, String message) {
        assertRefused(SqlState.TOO_COMPLEX, position, message, () -> StatementParser.parse(text));
    }

    private static String filled(String beginning, String repeated) {
        return beginning + repeated.repeat((SqlLimits.MAX_CHARACTERS - beginning.length()) / repeated.length());
    }

    @Test
    void shouldLimitTheDepthOfQueriesAndExpressionsTogether() {
        int most = (SqlLimits.MAX_DEPTH - 2) / 2;
        assertThat(StatementParser.parse("select (".repeat(most) + "select 1" + ")".repeat(most)))
                .hasSize(1);
        String open = "select (".repeat(most + 1);
        refuse(open + "select 1" + ")".repeat(most + 1), open.length(), TOO_DEEP);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            |select (|450
            |(|200
            select |(|205
            select * from |(|212
            select * from |(select * from|750
            with a as (|with a as (|1200
            select |case|502
            select |case when a then|1683
            select |f(|304
            select a in (|a in (|700
            select a = any (|select a = any (|850
            |select exists (|800
            select |-|205
            select |not|403
            select |row(|502
            select |(a,|400
            select |cast(|601
            select |sum(a) filter (where|2069
            select |f(0) within group (order by|2753
            """)
    void shouldEndOnALongTextOfOpenParts(String beginning, String part, int position) {
        refuse(filled(beginning == null ? "" : beginning + " ", part + " "), position, TOO_DEEP);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select |array[",
                "select array|[",
                "select |array(select ",
                "select a|[a",
                "select a = any |(array[",
                "select * from |lateral (select * from ",
                "select * from |f(",
                "with recursive a as (|with recursive a as (",
                "with recursive a as (|select 1 union all (",
                "select f() |over (partition by f() ",
                "select 1 window w as (|order by f(",
                "select |(select a from t where (",
                "select interval '1 day' |* (interval '1 day'"
            })
    void shouldEndOnALongTextOfNewerParts(String text) {
        String[] parts = text.split("\\|");
        assertFails(SqlException.class, () -> StatementParser.parse(filled(parts[0], parts[1])))
                .satisfies(error -> assertThat(error.state()).isIn(SqlState.TOO_COMPLEX, SqlState.SYNTAX_ERROR));
    }

    /** The number is that of the links that fit. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "::int|249",
                " is null|249",
                " isnull|249",
                " in (1)|249",
                " like b|249",
                " between 1 and 2|249",
                " at time zone b|249",
                "+a|249",
                // The sum in the first link is as high as two others.
                "*(a+a)|247",
                " and a|249",
                " union select a|249",
                " intersect all select a|249"
            })
    void shouldLimitRowsOfOperators(String link, int most) {
        int spaces = link.length() - link.stripLeading().length();
        int position = "select a".length() + most * link.length() + spaces;
        assertThat(StatementParser.parse("select a" + link.repeat(SqlLimits.MAX_HEIGHT - 5)))
                .hasSize(1);
        refuse("select a" + link.repeat(SqlLimits.MAX_HEIGHT), position, TOO_HIGH);
        refuse(filled("select a", link), position, TOO_HIGH);
    }

    @Test
    void shouldCountTheRowsInParenthesesToo() {
        String row = "+a".repeat(SqlLimits.MAX_HEIGHT / 2);
        assertThat(StatementParser.parse("select (a" + row + ")+(a" + row + ")+f((a" + row + "), (a" + row + "))"))
                .hasSize(1);
        String half = "select (a" + row + ")";
        refuse(half + row, half.length() + row.length() - "+a+a".length(), TOO_HIGH);
    }

    @Test
    void shouldLimitRowsOfJoins() {
        String join = " cross join t";
        assertThat(StatementParser.parse("select a from t" + join.repeat(SqlLimits.MAX_HEIGHT - 3)))
                .hasSize(1);
        int position = "select a from t".length() + (SqlLimits.MAX_HEIGHT - 1) * join.length() + 1;
        refuse(filled("select a from t", join), position, TOO_HIGH);
    }

    /** The number is where the part begins that is too much. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            select a|,a|8199
            select 1 from t|,t|8204
            values (1)|,(1)|16392
            select 1 group by f(a)|,(a,a)|8210
            """)
    void shouldLimitTheParts(String beginning, String part, int position) {
        refuse(filled(beginning, part), position, TOO_LARGE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"+", "+-", "*+-", "~", "@#"})
    void shouldEndOnALongTextOfOneOperator(String part) {
        assertFails(SqlException.class, () -> StatementParser.parse(filled("select ", part)))
                .hasMessage("An operator has more than 63 characters. Put spaces between operators.")
                .satisfies(error -> assertThat(error.position()).isEqualTo(7));
    }

    @Test
    void shouldLimitTheStatementsOfABatch() {
        String most = "select 1;".repeat(SqlLimits.MAX_STATEMENTS);
        assertThat(StatementParser.parse(most + ";;")).hasSize(SqlLimits.MAX_STATEMENTS);
        assertRefused(
                SqlState.LIMIT_EXCEEDED,
                most.length(),
                "The text has more than 100 statements. Send them in several texts.",
                () -> StatementParser.parse(most + "select 1"));
        assertThat(StatementParser.parse("select 1;select 2", 2)).hasSize(2);
        assertFails(SqlException.class, () -> StatementParser.parse("select 1;select 2", 1))
                .hasMessage("The text has more than 1 statements. Send them in several texts.");
        assertThat(StatementParser.parse(filled("", ";"))).isEmpty();
    }

    @Test
    void shouldLimitThePartsOfEachStatementAlone() {
        String statement = "select a" + ",a".repeat(SqlLimits.MAX_NODES - 2) + ";";
        assertThat(StatementParser.parse(statement.repeat(3))).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "-1", "'a'"})
    void shouldTakeTenThousandValuesOfIn(String value) {
        String most = value + ("," + value).repeat(SqlLimits.MAX_LIST_VALUES - 1);
        assertThat(StatementParser.parse("select a from t where a in (" + most + ")"))
                .hasSize(1);
        String open = "select a from t where a in (" + most + ",";
        refuse(open + "1)", open.length(), "A list has more than 10000 values. List fewer.");
    }

    /** The binder and the hash of what it makes walk through the tree recursively, as others will. */
    @ParameterizedTest
    @ValueSource(strings = {" + a", " * (a + a)", " - a % 2", "::int", " || 'a'"})
    void shouldNotOverflowTheStackWithTheHighestTree(String link) throws InterruptedException {
        String text = "a" + link.repeat(SqlLimits.MAX_HEIGHT - 3);
        AtomicReference<Object> result = new AtomicReference<>();
        Thread thread = new Thread(null, () -> result.set(bound(text)), "highest tree", STACK_BYTES);
        thread.start();
        thread.join();
        assertThat(result.get()).isInstanceOf(Integer.class);
    }

    private static Object bound(String text) {
        try {
            Expression expression = ExpressionParser.parse(text);
            Binder binder = new Binder(new NamedColumns(List.of(Column.of("a", SqlType.INTEGER, 0)), Map.of()));
            return expression.hashCode() + binder.bind(expression).hashCode();
        } catch (SqlException | StackOverflowError wrong) {
            return wrong;
        }
    }
}
