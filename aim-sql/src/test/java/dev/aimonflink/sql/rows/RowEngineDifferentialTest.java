package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.Order;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.Plan.SetOperation.Operation;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.plan.SortTerm;
import dev.aimonflink.sql.type.SqlType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

import static org.assertj.core.api.Assertions.assertThat;

/** The engine gives for random rows what the definitions give, written down without maps and in quadratic time. */
class RowEngineDifferentialTest {
    private static final long SEED = Long.getLong("aim.test.seed", 42);
    private static final int[] SIZES = {0, 1, 2, 40};
    private static final int COLUMNS = 8;
    private static final String[] NAMES = {"ai", "al", "an", "ad", "at", "am", "ab"};

    private final SmallTables tables = new SmallTables();
    private Random random;
    private RandomRows values;
    private long seed;

    private void start(RepetitionInfo repetition) {
        seed = SEED + repetition.getCurrentRepetition();
        random = new Random(seed);
        values = new RandomRows(random);
    }

    private Plan table() {
        return values.add(tables, "a", "a", SIZES[random.nextInt(SIZES.length)]);
    }

    private List<Object[]> rows(Plan plan) {
        List<Object[]> rows = new ArrayList<>();
        tables.rows(((Plan.Scan) plan).table()).forEach(row -> rows.add(Key.values(row, COLUMNS)));
        return rows;
    }

    private static int column(Plan plan, String name) {
        return plan.columns().stream()
                .filter(column -> column.name().equals(name))
                .findFirst()
                .orElseThrow()
                .index();
    }

    private static boolean isSame(Object left, Object right, SqlType type) {
        return (left == null || right == null) ? left == right : Order.compare(left, right, type) == 0;
    }

    @RepeatedTest(100)
    void shouldGroupRows(RepetitionInfo repetition) {
        start(repetition);
        Plan plan = table();
        List<String> keys = IntStream.range(0, 1 + random.nextInt(2))
                .mapToObj(i -> values.oneOf(NAMES))
                .toList();
        int[] columns = keys.stream().mapToInt(key -> column(plan, key)).toArray();
        List<List<Object[]>> groups = new ArrayList<>();
        for (Object[] row : rows(plan)) {
            List<Object[]> group = groups.stream()
                    .filter(each -> isSame(each.get(0), row, columns, plan))
                    .findFirst()
                    .orElseGet(() -> {
                        groups.add(new ArrayList<>());
                        return groups.get(groups.size() - 1);
                    });
            group.add(row);
        }
        List<String> expected = groups.stream()
                .map(group -> SmallTables.shown(new Object[] {
                    group.get(0)[columns[0]],
                    group.get(0)[columns[columns.length - 1]],
                    (long) group.size(),
                    sum(group, column(plan, "an"), null),
                    sum(group, column(plan, "an"), column(plan, "ab")),
                    countOfDistinct(group, column(plan, "an")),
                    leastText(group, column(plan, "at"))
                }))
                .toList();
        String twoKeys = keys.get(0) + ", " + keys.get(keys.size() - 1);
        Plan aggregate = SmallTables.aggregate(plan, twoKeys, calls(plan));
        assertThat(tables.run(aggregate))
                .as("seed %d: group by %s", seed, keys)
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    private static AggregateCall[] calls(Plan plan) {
        AggregateCall sum = SmallTables.call(plan, AggregateFunction.SUM, SqlType.NUMERIC, "an");
        AggregateCall count = SmallTables.call(plan, AggregateFunction.COUNT, SqlType.BIGINT, "an");
        return new AggregateCall[] {
            SmallTables.call(plan, AggregateFunction.COUNT_ROWS, SqlType.BIGINT, ""),
            sum,
            SmallTables.filtered(plan, sum, "ab"),
            SmallTables.distinct(count),
            SmallTables.call(plan, AggregateFunction.MIN, SqlType.TEXT, "at")
        };
    }

    private static boolean isSame(Object[] left, Object[] right, int[] columns, Plan plan) {
        return Arrays.stream(columns)
                .allMatch(column -> isSame(
                        left[column], right[column], plan.outputs().get(column).type()));
    }

    private static BigDecimal sum(List<Object[]> rows, int column, Integer filter) {
        return rows.stream()
                .filter(row -> filter == null || Boolean.TRUE.equals(row[filter]))
                .map(row -> (BigDecimal) row[column])
                .filter(Objects::nonNull)
                .reduce(BigDecimal::add)
                .orElse(null);
    }

    private static long countOfDistinct(List<Object[]> rows, int column) {
        return IntStream.range(0, rows.size())
                .filter(i -> rows.get(i)[column] != null)
                .filter(i -> rows.subList(0, i).stream()
                        .noneMatch(row -> isSame(row[column], rows.get(i)[column], SqlType.NUMERIC)))
                .count();
    }

    private static Object leastText(List<Object[]> rows, int column) {
        return rows.stream()
                .map(row -> row[column])
                .filter(Objects::nonNull)
                .min((left, right) -> Order.compare(left, right, SqlType.TEXT))
                .orElse(null);
    }

    @RepeatedTest(100)
    void shouldSortRowsAndKeepTheOrderOfEqualOnes(RepetitionInfo repetition) {
        start(repetition);
        Plan plan = table();
        String[] terms = IntStream.range(0, 1 + random.nextInt(3))
                .mapToObj(i ->
                        values.oneOf(NAMES) + values.oneOf("", " desc") + values.oneOf(" nulls first", " nulls last"))
                .toArray(String[]::new);
        Plan.Sort sort = (Plan.Sort) SmallTables.sort(plan, terms);
        RowEngine.RowAnswer answer =
                RowEngine.run(new PlannedQuery(sort, List.of()), tables, SmallTables.LIMITS, StopCheck.NEVER);
        List<Object[]> sorted = answer.rows();
        String as = "seed %d: order by %s".formatted(seed, Arrays.toString(terms));
        assertThat(sorted.stream().map(row -> row[0]))
                .as(as)
                .containsExactlyInAnyOrderElementsOf(
                        rows(plan).stream().map(row -> row[0]).toList());
        for (int i = 1; i < sorted.size(); i++) {
            int order = order(sorted.get(i - 1), sorted.get(i), sort.terms());
            boolean isInOrder = order < 0 || (order == 0 && (Long) sorted.get(i - 1)[0] < (Long) sorted.get(i)[0]);
            assertThat(isInOrder).as("%s, row %d", as, i).isTrue();
        }
    }

    private static int order(Object[] left, Object[] right, List<SortTerm> terms) {
        for (SortTerm term : terms) {
            int column = ((Bound.Field) term.value()).column().index();
            Object a = left[column];
            Object b = right[column];
            if (!isSame(a, b, term.value().type())) {
                if (a == null || b == null) {
                    return (a == null) == term.nullsFirst() ? -1 : 1;
                }
                return (Order.compare(a, b, term.value().type()) < 0) == term.isDescending() ? 1 : -1;
            }
        }
        return 0;
    }

    @RepeatedTest(100)
    void shouldCountRowsOfBothSidesInSetOperations(RepetitionInfo repetition) {
        start(repetition);
        String name = values.oneOf(NAMES);
        Plan left = SmallTables.project(table(), "x:" + name);
        Plan other = values.add(tables, "b", "a", SIZES[random.nextInt(SIZES.length)]);
        Plan right = SmallTables.project(other, "x:" + name);
        List<Object> ofLeft = firsts(left);
        List<Object> ofRight = firsts(right);
        SqlType type = left.outputs().get(0).type();
        List<Object> all = new ArrayList<>(ofLeft);
        all.addAll(ofRight);
        for (Operation operation : Operation.values()) {
            for (boolean isAll : new boolean[] {false, true}) {
                List<Object> result = firsts(new Plan.SetOperation(operation, isAll, left, right));
                String as = "seed %d: %s %s of %s".formatted(seed, operation, isAll, name);
                for (Object value : all) {
                    long expected = expected(operation, isAll, count(ofLeft, value, type), count(ofRight, value, type));
                    assertThat(count(result, value, type))
                            .as("%s, %s", as, value)
                            .isEqualTo(expected);
                }
                assertThat(result).as(as).allMatch(value -> count(all, value, type) > 0);
            }
        }
        List<Object> distinct = firsts(new Plan.Distinct(left));
        assertThat(ofLeft).as("seed %d", seed).allMatch(value -> count(distinct, value, type) == 1);
    }

    private static long expected(Operation operation, boolean isAll, long left, long right) {
        long ofAll =
                switch (operation) {
                    case UNION -> left + right;
                    case INTERSECT -> Math.min(left, right);
                    case EXCEPT -> isAll ? Math.max(0, left - right) : right == 0 ? left : 0;
                };
        return isAll ? ofAll : Math.min(1, ofAll);
    }

    private List<Object> firsts(Plan plan) {
        List<Object> values = new ArrayList<>();
        RowEngine.run(new PlannedQuery(plan, List.of()), tables, SmallTables.LIMITS, StopCheck.NEVER)
                .rows()
                .forEach(row -> values.add(row[0]));
        return values;
    }

    private static long count(List<Object> values, Object value, SqlType type) {
        return values.stream().filter(each -> isSame(each, value, type)).count();
    }
}
