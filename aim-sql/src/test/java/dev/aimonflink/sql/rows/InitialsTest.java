package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.Output;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.plan.PlannedQuery.Initial;
import dev.aimonflink.sql.plan.SortTerm;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.type.SqlType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.aimonflink.sql.Refusal.assertRefused;
import static dev.aimonflink.sql.rows.SmallTables.bind;
import static dev.aimonflink.sql.rows.SmallTables.filter;
import static dev.aimonflink.sql.rows.SmallTables.project;
import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

/** Queries in expressions. */
class InitialsTest {
    private final SmallTables tables = new SmallTables();
    private final Plan numbers = tables.add("numbers", "n int, s int", "1|10", "2|20", "3|", "|40");

    private static Bound initial(int index, SqlType type) {
        return new Bound.Initial(index, type, 5);
    }

    private Plan whereNIs(Bound value) {
        return new Plan.Filter(numbers, new Bound.Comparison(BinaryOperator.EQUAL, bind(numbers, "n"), value, 0));
    }

    private static Initial of(Initial.Kind kind, Plan plan) {
        return new Initial(kind, plan, 9);
    }

    @Test
    void shouldTakeTheOnlyValueOfAQuery() {
        Plan most = SmallTables.aggregate(
                numbers, "", SmallTables.call(numbers, AggregateFunction.MAX, SqlType.INTEGER, "n"));
        assertThat(tables.run(
                        new PlannedQuery(whereNIs(initial(0, SqlType.INTEGER)), List.of(of(Initial.Kind.VALUE, most)))))
                .containsExactly("3|");
    }

    @Test
    void shouldTakeNullOfAQueryWithoutRows() {
        Plan shown = new Plan.Project(
                filter(numbers, "n = 1"),
                List.of(new Bound.IsNull(initial(0, SqlType.INTEGER), 0)),
                List.of(new Output("x", SqlType.BOOLEAN)));
        assertThat(tables.run(new PlannedQuery(shown, List.of(of(Initial.Kind.VALUE, filter(numbers, "n > 5"))))))
                .containsExactly("true");
    }

    @Test
    void shouldRejectMoreThanOneRowForAValue() {
        assertRefused(
                "21000",
                9,
                "A query that stands for a value has more than one row. Add LIMIT 1, or an aggregate such as max.",
                () -> tables.run(new PlannedQuery(
                        whereNIs(initial(0, SqlType.INTEGER)), List.of(of(Initial.Kind.VALUE, numbers)))));
        assertThat(tables.rowsRead()).isEqualTo(2);
    }

    @Test
    void shouldStopAtTheFirstRowThatExists() {
        Plan all = new Plan.Filter(numbers, initial(0, SqlType.BOOLEAN));
        PlannedQuery query = new PlannedQuery(all, List.of(of(Initial.Kind.EXISTS, filter(numbers, "n = 2"))));
        assertThat(tables.run(query)).hasSize(4);
        assertThat(tables.rowsRead()).isEqualTo(2 + 4);
        assertThat(tables.run(new PlannedQuery(all, List.of(of(Initial.Kind.EXISTS, filter(numbers, "n = 9"))))))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 2|true true false _",
                "1 _|true _ _ _",
                "_ _|_ _ _ _",
                // No value at all: not even null is unknown.
                "|false false false false"
            })
    void shouldKnowThreeResultsOfIn(String values, String expected) {
        Plan set = tables.add(
                "set",
                "v int",
                values == null ? new String[0] : values.replace("_", "").split(" ", -1));
        Plan shown = new Plan.Project(
                numbers,
                List.of(new Bound.InInitial(bind(numbers, "n"), 0, 0)),
                List.of(new Output("x", SqlType.BOOLEAN)));
        assertThat(tables.run(new PlannedQuery(shown, List.of(of(Initial.Kind.SET, set)))).stream()
                        .map(row -> row.isEmpty() ? "_" : row))
                .isEqualTo(List.of(expected.split(" ")));
    }

    @Test
    void shouldUseTheValuesOfEarlierQueriesInLaterOnes() {
        Plan second = SmallTables.aggregate(
                whereNIs(initial(0, SqlType.INTEGER)),
                "",
                SmallTables.call(numbers, AggregateFunction.SUM, SqlType.BIGINT, "s"));
        Plan one = SmallTables.limit(project(numbers, "n:n + 1"), 1L, null);
        Plan shown = new Plan.Project(
                SmallTables.limit(numbers, 1L, null),
                List.of(initial(1, SqlType.BIGINT)),
                List.of(new Output("x", SqlType.BIGINT)));
        assertThat(tables.run(
                        new PlannedQuery(shown, List.of(of(Initial.Kind.VALUE, one), of(Initial.Kind.VALUE, second)))))
                .containsExactly("20");
    }

    @Test
    void shouldUseThemInEachNode() {
        Bound two = initial(0, SqlType.BIGINT);
        Bound isTwo = new Bound.Comparison(BinaryOperator.EQUAL, two, new Bound.Constant(2L, SqlType.BIGINT, 0), 0);
        Plan values = new Plan.Values(
                List.of(List.of(two), List.of(two), List.of(two)), List.of(new Output("v", SqlType.BIGINT)));
        Plan joined =
                new Plan.Join(Plan.Join.Kind.LEFT, new Plan.Distinct(values), new Plan.Limit(values, two, null), isTwo);
        Plan union = new Plan.SetOperation(Plan.SetOperation.Operation.UNION, true, joined, joined);
        AggregateCall sum =
                new AggregateCall(AggregateFunction.SUM, List.of(two), false, List.of(), isTwo, SqlType.NUMERIC, 0);
        AggregateCall median = new AggregateCall(
                AggregateFunction.PERCENTILE_DISC,
                List.of(new Bound.Constant(0.5, SqlType.DOUBLE, 0)),
                false,
                List.of(new SortTerm(two, false, false)),
                null,
                SqlType.BIGINT,
                0);
        Plan groups = new Plan.Aggregate(union, true, List.of(two), List.of(sum, median));
        Plan sorted = new Plan.Sort(new Plan.Filter(groups, isTwo), List.of(new SortTerm(two, true, false)));
        Plan one = SmallTables.limit(project(filter(numbers, "n = 2"), "n:n::bigint"), 1L, null);
        assertThat(tables.run(new PlannedQuery(sorted, List.of(of(Initial.Kind.VALUE, one)))))
                .containsExactly("2|8|2");
    }

    @Test
    void shouldFindAConstantOfAListAsTheComparisonDoes() {
        Plan all = project(
                numbers,
                "a:n in (1, 3)",
                "b:n in (1, null)",
                "c:n::numeric in (1.00, 7.5)",
                "d:n::double precision in (1, 'NaN')");
        assertThat(tables.run(all))
                .containsExactly("true|true|true|true", "false||false|false", "true||false|false", "|||");
    }

    @Test
    void shouldNotEvaluateWhatHasNoValueYet() {
        assertFails(
                        AssertionError.class,
                        () -> RowEvaluator.evaluate(new Bound.Parameter(1, SqlType.INTEGER, 4), Row.of()))
                .hasMessageStartingWith("no value for Parameter[number=1");
        assertFails(AssertionError.class, () -> RowEvaluator.evaluate(initial(0, SqlType.BOOLEAN), Row.of()))
                .hasMessageStartingWith("no value for Initial[index=0");
        Bound in = new Bound.InInitial(bind(numbers, "n"), 2, 0);
        assertFails(AssertionError.class, () -> RowEvaluator.evaluate(in, Row.of(1L)))
                .hasMessageStartingWith("no value for InInitial[operand=");
    }
}
