package dev.aimonflink.query.compute.scan;

import com.sun.management.ThreadMXBean;
import dev.aimonflink.matrix.kernel.KernelChoice;
import dev.aimonflink.matrix.kernel.Primitives;
import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.query.compute.program.ArrayColumns;
import dev.aimonflink.query.compute.program.NoVectorsException;
import dev.aimonflink.query.compute.program.RandomTable;
import dev.aimonflink.query.compute.program.VectorColumn;
import dev.aimonflink.query.compute.scan.VectorScan.Outcome;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.testing.Scale;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Compares scans with lists of what the row evaluator computes. */
@Tag("compiled")
class VectorScanTest {
    private static final int QUERIES = Scale.times(60);
    private static final int MAX_BATCHES = 3;
    private static final VectorLimits LIMITS = new VectorLimits(100_000, 100_000);

    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);

    private Primitives primitives() {
        return random.nextBoolean() ? KernelChoice.chosen().kernels() : new ScalarKernels();
    }

    @Test
    void shouldComputeWhatTheEvaluatorGivesOfEachRow() {
        int opened = 0;
        int groups = 0;
        int refused = 0;
        for (int i = 0; i < QUERIES; i++) {
            // The first batch decides nothing: each next one may be of the other width.
            ArrayColumns columns = new RandomTable(random, 1, true).columns;
            List<String> texts = new ArrayList<>();
            VectorQuery query = query(new RandomTable(random, 1, true), columns, texts);
            String which = "seed=%d, query=%d: %s".formatted(seed, i, texts);
            VectorScan scan = opened(query, columns);
            if (scan == null) {
                continue;
            }
            PlainScan plain = new PlainScan(query);
            boolean wereTaken = true;
            try {
                for (int batch = random.nextInt(MAX_BATCHES); batch >= 0; batch--) {
                    int rows = random.nextInt(batch == 0 ? 9_000 : 300);
                    RandomTable cells = new RandomTable(random, rows, random.nextBoolean());
                    columns.setAll(cells.columns);
                    scan.beginBatch();
                    for (int from = 0; from < rows; ) {
                        int some = Math.min(rows - from, 1 + random.nextInt(scan.rowsAtOnce()));
                        wereTaken &= scan.take(from, some) == Outcome.TAKEN;
                        from += some;
                    }
                    plain.take(columns, rows);
                }
            } catch (SqlException ofSomeRow) {
                assertThat(wereTaken).as(which).isFalse();
            }
            if (!wereTaken) {
                refused++;
                continue;
            }
            opened++;
            assertThat(PlainScan.groups(query, scan)).as(which).isEqualTo(plain.groups());
            groups += plain.groups().size();
        }
        assertThat(opened).as("seed %d", seed).isGreaterThan(QUERIES / 3);
        assertThat(groups).as("seed %d", seed).isGreaterThan(QUERIES);
        assertThat(refused).as("seed %d", seed).isPositive();
    }

    private VectorScan opened(VectorQuery query, ArrayColumns columns) {
        try {
            return new VectorScan(query, columns, primitives(), LIMITS);
        } catch (NoVectorsException rowByRow) {
            return null;
        }
    }

    private VectorQuery query(RandomTable texts, ArrayColumns columns, List<String> shown) {
        return random.nextInt(4) == 0 ? plainQuery(texts, columns, shown) : anyQuery(texts, columns, shown);
    }

    /** Counts and sums, or extremes, of the same rows, which loops compute together. */
    private VectorQuery plainQuery(RandomTable texts, ArrayColumns columns, List<String> shown) {
        List<String> conditions = IntStream.range(0, random.nextInt(4))
                .mapToObj(each -> texts.oneOf(
                        "n > 5",
                        "n between 9 and 200",
                        "i < 9",
                        "tier <> 'gold'",
                        "tier = 'basic'",
                        "tier is not null",
                        "city > 'Bern'",
                        "city is not null",
                        "online",
                        "n <> 7",
                        "big > 2",
                        "i + n > 50"))
                .toList();
        shown.add("where " + conditions);
        List<AggregateFunction> functions = random.nextInt(4) == 0
                ? List.of(AggregateFunction.MAX, AggregateFunction.MIN, AggregateFunction.SUM)
                : List.of(AggregateFunction.SUM, AggregateFunction.AVG);
        List<AggregateCall> calls = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            AggregateFunction function = functions.get(random.nextInt(functions.size()));
            shown.add(function.toString());
            calls.add(PlainScan.aggregate(
                    function, false, null, bound(texts.oneOf("n", "n", "cost", "big", "n + 1"), columns, shown)));
        }
        if (random.nextInt(4) == 0) {
            shown.add("and the rows of an extreme");
            boolean isMax = random.nextBoolean();
            calls.add(PlainScan.aggregate(
                    isMax ? AggregateFunction.MAX : AggregateFunction.MIN, false, null, columns.bind("top")));
            calls.add(PlainScan.aggregate(
                    isMax ? AggregateFunction.ARG_MAX : AggregateFunction.ARG_MIN,
                    false,
                    null,
                    columns.bind("n"),
                    columns.bind("top")));
        }
        if (random.nextBoolean()) {
            calls.add(random.nextInt(calls.size() + 1), PlainScan.aggregate(AggregateFunction.COUNT_ROWS, false, null));
        }
        List<Bound> keys = random.nextInt(5) == 0
                ? List.of()
                : List.of(bound(
                        texts.oneOf("tier", "city", "online", "n", "n % 7", "big", "calls", "calls"), columns, shown));
        return VectorQuery.of(
                conditions.isEmpty() ? null : columns.condition(String.join(" and ", conditions)), keys, calls);
    }

    private VectorQuery anyQuery(RandomTable texts, ArrayColumns columns, List<String> shown) {
        Bound filter = random.nextInt(4) == 0 ? null : condition(texts, columns, shown);
        List<Bound> keys = IntStream.range(0, random.nextInt(4))
                .mapToObj(each -> bound(key(texts), columns, shown))
                .toList();
        List<AggregateCall> calls = IntStream.range(0, 1 + random.nextInt(4))
                .mapToObj(each -> aggregate(texts, columns, shown))
                .toList();
        return VectorQuery.of(filter, keys, calls);
    }

    private String key(RandomTable texts) {
        return texts.oneOf(
                "city",
                "tier",
                "online",
                "n",
                "i",
                "calls",
                "top",
                "big",
                "high",
                "cost",
                "seen",
                "ratio",
                "flag",
                "upper(city)",
                "n > 100",
                "length(city)",
                "n + 1",
                "i is null",
                "coalesce(high, 5)",
                "lower(tier)",
                "n % 10",
                "i / 3",
                "big % 7",
                "case when n > 100 then 'much' when i is null then city else 'Bern' end",
                "case when n > 5 then null else 'none' end",
                "case when online then tier else 'gold' end");
    }

    private Bound condition(RandomTable texts, ArrayColumns columns, List<String> shown) {
        while (true) {
            String text =
                    texts.oneOf(texts.condition(2), texts.condition(1), "n > 290", "n > 5", "n > 1000", "100 / n > 1");
            try {
                Bound bound = columns.condition(text);
                shown.add("where " + text);
                return bound;
            } catch (SqlException mistyped) {
                // Some random texts compare different types.
            }
        }
    }

    private Bound bound(String text, ArrayColumns columns, List<String> shown) {
        shown.add(text);
        return columns.bind(text);
    }

    private AggregateCall aggregate(RandomTable texts, ArrayColumns columns, List<String> shown) {
        // What needs all rows is computed where the parts meet.
        AggregateFunction[] functions = Arrays.stream(AggregateFunction.values())
                .filter(each -> !each.isOfAllRows())
                .toArray(AggregateFunction[]::new);
        AggregateFunction function = functions[random.nextInt(functions.length)];
        shown.add(function.toString());
        Bound filter = random.nextInt(4) == 0 ? condition(texts, columns, shown) : null;
        boolean isDistinct = function == AggregateFunction.COUNT && random.nextBoolean();
        return switch (function) {
            case COUNT_ROWS -> PlainScan.aggregate(function, false, filter);
            case COUNT -> PlainScan.aggregate(function, isDistinct, filter, bound(key(texts), columns, shown));
            case PERCENTILE_DISC, PERCENTILE_CONT ->
                PlainScan.percentile(function, filter, bound(key(texts), columns, shown));
            case MIN, MAX ->
                PlainScan.aggregate(
                        function,
                        false,
                        filter,
                        bound(
                                texts.oneOf(
                                        "n",
                                        "i",
                                        "top",
                                        "high",
                                        "cost",
                                        "ratio",
                                        "seen",
                                        "tier",
                                        "n * i",
                                        "i % 8",
                                        "case when i > 3 then 'a' when n > 9 then upper(city) end"),
                                columns,
                                shown));
            case BOOL_AND, BOOL_OR ->
                PlainScan.aggregate(
                        function, false, filter, bound(texts.oneOf("n > 1", "flag", "online"), columns, shown));
            case ARG_MAX, ARG_MIN ->
                PlainScan.aggregate(
                        function,
                        false,
                        filter,
                        bound(texts.oneOf("n", "i", "high", "tier", "cost"), columns, shown),
                        bound(texts.oneOf("n", "top", "high", "cost", "ratio"), columns, shown));
            default ->
                PlainScan.aggregate(
                        function,
                        false,
                        filter,
                        bound(
                                texts.oneOf(
                                        "n",
                                        "i",
                                        "top",
                                        "big",
                                        "high",
                                        "cost",
                                        "n * i",
                                        "big * 2",
                                        "cost * n",
                                        "cost * cost",
                                        "n / 7",
                                        "1",
                                        "case when n > 5 then 1 else 0 end",
                                        "-cost"),
                                columns,
                                shown));
        };
    }

    @Test
    void shouldAllocateNothingPerVector() {
        RandomTable table = new RandomTable(random, 16_384, true);
        ArrayColumns columns = table.columns;
        VectorQuery query = VectorQuery.of(
                columns.condition("n > 5 and city <> 'Bern' and i is not null and big * high between -9 and 50"),
                List.of(columns.bind("city"), columns.bind("tier"), columns.bind("n")),
                List.of(
                        PlainScan.aggregate(AggregateFunction.COUNT_ROWS, false, null),
                        PlainScan.aggregate(
                                AggregateFunction.AVG, false, columns.condition("online"), columns.bind("cost * n")),
                        PlainScan.aggregate(AggregateFunction.MAX, false, null, columns.bind("top")),
                        PlainScan.aggregate(AggregateFunction.COUNT, true, null, columns.bind("i")),
                        PlainScan.aggregate(
                                AggregateFunction.ARG_MAX, false, null, columns.bind("n"), columns.bind("cost"))));
        VectorScan scan = new VectorScan(query, columns, new ScalarKernels(), LIMITS);
        // Until compilers have removed the objects of the way: of a JVM that has just begun, they have not seen it yet.
        long allocated = Long.MAX_VALUE;
        for (int tries = 0; allocated >= 10_000 && tries < 200; tries++) {
            allocated = allocatedByBatches(scan, table.rows);
        }
        assertThat(allocated).isLessThan(10_000);
    }

    private static long allocatedByBatches(VectorScan scan, int rows) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final long before = threads.getCurrentThreadAllocatedBytes();
        boolean wereTaken = true;
        for (int batch = 0; batch < 40; batch++) {
            scan.beginBatch();
            for (int from = 0; from < rows; from += VectorScan.MAX_ROWS) {
                wereTaken &= scan.take(from, VectorScan.MAX_ROWS) == Outcome.TAKEN;
            }
        }
        assertThat(wereTaken).isTrue();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    @Test
    void shouldGoOnAfterForgettingMoreGroupsThanTheLimit() {
        VectorLimits few = new VectorLimits(60, 1);
        for (String key : List.of("calls", "n", "city")) {
            RandomTable table = new RandomTable(random, 20_000, true);
            VectorQuery query = VectorQuery.of(
                    table.columns.condition("n <> 7"),
                    List.of(table.columns.bind(key)),
                    List.of(
                            PlainScan.aggregate(AggregateFunction.COUNT_ROWS, false, null),
                            PlainScan.aggregate(AggregateFunction.SUM, false, null, table.columns.bind("n"))));
            VectorScan scan = new VectorScan(query, table.columns, primitives(), few);
            Map<Object, Long> counts = new HashMap<>();
            Map<Object, Long> sums = new HashMap<>();
            scan.beginBatch();
            int rows = 50;
            for (int from = 0; from < table.rows; from += rows) {
                if (scan.take(from, rows) == Outcome.TOO_MANY_GROUPS) {
                    collect(scan, counts, sums);
                    scan.forget();
                    assertThat(scan.take(from, rows))
                            .as("seed %d, %s", seed, key)
                            .isEqualTo(Outcome.TAKEN);
                }
            }
            collect(scan, counts, sums);
            PlainScan plain = new PlainScan(query);
            plain.take(table.columns, table.rows);
            VectorScan unlimited = new VectorScan(query, table.columns, primitives(), LIMITS);
            unlimited.beginBatch();
            for (int from = 0; from < table.rows; from += rows) {
                assertThat(unlimited.take(from, rows)).isEqualTo(Outcome.TAKEN);
            }
            Map<Object, Long> expectedCounts = new HashMap<>();
            Map<Object, Long> expectedSums = new HashMap<>();
            collect(unlimited, expectedCounts, expectedSums);
            assertThat(PlainScan.groups(query, unlimited))
                    .as("seed %d, %s", seed, key)
                    .isEqualTo(plain.groups());
            assertThat(counts).as("seed %d, %s", seed, key).isEqualTo(expectedCounts);
            assertThat(sums).as("seed %d, %s", seed, key).isEqualTo(expectedSums);
        }
    }

    private static void collect(VectorScan scan, Map<Object, Long> counts, Map<Object, Long> sums) {
        for (int group : scan.groups()) {
            Object key = String.valueOf(scan.key(0, group));
            counts.merge(key, scan.states(0).count(group), Long::sum);
            sums.merge(key, scan.states(1).sum(group).longValueExact(), Long::sum);
        }
    }

    @Test
    void shouldRefuseMoreGroupsThanTheLimit() {
        ArrayColumns columns = new ArrayColumns();
        columns.add(
                "n", ArrayColumns.ints(SqlType.INTEGER), IntStream.range(0, 101).toArray());
        columns.add(
                "code",
                VectorColumn.ofCodes(
                        SqlType.TEXT,
                        IntStream.range(0, 100).mapToObj(i -> "" + i).toList(),
                        true),
                IntStream.range(0, 101).toArray());
        for (String key : List.of("n", "code")) {
            VectorQuery query = VectorQuery.of(null, List.of(columns.bind(key)), List.of());
            VectorScan enough = new VectorScan(query, columns, primitives(), new VectorLimits(101, 1));
            enough.beginBatch();
            assertThat(enough.take(0, 101)).isEqualTo(Outcome.TAKEN);
            assertThat(enough.groups()).hasSize(101);
            VectorScan few = new VectorScan(query, columns, primitives(), new VectorLimits(100, 1));
            few.beginBatch();
            assertThat(few.take(0, 101)).isEqualTo(Outcome.TOO_MANY_GROUPS);
        }
    }
}
