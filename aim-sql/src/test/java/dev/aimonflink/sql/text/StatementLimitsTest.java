package dev.aimonflink.sql.text;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Binder;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.Columns;
import dev.aimonflink.sql.bind.SqlType;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class StatementLimitsTest {
    /** Half of what a thread has by default. */
    private static final int STACK_BYTES = 512 * 1024;

    private static final String TOO_DEEP = "The text is nested more than 100 levels deep. Make it flatter.";
    private static final String TOO_HIGH =
            "More than 250 operators follow each other. Put parts of the row in parentheses, or use IN (...).";
    private static final String TOO_LARGE = "The text has more than 4096 parts. Make it shorter.";

    private static void refuse(String text, String message) {
        assertThatExceptionOfType(SqlException.class)
                .isThrownBy(() -> StatementParser.parse(text))
                .withMessage(message)
                .satisfies(error -> assertThat(error.state()).isEqualTo(SqlState.TOO_COMPLEX));
    }

    private static String filled(String beginning, String repeated) {
        return beginning + repeated.repeat((SqlLimits.MAX_CHARACTERS - beginning.length()) / repeated.length());
    }

    @Test
    void shouldLimitTheDepthOfQueriesAndExpressionsTogether() {
        int most = (SqlLimits.MAX_DEPTH - 2) / 2;
        assertThat(StatementParser.parse("select (".repeat(most) + "select 1" + ")".repeat(most)))
                .hasSize(1);
        refuse("select (".repeat(most + 1) + "select 1" + ")".repeat(most + 1), TOO_DEEP);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "|select (",
                "|(",
                "select |(",
                "select * from |(",
                "select * from |(select * from ",
                "with a as (|with a as (",
                "select |case ",
                "select |case when a then ",
                "select |f(",
                "select a in (|a in (",
                "select a = any (|select a = any (",
                "|select exists (",
                "select |- ",
                "select |not ",
                "select |row(",
                "select |(a, ",
                "select |cast(",
                "select |sum(a) filter (where ",
                "select |f(0) within group (order by "
            })
    void shouldEndOnALongTextOfOpenParts(String beginning, String part) {
        refuse(filled(beginning == null ? "" : beginning + " ", part + " "), TOO_DEEP);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "::int",
                " is null",
                " isnull",
                " in (1)",
                " like b",
                " between 1 and 2",
                " at time zone b",
                "+a",
                "*(a+a)",
                " and a",
                " union select a",
                " intersect all select a"
            })
    void shouldLimitRowsOfOperators(String link) {
        assertThat(StatementParser.parse("select a" + link.repeat(SqlLimits.MAX_HEIGHT - 5)))
                .hasSize(1);
        refuse("select a" + link.repeat(SqlLimits.MAX_HEIGHT), TOO_HIGH);
        refuse(filled("select a", link), TOO_HIGH);
    }

    @Test
    void shouldCountTheRowsInParenthesesToo() {
        String row = "+a".repeat(SqlLimits.MAX_HEIGHT / 2);
        assertThat(StatementParser.parse("select (a" + row + ")+(a" + row + ")+f((a" + row + "), (a" + row + "))"))
                .hasSize(1);
        refuse("select (a" + row + ")" + row, TOO_HIGH);
    }

    @Test
    void shouldLimitRowsOfJoins() {
        String join = " cross join t";
        assertThat(StatementParser.parse("select a from t" + join.repeat(SqlLimits.MAX_HEIGHT - 3)))
                .hasSize(1);
        refuse(filled("select a from t", join), TOO_HIGH);
    }

    @ParameterizedTest
    @ValueSource(strings = {"select a|,a", "select 1 from t|,t", "values (1)|,(1)", "select 1 group by f(a)|,(a,a)"})
    void shouldLimitTheParts(String text) {
        String[] parts = text.split("\\|");
        refuse(filled(parts[0], parts[1]), TOO_LARGE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"+", "+-", "*+-", "~", "@#"})
    void shouldEndOnALongTextOfOneOperator(String part) {
        assertThatExceptionOfType(SqlException.class)
                .isThrownBy(() -> StatementParser.parse(filled("select ", part)))
                .withMessage("An operator has more than 63 characters. Put spaces between operators.")
                .satisfies(error -> assertThat(error.position()).isEqualTo(7));
    }

    @Test
    void shouldLimitTheStatementsOfABatch() {
        String most = "select 1;".repeat(SqlLimits.MAX_STATEMENTS);
        assertThat(StatementParser.parse(most + ";;")).hasSize(SqlLimits.MAX_STATEMENTS);
        assertThatExceptionOfType(SqlException.class)
                .isThrownBy(() -> StatementParser.parse(most + "select 1"))
                .withMessage("The text has more than 100 statements. Send at most so many together.")
                .satisfies(error -> {
                    assertThat(error.state()).isEqualTo(SqlState.LIMIT_EXCEEDED);
                    assertThat(error.position()).isEqualTo(most.length());
                });
        assertThat(StatementParser.parse("select 1;select 2", 2)).hasSize(2);
        assertThatExceptionOfType(SqlException.class)
                .isThrownBy(() -> StatementParser.parse("select 1;select 2", 1))
                .withMessage("The text has more than 1 statements. Send at most so many together.");
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
        refuse("select a from t where a in (" + most + ",1)", "A list has more than 10000 values. List fewer.");
    }

    /** The binder and the hash of what it makes walk through the tree recursively, as others will. */
    @ParameterizedTest
    @ValueSource(strings = {" + a", " * (a + a)", " - a % 2", "::int", " || a"})
    void shouldNotOverflowTheStackWithTheHighestTree(String link) throws InterruptedException {
        String text = "a" + link.repeat(SqlLimits.MAX_HEIGHT - 3);
        AtomicReference<Object> result = new AtomicReference<>();
        Thread thread = new Thread(null, () -> result.set(shownAndBound(text)), "highest tree", STACK_BYTES);
        thread.start();
        thread.join();
        assertThat(result.get()).isInstanceOf(Integer.class);
    }

    private static Object shownAndBound(String text) {
        try {
            Expression expression = ExpressionParser.parse(text);
            Binder binder = new Binder(new Columns(List.of(Column.of("a", SqlType.INTEGER, 0))));
            return Shown.of(expression).length()
                    + expression.hashCode()
                    + binder.bind(expression).hashCode();
        } catch (SqlException | StackOverflowError wrong) {
            return wrong;
        }
    }
}
