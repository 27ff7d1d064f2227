package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.plan.Output;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.Plan.Join.Kind;
import dev.aimonflink.sql.plan.Plan.SetOperation.Operation;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.type.SqlType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.aimonflink.sql.Refusal.assertRefused;
import static dev.aimonflink.sql.rows.SmallTables.aggregate;
import static dev.aimonflink.sql.rows.SmallTables.call;
import static dev.aimonflink.sql.rows.SmallTables.filter;
import static dev.aimonflink.sql.rows.SmallTables.join;
import static dev.aimonflink.sql.rows.SmallTables.limit;
import static dev.aimonflink.sql.rows.SmallTables.project;
import static dev.aimonflink.sql.rows.SmallTables.sort;
import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

/** What of the engine is more than answers: which rows it reads, what it computes, how it orders. Answers are in {@code calls-and-cities.slt}. */
class RowEngineTest {
    private final SmallTables tables = new SmallTables();
    private final Plan calls =
            tables.add("calls", "caller int, zip text, cents int", "1|a|10", "2|b|", "3||30", "4|a|40", "|c|50");
    private final Plan cities = tables.add("cities", "code text, city text", "a|Bern", "b|Basel", "b|Chur", "|none");

    @Test
    void shouldGiveTheOutputsOfThePlan() {
        RowEngine.RowAnswer answer = RowEngine.run(
                new PlannedQuery(project(calls, "euros:cents / 100.0"), List.of()),
                tables,
                SmallTables.LIMITS,
                StopCheck.NEVER);
        assertThat(answer.outputs()).containsExactly(new Output("euros", SqlType.NUMERIC));
        assertThat(answer.rows()).hasSize(5);
    }

    @Test
    void shouldReadNothingForAConditionThatNoRowCanMeet() {
        assertThat(tables.run(filter(calls, "1 = 0"))).isEmpty();
        assertThat(tables.rowsRead()).isZero();
    }

    @Test
    void shouldNotComputeAKeyOfRowsThatTheConditionBeforeItLeavesOut() {
        Plan divisors = tables.add("divisors", "n int", "0", "5");
        Plan left = join(Kind.LEFT, divisors, calls, "n <> 0 and 50 / n = cents");
        assertThat(tables.run(left)).containsExactly("0|||", "5|1|a|10");
    }

    @Test
    void shouldNotConvertAKeyOfRowsThatTheConditionBeforeItLeavesOut() {
        Plan numbers = tables.add("numbers", "n numeric", "1e400", "2.0");
        Plan doubles = tables.add("doubles", "d double", "2", "3");
        Plan left = join(Kind.LEFT, numbers, doubles, "n < 10 and n::double precision = d");
        assertThat(tables.run(project(left, "small:n < 10", "d:d"))).containsExactly("false|", "true|2.0");
    }

    @Test
    void shouldHaveOneGroupOfNoRowsOnlyWithoutGroupBy() {
        Plan none = filter(calls, "cents < 0");
        Plan all = aggregate(
                none,
                "",
                call(none, AggregateFunction.COUNT_ROWS, SqlType.BIGINT, ""),
                call(none, AggregateFunction.COUNT, SqlType.BIGINT, "cents"),
                call(none, AggregateFunction.SUM, SqlType.BIGINT, "cents"),
                call(none, AggregateFunction.MAX, SqlType.INTEGER, "cents"));
        assertThat(tables.run(all)).containsExactly("0|0||");
        assertThat(tables.run(aggregate(none, "zip", call(none, AggregateFunction.COUNT, SqlType.BIGINT, "cents"))))
                .isEmpty();
        assertThat(tables.run(new Plan.Aggregate(none, true, List.of(), List.of())))
                .isEmpty();
    }

    @Test
    void shouldGroupNumbersThatAreEqualAndShowTheFirst() {
        Plan numbers = tables.add(
                "numbers", "n numeric, d double", "1.0|-0", "1.00|0", "1|NaN", "10|NaN", "1E1|Infinity", "0.00|1");
        Plan count = aggregate(numbers, "n", call(numbers, AggregateFunction.COUNT_ROWS, SqlType.BIGINT, ""));
        assertThat(tables.run(count)).containsExactly("0.00|1", "1.0|3", "10|2");
        Plan ofDoubles = aggregate(numbers, "d", call(numbers, AggregateFunction.COUNT_ROWS, SqlType.BIGINT, ""));
        assertThat(tables.run(ofDoubles)).containsExactly("-0.0|2", "1.0|1", "Infinity|1", "NaN|2");
    }

    @Test
    void shouldGiveEqualRowsOnce() {
        Plan pairs = tables.add("pairs", "a numeric, b text", "1.0|", "1.00|", "|x", "|x", "1|y");
        assertThat(tables.run(new Plan.Distinct(pairs))).containsExactly("1.0|", "|x", "1|y");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            cents|1 3 4 c 2
            cents nulls first|2 1 3 4 c
            cents desc nulls first|2 c 4 3 1
            cents desc nulls last|c 4 3 1 2
            zip|1 4 2 c 3
            zip desc nulls first|3 c 2 1 4
            cents % 20|4 1 3 c 2
            """)
    void shouldSortAndLeaveEqualRowsInTheirOrder(String term, String callers) {
        Plan sorted = project(sort(calls, term), "caller:coalesce(caller::text, 'c')");
        assertThat(String.join(" ", tables.run(sorted))).isEqualTo(callers);
    }

    @Test
    void shouldSortTextsByTheirBytesLabelsByTheirPlaceAndNaNLast() {
        Plan values = tables.add(
                "values",
                "t text, m merchant, d double",
                "\uD83D\uDE00|TRAVEL|NaN",
                "\uFFFD|FOOD|Infinity",
                "a|FUEL|-1",
                "B|FOOD|2");
        assertThat(tables.run(project(sort(values, "t"), "t:t"))).containsExactly("B", "a", "\uFFFD", "\uD83D\uDE00");
        assertThat(tables.run(project(sort(values, "m"), "m:m"))).containsExactly("FUEL", "FOOD", "FOOD", "TRAVEL");
        assertThat(tables.run(project(sort(values, "d desc nulls first"), "d:d")))
                .containsExactly("NaN", "Infinity", "2.0", "-1.0");
    }

    @Test
    void shouldReadNoRowBeyondALimit() {
        tables.run(limit(project(calls, "caller:caller"), 2L, 1L));
        assertThat(tables.rowsRead()).isEqualTo(3);
        tables.run(limit(aggregate(calls, "zip"), 0L, null));
        assertThat(tables.rowsRead()).isEqualTo(3);
    }

    @Test
    void shouldTakeANullForNoLimit() {
        Bound nothing = new Bound.Constant(null, SqlType.BIGINT, 3);
        assertThat(tables.run(new Plan.Limit(cities, nothing, nothing))).hasSize(4);
    }

    @Test
    void shouldRejectANegativeLimitAndOffset() {
        assertFails(SqlException.class, () -> tables.run(limit(cities, -1L, null)))
                .hasMessage("The number of LIMIT is -1. Give one from 0 on.")
                .satisfies(error -> assertThat(error.state().code()).isEqualTo("2201W"))
                .satisfies(error -> assertThat(error.position()).isEqualTo(3));
        assertRefused(
                "2201X", "The number of OFFSET is -5. Give one from 0 on.", () -> tables.run(limit(cities, null, -5L)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            UNION|true|1.0 1 2 2 _ 1 2 3 _ _
            UNION|false|1.0 2 _ 3
            INTERSECT|true|1.0 2 _
            INTERSECT|false|1.0 2 _
            EXCEPT|true|1 2
            EXCEPT|false|''
            """)
    void shouldPutTheRowsOfTwoPlansTogether(Operation operation, boolean isAll, String expected) {
        Plan left = tables.add("left", "a numeric", "1.0", "1", "2", "2", "");
        Plan right = tables.add("right", "a numeric", "1", "2", "3", "", "");
        assertThat(tables.run(new Plan.SetOperation(operation, isAll, left, right)).stream()
                        .map(row -> row.isEmpty() ? "_" : row))
                .isEqualTo(expected.isEmpty() ? List.of() : List.of(expected.split(" ")));
    }
}
