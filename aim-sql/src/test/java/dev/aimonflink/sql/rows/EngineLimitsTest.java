package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.WindowFunction;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.Plan.Join.Kind;
import dev.aimonflink.sql.plan.Plan.SetOperation.Operation;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.plan.WindowCall;
import dev.aimonflink.sql.type.SqlType;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static dev.aimonflink.sql.Refusal.assertRefused;
import static dev.aimonflink.sql.rows.SmallTables.aggregate;
import static dev.aimonflink.sql.rows.SmallTables.call;
import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class EngineLimitsTest {
    private static final SmallTables TABLES = new SmallTables();
    private static final Plan FIVE = TABLES.add("five", "n int", "1", "2", "3", "4", "5");
    private static final Plan ALSO_FIVE = TABLES.add("also_five", "m int", "1", "2", "3", "4", "5");

    private static List<String> run(Plan plan, EngineLimits limits) {
        return TABLES.run(new PlannedQuery(plan, List.of()), limits, StopCheck.NEVER);
    }

    private static void assertExceeds(Plan plan, EngineLimits limits, String message) {
        assertRefused("54000", message, () -> run(plan, limits));
    }

    @Test
    void shouldReturnAsManyRowsAsAreAllowed() {
        assertThat(run(FIVE, new EngineLimits(0, 0, 5))).hasSize(5);
        assertExceeds(
                FIVE,
                new EngineLimits(0, 0, 4),
                "The answer has more than 4 rows. Add LIMIT 4, filter rows with WHERE, or raise the limit: maxRowsReturned.");
    }

    @Test
    void shouldMakeAsManyGroupsAsAreAllowed() {
        Plan groups = aggregate(FIVE, "n");
        assertThat(run(groups, new EngineLimits(5, 0, 5))).hasSize(5);
        assertExceeds(
                groups,
                new EngineLimits(4, 0, 5),
                "The query has more than 4 groups. Group by fewer columns, filter rows with WHERE, or raise the limit: maxGroups.");
    }

    static Stream<Arguments> shouldKeepAsManyRowsAsAreAllowed() {
        AggregateCall count = call(FIVE, AggregateFunction.COUNT, SqlType.BIGINT, "n");
        AggregateCall median = SmallTables.ordered(
                call(FIVE, AggregateFunction.PERCENTILE_DISC, SqlType.INTEGER, "0.5"), SmallTables.term(FIVE, "n"));
        WindowCall rowNumber =
                new WindowCall(WindowFunction.ROW_NUMBER, List.of(), null, List.of(), List.of(), null, 0);
        return Stream.of(
                Arguments.of("sort", SmallTables.sort(FIVE, "n")),
                Arguments.of("distinct", new Plan.Distinct(FIVE)),
                Arguments.of("window", new Plan.Window(FIVE, List.of(rowNumber))),
                Arguments.of("join by a key", SmallTables.join(Kind.LEFT, FIVE, ALSO_FIVE, "n = m")),
                Arguments.of(
                        "join of each with each",
                        SmallTables.limit(SmallTables.join(Kind.INNER, FIVE, ALSO_FIVE, null), 5L, null)),
                Arguments.of("full join", SmallTables.join(Kind.FULL, FIVE, ALSO_FIVE, "n = m")),
                Arguments.of("except", new Plan.SetOperation(Operation.EXCEPT, true, FIVE, FIVE)),
                Arguments.of("count of distinct values", aggregate(FIVE, "", SmallTables.distinct(count))),
                Arguments.of("percentile", aggregate(FIVE, "", median)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void shouldKeepAsManyRowsAsAreAllowed(String what, Plan plan) {
        assertThat(run(plan, new EngineLimits(1, 5, 5))).as(what).hasSizeLessThanOrEqualTo(5);
        assertExceeds(plan, new EngineLimits(1, 4, 5), KEEPS_MORE_THAN_FOUR);
    }

    private static final String KEEPS_MORE_THAN_FOUR = "The query keeps more than 4 rows in memory to sort,"
            + " join or compare them. Filter more rows with WHERE, or raise the limit: maxRowsKept.";

    @Test
    void shouldCountTheRowsOfAllThatKeepsSome() {
        Plan sortedTwice = SmallTables.sort(SmallTables.limit(SmallTables.sort(FIVE, "n"), 3L, null), "n");
        assertThat(run(sortedTwice, new EngineLimits(0, 8, 3))).hasSize(3);
        assertExceeds(sortedTwice, new EngineLimits(0, 4, 3), KEEPS_MORE_THAN_FOUR);
    }

    @Test
    void shouldNameTheOptionsThatSayTheLimits() {
        EngineLimits.Options options = new EngineLimits.Options("option.groups", "option.kept", "option.returned");
        assertExceeds(
                FIVE,
                new EngineLimits(0, 0, 4, options),
                "The answer has more than 4 rows. Add LIMIT 4, filter rows with WHERE, or raise the limit: option.returned.");
        assertExceeds(
                SmallTables.sort(FIVE, "n"),
                new EngineLimits(0, 4, 5, options),
                KEEPS_MORE_THAN_FOUR.replace("maxRowsKept", "option.kept"));
    }

    @Test
    void shouldCountTheValuesOfASet() {
        Bound in = new Bound.InInitial(SmallTables.bind(FIVE, "n"), 0, 0);
        PlannedQuery query = new PlannedQuery(
                new Plan.Filter(FIVE, in),
                List.of(new PlannedQuery.Initial(PlannedQuery.Initial.Kind.SET, ALSO_FIVE, 0)));
        assertThat(TABLES.run(query, new EngineLimits(0, 5, 5), StopCheck.NEVER))
                .hasSize(5);
        assertFails(SqlException.class, () -> TABLES.run(query, new EngineLimits(0, 4, 5), StopCheck.NEVER))
                .hasMessage(KEEPS_MORE_THAN_FOUR);
    }

    /** In bytes of rows and their values, about; what an inner query kept for a row before is given back. */
    @Test
    void shouldTellWhatItKeeps() {
        assertThat(kept(FIVE)).isBetween(5 * 40L, 5 * 60L);
        assertThat(kept(SmallTables.sort(FIVE, "n"))).isEqualTo(2 * kept(FIVE));
        Plan perRow = new Plan.Lateral(Kind.INNER, FIVE, SmallTables.sort(ALSO_FIVE, "m"), List.of(), null);
        Plan one = SmallTables.limit(perRow, 1L, null);
        assertThat(kept(perRow) - kept(one)).as("the rows of the answer").isLessThan(25 * 60L);
    }

    private static long kept(Plan plan) {
        AtomicLong bytes = new AtomicLong();
        StopCheck keeping = new StopCheck() {
            @Override
            public void check() {}

            @Override
            public void keep(long more) {
                bytes.addAndGet(more);
            }
        };
        assertThat(TABLES.run(new PlannedQuery(plan, List.of()), new EngineLimits(5, 100, 100), keeping))
                .isNotEmpty();
        return bytes.get();
    }

    @Test
    void shouldStopBetweenRowsWhenAsked() {
        String[] rows = IntStream.range(0, 300).mapToObj(String::valueOf).toArray(String[]::new);
        SmallTables tables = new SmallTables();
        Plan a = tables.add("a", "n int", rows);
        Plan b = tables.add("b", "m int", rows);
        // All 90,000 pairs would be tried.
        Plan pairs = aggregate(
                SmallTables.join(Kind.INNER, a, b, "n * m < 0"),
                "",
                new AggregateCall(AggregateFunction.COUNT_ROWS, List.of(), false, List.of(), null, SqlType.BIGINT, 0));
        int[] asked = new int[1];
        assertThatExceptionOfType(SqlException.class)
                .isThrownBy(() -> tables.run(new PlannedQuery(pairs, List.of()), SmallTables.LIMITS, () -> {
                    if (++asked[0] == 10) {
                        throw new SqlException(SqlState.CANCELLED, 0, "The query was cancelled.");
                    }
                }))
                .withMessage("The query was cancelled.");
        assertThat(asked[0]).isEqualTo(10);
        assertThat(tables.rowsRead()).isLessThan(320);
    }

    @Test
    void shouldAskWhetherToStopBeforeTheFirstRow() {
        SmallTables tables = new SmallTables();
        Plan one = tables.add("one", "n int", "1");
        assertRefused(
                "57014",
                "The query was cancelled.",
                () -> tables.run(new PlannedQuery(one, List.of()), SmallTables.LIMITS, () -> {
                    throw new SqlException(SqlState.CANCELLED, 0, "The query was cancelled.");
                }));
        assertThat(tables.rowsRead()).isZero();
    }
}
