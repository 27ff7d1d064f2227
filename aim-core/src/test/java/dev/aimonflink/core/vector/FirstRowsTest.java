package dev.aimonflink.core.vector;

import dev.aimonflink.core.kernel.KernelChoice;
import dev.aimonflink.core.kernel.Primitives;
import dev.aimonflink.core.kernel.ScalarKernels;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.SqlType;
import dev.aimonflink.sql.rows.Order;
import dev.aimonflink.sql.rows.RowEvaluator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Compares the first rows of those that a filter leaves with the first rows of all. */
class FirstRowsTest {
    private static final int QUERIES = 400;
    private static final int MAX_BATCHES = 3;

    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);

    private Primitives primitives() {
        return (random.nextBoolean() ? KernelChoice.chosen().kernels() : new ScalarKernels()).primitives();
    }

    /** Different rows in their order, with how often they occur: the first key, and a number that ties are broken by. */
    private static final class Kept {
        private final FirstRows first;
        private final TreeMap<Object[], Integer> rows;

        Kept(FirstRows first) {
            this.first = first;
            Comparator<Object> byValue =
                    (a, b) -> Order.compare(a, b, first.key().type());
            Comparator<Object> byKey = first.isDescending() ? byValue.reversed() : byValue;
            Comparator<Object> nulls = first.nullsFirst() ? Comparator.nullsFirst(byKey) : Comparator.nullsLast(byKey);
            rows = new TreeMap<>(
                    Comparator.<Object[], Object>comparing(row -> row[0], nulls).thenComparing(row -> (Long) row[1]));
        }

        void add(Object key, Object other) {
            rows.merge(new Object[] {key, other}, 1, Integer::sum);
            if (rows.size() > first.rows()) {
                rows.pollLastEntry();
            }
        }

        boolean isFull() {
            return rows.size() == first.rows();
        }

        List<String> shown() {
            return rows.entrySet().stream()
                    .map(each -> each.getKey()[0] + ", " + each.getKey()[1] + ", " + each.getValue() + " times")
                    .toList();
        }
    }

    @Test
    void shouldLeaveTheFirstRowsOfRandomTables() {
        int compared = 0;
        long left = 0;
        long all = 0;
        for (int i = 0; i < QUERIES; i++) {
            ArrayColumns columns = new RandomTable(random, 1, true).columns;
            RandomTable texts = new RandomTable(random, 1, true);
            String key = random.nextInt(3) == 0
                    ? texts.number(2)
                    : texts.oneOf(
                            "n",
                            "i",
                            "top",
                            "big",
                            "high",
                            "cost",
                            "city",
                            "tier",
                            "online",
                            "seen",
                            "ratio",
                            "flag",
                            "lower(city)",
                            "n > 3",
                            "upper(tier)",
                            "n * i",
                            "coalesce(high, 2)");
            String filter = random.nextInt(3) == 0 ? null : texts.condition(1);
            int most = random.nextInt(4) == 0 ? 1 + random.nextInt(3_000) : 1 + random.nextInt(20);
            String which = "seed=%d, query=%d: %s of %s, %d rows".formatted(seed, i, key, filter, most);
            Bound where;
            FirstRows first;
            VectorFilter scan;
            try {
                where = filter == null ? null : columns.condition(filter);
                first = new FirstRows(
                        List.of(columns.bind(key), columns.bind("n")),
                        random.nextBoolean(),
                        random.nextBoolean(),
                        most);
                scan = VectorFilter.open(where, first, columns, primitives());
            } catch (SqlException | NoVectorsException none) {
                continue;
            }
            Kept kept = new Kept(first);
            Kept expected = new Kept(first);
            BatchRow row = new BatchRow(columns);
            for (int batch = random.nextInt(MAX_BATCHES); batch >= 0; batch--) {
                int rows = random.nextInt(5_000);
                columns.setAll(new RandomTable(random, rows, random.nextBoolean()).columns);
                for (row.index = 0; row.index < rows; row.index++) {
                    if (where == null || Boolean.TRUE.equals(RowEvaluator.evaluate(where, row))) {
                        add(first, row, expected);
                        all++;
                    }
                }
                for (int from = 0; from < rows; from += VectorScan.MAX_ROWS) {
                    left += take(scan, first, row, from, Math.min(VectorScan.MAX_ROWS, rows - from), kept);
                }
            }
            assertThat(kept.shown()).as(which).isEqualTo(expected.shown());
            compared++;
        }
        assertThat(compared).as("seed=%d", seed).isGreaterThan(QUERIES / 2);
        assertThat(left).as("seed=%d", seed).isPositive().isLessThan(all);
    }

    /** Returns how many rows were left. */
    private static int take(VectorFilter scan, FirstRows first, BatchRow row, int from, int rows, Kept kept) {
        if (kept.isFull()) {
            scan.dropBehind(kept.rows.lastKey()[0]);
        }
        scan.select(from, rows);
        int left = 0;
        for (int k = 0; k < scan.count(); k++) {
            row.index = from + scan.position(k);
            if (scan.left().stream().allMatch(each -> Boolean.TRUE.equals(RowEvaluator.evaluate(each, row)))) {
                add(first, row, kept);
                left++;
            }
        }
        return left;
    }

    private static void add(FirstRows first, BatchRow row, Kept kept) {
        kept.add(
                RowEvaluator.evaluate(first.key(), row),
                RowEvaluator.evaluate(first.values().get(1), row));
    }

    /** However rows come: each vector may be better than all before it. */
    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void shouldLeaveFewRowsOfEachVectorInAnyOrder(boolean isDescending, boolean isAscendingData) {
        final int rows = 4 * VectorScan.MAX_ROWS;
        final int most = 20;
        long[] keys = LongStream.range(0, rows)
                .map(each -> isAscendingData ? each : -each)
                .toArray();
        ArrayColumns columns = new ArrayColumns();
        columns.add("key", VectorColumn.ofLongs(SqlType.BIGINT), keys);
        columns.add("n", VectorColumn.ofLongs(SqlType.BIGINT), keys);
        FirstRows first =
                new FirstRows(List.of(columns.bind("key"), columns.bind("n")), isDescending, isDescending, most);
        VectorFilter scan = VectorFilter.open(null, first, columns, primitives());
        Kept kept = new Kept(first);
        List<Integer> left = new ArrayList<>();
        for (int from = 0; from < rows; from += VectorScan.MAX_ROWS) {
            left.add(take(scan, first, new BatchRow(columns), from, VectorScan.MAX_ROWS, kept));
        }
        // Rows in the right order are dropped from the second vector on; in the reverse one, each vector leaves its
        // best ones.
        int later = isDescending == isAscendingData ? most : 0;
        assertThat(left).containsExactly(most, later, later, later);
        assertThat(kept.rows.firstKey()[0])
                .isEqualTo(
                        isDescending
                                ? max(keys)
                                : -max(LongStream.of(keys).map(each -> -each).toArray()));
    }

    private static long max(long[] numbers) {
        return LongStream.of(numbers).max().orElseThrow();
    }

    @Test
    void shouldLeaveNoRowBehindTheLastOneWhereCellsAreNarrow() {
        ArrayColumns columns = new ArrayColumns();
        columns.add("key", VectorColumn.ofLongs(SqlType.BIGINT).withEmpty(Long.MIN_VALUE), new int[] {
            Integer.MIN_VALUE, 5, Integer.MAX_VALUE
        });
        FirstRows first = new FirstRows(List.of(columns.bind("key")), true, false, 1);
        VectorFilter scan = VectorFilter.open(null, first, columns, primitives());

        scan.dropBehind(1L << 40);
        scan.select(0, 3);
        assertThat(scan.count()).isZero();
        scan.dropBehind(-(1L << 40));
        scan.select(0, 3);
        assertThat(IntStream.range(0, scan.count()).map(scan::position)).containsExactly(2);
        scan.dropBehind(null);
        scan.select(0, 3);
        assertThat(scan.count()).isEqualTo(1);
    }

    @Test
    void shouldRefuseValuesThatMayFailInRowsThatAreDropped() {
        ArrayColumns columns = new RandomTable(random, 1, true).columns;
        for (String failing : List.of("100 / n", "big + high", "ratio * 2")) {
            FirstRows first = new FirstRows(List.of(columns.bind("n"), columns.bind(failing)), false, false, 1);
            assertThatThrownBy(() -> VectorFilter.open(null, first, columns, primitives()))
                    .as(failing)
                    .isInstanceOf(NoVectorsException.class);
        }
        FirstRows first = new FirstRows(List.of(columns.bind("n")), false, false, 1);
        assertThatThrownBy(() -> VectorFilter.open(columns.condition("100 / n > 1"), first, columns, primitives()))
                .isInstanceOf(NoVectorsException.class)
                .hasMessage("the operator / has no vectors");
        FirstRows same = new FirstRows(List.of(columns.bind("1 + 1")), false, false, 1);
        assertThatThrownBy(() -> VectorFilter.open(null, same, columns, primitives()))
                .isInstanceOf(NoVectorsException.class)
                .hasMessage("the first key is the same in every row");
    }
}
