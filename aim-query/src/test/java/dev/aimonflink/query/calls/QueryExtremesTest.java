package dev.aimonflink.query.calls;

import dev.aimonflink.matrix.calls.PlainDimensions;
import dev.aimonflink.matrix.calls.Profile;
import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.query.serve.request.AskedQuery;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Checks answers over rows that no stream of events would reach in a test's time. */
@Tag("compiled")
class QueryExtremesTest {
    private static final String CALLS = "number_of_calls_this_week";
    private static final String LOCAL_CALLS = "number_of_local_calls_this_week";
    private static final String DURATION = "total_duration_this_week";
    private static final String LOCAL_DURATION = "total_duration_of_local_calls_this_week";
    private static final String COST = "total_cost_this_week";
    private static final String LONGEST_LOCAL_TODAY = "longest_duration_of_local_calls_this_day";

    private static CraftedMatrix matrix(int partitions) {
        return new CraftedMatrix(partitions, PlainDimensions.benchmark());
    }

    private static Profile swiss(long subscriberId) {
        return new Profile(subscriberId, "CH-8000", 0, 0, 2);
    }

    private static List<List<Object>> ask(CraftedMatrix matrix, String query, Object... namesAndValues) {
        Map<String, Object> params = new TreeMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            params.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return matrix.ask(new AskedQuery(query, params));
    }

    // ---- q3

    private static void assertLowestHundred(int first, int last, int partitions, long seed) {
        assertLowestHundred(first, last, 2, Integer.MAX_VALUE, partitions, seed);
    }

    /**
     * Asks over rows with numbers of calls from a range, some of each, in a random order and over all partitions.
     *
     * @param wideFrom the first of a block's number of rows whose costs exceed 32 bits
     */
    private static void assertLowestHundred(
            int first, int last, int rowsOfEach, int wideFrom, int partitions, long seed) {
        Random random = new Random(seed);
        List<Integer> calls = new ArrayList<>();
        for (int i = first; i <= last; i++) {
            calls.addAll(Collections.nCopies(rowsOfEach, i));
        }
        Collections.shuffle(calls, random);
        CraftedMatrix matrix = matrix(partitions);
        long[][] sums = new long[last - first + 1][2];
        for (int i = 0; i < calls.size(); i++) {
            boolean wide = i >= wideFrom && i < wideFrom + Block.ROWS;
            long cents = random.nextInt(1_000_000) + (wide ? 1L << 40 : 0);
            long seconds = 1L + random.nextInt(1_000_000);
            sums[calls.get(i) - first][0] += cents;
            sums[calls.get(i) - first][1] += seconds;
            matrix.row(
                    random.nextInt(partitions),
                    i,
                    null,
                    Map.of(CALLS, (long) calls.get(i), COST, cents, DURATION, seconds));
        }
        List<List<Object>> expected = new ArrayList<>();
        for (int group = 0; group < Math.min(100, sums.length); group++) {
            expected.add(List.of((long) first + group, sums[group][0] / (100.0 * sums[group][1])));
        }
        assertThat(ask(matrix, "q3")).as("seed=%d", seed).isEqualTo(expected);
    }

    @Test
    void shouldShowTheHundredLowestGroups() {
        assertLowestHundred(0, 98, 1, 1);
        assertLowestHundred(0, 99, 2, 2);
        assertLowestHundred(0, 100, 3, 3);
    }

    @Test
    void shouldShowTheHundredLowestGroupsOfManyLargeNumbers() {
        assertLowestHundred(980, 1500, 1, 4);
        assertLowestHundred(5000, 6500, 1, 5);
        assertLowestHundred(5000, 6500, 3, 6);
        assertLowestHundred(Integer.MAX_VALUE - 600, Integer.MAX_VALUE - 1, 2, 7);
    }

    @Test
    void shouldShowTheHundredLowestGroupsOverNarrowAndWideCosts() {
        assertLowestHundred(0, 1500, 8, Block.ROWS, 1, 8);
        assertLowestHundred(1000, 2500, 8, Block.ROWS, 1, 9);
        assertLowestHundred(5000, 6500, 8, 0, 2, 10);
    }

    // ---- q3, q5, q7 at the largest longs

    /** Rows of one group, region and value type: a narrow block, a wide one, and one of the largest long alone. */
    @Test
    void shouldAddUpCostsThatExceed64BitsTogether() {
        long seed = 12;
        Random random = new Random(seed);
        CraftedMatrix matrix = matrix(2);
        BigInteger cents = BigInteger.ZERO;
        BigInteger centsAbroad = BigInteger.ZERO;
        long seconds = 0;
        for (int i = 0; i < Block.ROWS + 300; i++) {
            boolean isNarrow = i < Block.ROWS;
            boolean isAlone = i >= Block.ROWS + 200;
            long cost = isNarrow ? random.nextInt() : isAlone ? Long.MAX_VALUE : Long.MAX_VALUE - random.nextInt(9);
            long costAbroad = isNarrow ? random.nextInt(9) : isAlone ? Long.MIN_VALUE : -cost;
            cents = cents.add(BigInteger.valueOf(cost));
            centsAbroad = centsAbroad.add(BigInteger.valueOf(costAbroad));
            seconds += Integer.MAX_VALUE;
            matrix.row(
                    isAlone ? 1 : 0,
                    i,
                    new Profile(i, "CH-8000", 3, 0, 2),
                    Map.of(
                            CALLS,
                            1L,
                            DURATION,
                            (long) Integer.MAX_VALUE,
                            COST,
                            cost,
                            "total_cost_of_local_calls_this_week",
                            cost,
                            "total_cost_of_long_distance_calls_this_week",
                            costAbroad));
        }
        assertThat(ask(matrix, "q5"))
                .as("seed=%d", seed)
                .isEqualTo(List.of(List.of("EUROPE", new BigDecimal(cents, 2), new BigDecimal(centsAbroad, 2))));
        assertThat(ask(matrix, "q7"))
                .as("seed=%d", seed)
                .isEqualTo(List.of(List.of(cents.doubleValue() / (100.0 * seconds))));
    }

    @Test
    void shouldAddUpCostsOfAGroupThatExceed64BitsTogether() {
        CraftedMatrix matrix = matrix(2);
        for (int i = 0; i < 6; i++) {
            matrix.row(i % 2, i, null, Map.of(CALLS, i < 4 ? 7L : 7000L, COST, Long.MAX_VALUE, DURATION, 1L));
        }
        double most = Long.MAX_VALUE;
        assertThat(ask(matrix, "q3")).isEqualTo(List.of(List.of(7L, most / 100), List.of(7000L, most / 100)));
    }

    // ---- w3, q1, q4 at the largest ints

    @Test
    void shouldCompareWithNumbersThatNoIntHolds() {
        CraftedMatrix matrix = matrix(1);
        long max = Integer.MAX_VALUE;
        matrix.row(0, 1, swiss(1), Map.of(CALLS, max, LOCAL_CALLS, max, DURATION, max, LOCAL_DURATION, max));
        assertThat(ask(matrix, "w3", "beta", max)).isEqualTo(List.of(Arrays.asList(null, null)));
        assertThat(ask(matrix, "w3", "beta", max + 1)).isEqualTo(List.of(List.of(max, max)));
        assertThat(ask(matrix, "w3", "beta", Long.MAX_VALUE)).isEqualTo(List.of(List.of(max, max)));
        assertThat(ask(matrix, "w3", "beta", Long.MIN_VALUE)).isEqualTo(List.of(Arrays.asList(null, null)));
        assertThat(ask(matrix, "q1", "alpha", max - 1)).isEqualTo(List.of(List.of((double) max)));
        assertThat(ask(matrix, "q1", "alpha", max)).isEqualTo(List.of(Arrays.asList((Object) null)));
        assertThat(ask(matrix, "q1", "alpha", Long.MAX_VALUE)).isEqualTo(List.of(Arrays.asList((Object) null)));
        assertThat(ask(matrix, "q1", "alpha", Long.MIN_VALUE)).isEqualTo(List.of(List.of((double) max)));
        assertThat(ask(matrix, "q4", "gamma", max - 1, "delta", max - 1))
                .isEqualTo(List.of(List.of("Zurich", (double) max, max)));
        assertThat(ask(matrix, "q4", "gamma", 0L, "delta", Long.MAX_VALUE)).isEmpty();
        assertThat(ask(matrix, "q4", "gamma", Long.MAX_VALUE, "delta", 0L)).isEmpty();
    }

    // ---- flat_rate

    private static List<Object> cheapest(long... centsAndSeconds) {
        CraftedMatrix matrix = matrix(2);
        for (int i = 0; i < centsAndSeconds.length; i += 2) {
            matrix.row(
                    i / 2 % 2, i / 2, swiss(i / 2), Map.of(COST, centsAndSeconds[i], DURATION, centsAndSeconds[i + 1]));
        }
        return ask(matrix, "flat_rate").get(0);
    }

    @Test
    void shouldCompareRatiosWhoseProductsNoLongHolds() {
        long max = Long.MAX_VALUE;
        int seconds = Integer.MAX_VALUE;
        assertThat(cheapest(max, seconds, max - 1, seconds).get(0)).isEqualTo(1L);
        assertThat(cheapest(max - 1, seconds, max, seconds).get(0)).isEqualTo(0L);
        assertThat(cheapest(max, seconds - 1, max, seconds).get(0)).isEqualTo(1L);
        assertThat(cheapest(max, seconds, 1, 1).get(0)).isEqualTo(1L);
        assertThat(cheapest(max, seconds, max, seconds).get(0)).as("a tie").isEqualTo(0L);
    }

    @Test
    void shouldCompareRatiosExactly() {
        long seed = 11;
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            long[] centsAndSeconds = new long[8];
            int best = 0;
            long scale = 1L << random.nextInt(63);
            for (int i = 0; i < centsAndSeconds.length; i += 2) {
                centsAndSeconds[i] = Math.floorMod(random.nextLong(), scale);
                centsAndSeconds[i + 1] = 1L + random.nextInt(random.nextBoolean() ? 3 : Integer.MAX_VALUE - 1);
                if (product(centsAndSeconds[i], centsAndSeconds[best + 1])
                                .compareTo(product(centsAndSeconds[best], centsAndSeconds[i + 1]))
                        < 0) {
                    best = i;
                }
            }
            assertThat(cheapest(centsAndSeconds).get(0))
                    .as("%s, seed=%d", Arrays.toString(centsAndSeconds), seed)
                    .isEqualTo((long) best / 2);
        }
    }

    @Test
    void shouldGiveTiesOfRatiosToTheLowestId() {
        CraftedMatrix matrix = matrix(2);
        matrix.row(0, 3, swiss(3), Map.of(COST, 10L, DURATION, 2L));
        matrix.row(0, 1, swiss(1), Map.of(COST, 5L, DURATION, 1L));
        matrix.row(0, 2, swiss(2), Map.of(COST, 20L, DURATION, 4L));
        assertThat(ask(matrix, "flat_rate").get(0).get(0))
                .as("within a partition")
                .isEqualTo(1L);
        matrix.row(1, -4, swiss(-4), Map.of(COST, 15L, DURATION, 3L));
        assertThat(ask(matrix, "flat_rate").get(0).get(0))
                .as("across partitions")
                .isEqualTo(-4L);
        matrix.row(0, -5, swiss(-5), Map.of(COST, 51L, DURATION, 10L));
        assertThat(ask(matrix, "flat_rate").get(0).get(0))
                .as("a lower id that costs more")
                .isEqualTo(-4L);
    }

    private static BigInteger product(long a, long b) {
        return BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
    }

    // ---- q6

    @Test
    void shouldGiveTiesOfTheLongestCallToTheLowestIdAcrossBlocksAndPartitions() {
        for (int winner : new int[] {0, 1, Block.ROWS - 1, Block.ROWS, 2 * Block.ROWS}) {
            for (int partition = 0; partition < 2; partition++) {
                CraftedMatrix matrix = matrix(2);
                for (int row = 0; row <= 2 * Block.ROWS; row++) {
                    long id = row == winner ? -5 : 10_000 + row * 7919L % 8209;
                    long otherId = 100_000L + row;
                    matrix.row(partition, id, swiss(id), Map.of(LONGEST_LOCAL_TODAY, 70L));
                    matrix.row(1 - partition, otherId, swiss(otherId), Map.of(LONGEST_LOCAL_TODAY, 70L));
                }
                Profile abroad = new Profile(-9, "DE-80801", 0, 0, 0);
                matrix.row(partition, -9, abroad, Map.of(LONGEST_LOCAL_TODAY, 99L));
                matrix.row(partition, -8, null, Map.of(LONGEST_LOCAL_TODAY, 99L));
                assertThat(ask(matrix, "q6").get(0))
                        .as("row %d of partition %d", winner, partition)
                        .isEqualTo(List.of("local", "day", -5L, 70L));
            }
        }
    }

    @Test
    void shouldGiveATieOfALaterBlockToItsLowerIdThoughBothAreNegative() {
        CraftedMatrix matrix = matrix(1);
        for (int row = 0; row < Block.ROWS; row++) {
            matrix.row(0, row - 5, swiss(row), Map.of(LONGEST_LOCAL_TODAY, 70L));
        }
        matrix.row(0, -9, swiss(-9), Map.of(LONGEST_LOCAL_TODAY, 70L));
        assertThat(ask(matrix, "q6").get(0)).isEqualTo(List.of("local", "day", -9L, 70L));
    }

    @Test
    void shouldPreferALongerCallToALowerId() {
        CraftedMatrix matrix = matrix(2);
        matrix.row(0, Long.MIN_VALUE, swiss(1), Map.of(LONGEST_LOCAL_TODAY, 0L));
        matrix.row(1, Long.MAX_VALUE, swiss(2), Map.of(LONGEST_LOCAL_TODAY, 1L));
        assertThat(ask(matrix, "q6").get(0)).isEqualTo(List.of("local", "day", Long.MAX_VALUE, 1L));
    }

    @Test
    void shouldFindACallOfNoSecondsByTheHighestId() {
        CraftedMatrix matrix = matrix(2);
        matrix.row(0, Long.MAX_VALUE, swiss(1), Map.of(LONGEST_LOCAL_TODAY, 0L));
        assertThat(ask(matrix, "q6").get(0)).isEqualTo(List.of("local", "day", Long.MAX_VALUE, 0L));
    }

    // ---- verify

    @Test
    void shouldAddUpTheDifferencesOfAllBlocksAndPartitions() {
        CraftedMatrix matrix = matrix(2);
        for (int row = 0; row <= Block.ROWS; row++) {
            matrix.row(0, row, null, Map.of());
        }
        matrix.row(1, Long.MAX_VALUE, null, Map.of());
        long rows = Block.ROWS + 2;
        assertThat(ask(matrix, "verify"))
                .as("a crafted matrix stores no records")
                .isEqualTo(List.of(List.of(rows, rows)));
    }
}
