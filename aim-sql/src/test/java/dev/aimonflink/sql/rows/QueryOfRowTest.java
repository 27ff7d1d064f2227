package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.plan.Output;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.plan.PlannedQuery.Initial;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.type.SqlType;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.sql.rows.SmallTables.bind;
import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class QueryOfRowTest {
    private final SmallTables tables = new SmallTables();
    private final Plan rows = tables.add("rows_around", "n int", "1", "2", "1", "", "2", "1");
    private final Plan inner = tables.add("inner_rows", "m int", "1", "2", "3", "4", "5");

    private Plan below() {
        Bound outer = new Bound.Outer(0, SqlType.INTEGER, 0);
        return new Plan.Filter(inner, new Bound.Comparison(BinaryOperator.LESS, bind(inner, "m"), outer, 0));
    }

    private Plan shown(Plan around, Initial.Kind kind, Plan plan, Bound... operands) {
        SqlType type = kind == Initial.Kind.VALUE ? SqlType.INTEGER : SqlType.BOOLEAN;
        return new Plan.Project(
                around,
                List.of(new Bound.Subquery(new Initial(kind, plan, 9), List.of(operands), type, 9)),
                List.of(new Output("x", type)));
    }

    private List<String> run(Plan plan, EngineLimits limits) {
        return tables.run(new PlannedQuery(plan, List.of()), limits, StopCheck.NEVER);
    }

    @Test
    void shouldRunOnceForRowsWithTheSameValues() {
        Plan plan = shown(rows, Initial.Kind.VALUE, below(), bind(rows, "n"));
        assertThat(run(plan, SmallTables.LIMITS)).containsExactly("", "1", "", "", "1", "");
        assertThat(tables.rowsRead()).isEqualTo(6 + 3 * 5);
    }

    @Test
    void shouldRunAgainBeyondWhatIsRemembered() {
        int most = QueryOfRow.MOST_REMEMBERED;
        Plan many = tables.add(
                "many",
                "n int",
                IntStream.rangeClosed(0, most + 1)
                        .mapToObj(i -> "" + Math.min(i, most))
                        .toArray(String[]::new));
        Plan none = tables.add("none", "m int", "0");
        Plan plan = shown(many, Initial.Kind.EXISTS, none, bind(many, "n"));
        tables.run(new PlannedQuery(plan, List.of()), new EngineLimits(0, 0, 2 * most), StopCheck.NEVER);
        assertThat(tables.rowsRead()).isEqualTo(2 * (most + 2));
    }

    @Test
    void shouldRefuseASecondRowOfAValue() {
        Plan plan = shown(rows, Initial.Kind.VALUE, inner, bind(rows, "n"));
        assertFails(SqlException.class, () -> run(plan, SmallTables.LIMITS)).satisfies(error -> {
            assertThat(error.state()).isEqualTo(SqlState.TOO_MANY_ROWS);
            assertThat(error.position()).isEqualTo(9);
        });
    }

    @Test
    void shouldStopAtTheFirstEqualRow() {
        Plan plan = shown(SmallTables.limit(rows, 1L, null), Initial.Kind.SET, inner, bind(rows, "n"), bind(rows, "n"));
        assertThat(run(plan, SmallTables.LIMITS)).containsExactly("true");
        assertThat(tables.rowsRead()).isEqualTo(2);
    }

    @Test
    void shouldGiveBackTheRowsThatARunKept() {
        Plan sorted = SmallTables.limit(SmallTables.sort(below(), "m"), 1L, null);
        Plan plan = shown(rows, Initial.Kind.VALUE, sorted, bind(rows, "n"));
        assertThat(run(plan, new EngineLimits(0, 1, 6))).hasSize(6);
        assertFails(SqlException.class, () -> run(plan, new EngineLimits(0, 0, 6)))
                .satisfies(error -> assertThat(error.state()).isEqualTo(SqlState.LIMIT_EXCEEDED));
    }

    @Test
    void shouldGiveBackTheRowsThatEachLateralRunKept() {
        Plan right = SmallTables.sort(below(), "m");
        Plan lateral = new Plan.Lateral(Plan.Join.Kind.LEFT, rows, right, List.of(bind(rows, "n")), null);
        assertThat(run(lateral, new EngineLimits(0, 1, 6))).containsExactly("1|", "2|1", "1|", "|", "2|1", "1|");
        assertFails(SqlException.class, () -> run(lateral, new EngineLimits(0, 0, 6)))
                .satisfies(error -> assertThat(error.state()).isEqualTo(SqlState.LIMIT_EXCEEDED));
    }

    @Test
    void shouldRememberFewLongTexts() {
        String tooLong = "x".repeat(1 << 20);
        Plan texts = tables.add("texts", "s text", "a", tooLong, "a", tooLong, "b", "b");
        Plan one = tables.add("one", "m int", "1");
        run(shown(texts, Initial.Kind.EXISTS, one, bind(texts, "s")), SmallTables.LIMITS);
        assertThat(tables.rowsRead()).isEqualTo(6 + 4);
    }

    @Test
    void shouldAskWhetherToStopBeforeEachRun() {
        int[] asked = new int[1];
        Plan runs = shown(rows, Initial.Kind.EXISTS, below(), bind(rows, "n"));
        tables.run(new PlannedQuery(runs, List.of()), SmallTables.LIMITS, () -> asked[0]++);
        assertThat(asked[0]).isEqualTo(1 + 3);
        Plan lateral = new Plan.Lateral(Plan.Join.Kind.INNER, rows, below(), List.of(bind(rows, "n")), null);
        tables.run(new PlannedQuery(lateral, List.of()), SmallTables.LIMITS, () -> asked[0]++);
        assertThat(asked[0]).isEqualTo(1 + 3 + 1 + 6);
    }

    @Test
    void shouldNotRunAQueryThatIsNotMadeForIt() {
        Bound.InnerQuery query = new Initial(Initial.Kind.VALUE, inner, 0);
        assertFails(AssertionError.class, () -> query.value(1L))
                .hasMessageStartingWith("not made to be run: Initial[kind=VALUE");
    }
}
