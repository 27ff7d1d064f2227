package dev.aimonflink.matrix.kernel;

import dev.aimonflink.testing.Scale;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Compares both kinds of kernels with streams that compute the same. */
@Tag("compiled")
class KernelsTest {
    private static final int CAPACITY = 4096;
    private static final int CODES = 9;
    private static final int ROUNDS = Scale.times(3);

    private static final Kernels SCALAR = new ScalarKernels();
    private static final Kernels CHOSEN = KernelChoice.chosen().kernels();

    /** Cells beyond the rows hold values that would change the result. */
    private static final class Cells {
        final int[] filter = new int[CAPACITY];
        final int[] other = new int[CAPACITY];
        final int[] ints = new int[CAPACITY];
        final long[] longs = new long[CAPACITY];
        final int[] codes = new int[CAPACITY];
        final int[] groups = new int[CAPACITY];
        final long[] ids = new long[CAPACITY];

        Cells(Random random) {
            int range = 1 + random.nextInt(1000);
            for (int i = 0; i < CAPACITY; i++) {
                filter[i] = random.nextInt(range);
                other[i] = random.nextInt(range);
                ints[i] = value(random);
                longs[i] = longValue(random);
                codes[i] = random.nextInt(CODES);
                groups[i] = random.nextInt(CODES);
                ids[i] = random.nextLong();
            }
        }

        private static int value(Random random) {
            return switch (random.nextInt(40)) {
                case 0 -> Integer.MAX_VALUE;
                case 1 -> Integer.MIN_VALUE;
                default -> random.nextInt(10_000) - 10;
            };
        }
    }

    private static long longValue(Random random) {
        return switch (random.nextInt(40)) {
            case 0 -> Long.MAX_VALUE - random.nextInt(2);
            case 1 -> Long.MIN_VALUE + random.nextInt(2);
            case 2 -> random.nextLong();
            default -> random.nextInt(10_000) - 10;
        };
    }

    @Test
    void shouldChooseTheVectorKernelsWhereTheModuleIs() {
        assertThat(CHOSEN.name()).startsWith("vector-");
        assertThat(KernelChoice.chosen().remedy()).isEmpty();
        assertThat(SCALAR.name()).isEqualTo("scalar");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 1000, 4095, 4096})
    void shouldLookAtTheFirstRowsAlone(int rows) {
        Random random = new Random(rows);
        for (int round = 0; round < ROUNDS; round++) {
            Cells cells = new Cells(random);
            for (Kernels kernels : new Kernels[] {SCALAR, CHOSEN}) {
                String which = "%s, seed=%d, round=%d".formatted(kernels.name(), rows, round);
                for (int limit :
                        new int[] {random.nextInt(1000) - 1, cells.filter[0], Integer.MAX_VALUE, Integer.MIN_VALUE}) {
                    assertFilters(kernels, cells, limit, rows, which);
                }
                assertEquals(kernels, cells, random.nextInt(CODES), rows, which);
                for (int groups : new int[] {CODES - 1, 1000}) {
                    int[] groupOf = groups == 1000 ? cells.filter : cells.groups;
                    assertGroups(kernels, cells, groupOf, groups, cells.filter, cells.other, random, rows, which);
                    assertGroups(kernels, cells, groupOf, groups, cells.ints, cells.other, random, rows, which);
                    assertGroups(kernels, cells, groupOf, groups, cells.filter, cells.ints, random, rows, which);
                }
            }
        }
    }

    private static void assertFilters(Kernels kernels, Cells c, int limit, int rows, String which) {
        int[] above = rows(rows, i -> c.filter[i] > limit);
        long[] sumAndCount = {-7, 5};
        kernels.averageWhereGreater(c.ints, c.filter, limit, sumAndCount, 0, rows);
        assertThat(sumAndCount).as(which).containsExactly(sum(above, c.ints) - 7, above.length + 5L);
        assertThat(kernels.maxWhereGreater(c.ints, c.filter, limit, 0, rows))
                .as(which)
                .isEqualTo(IntStream.of(above).map(i -> c.ints[i]).max().orElse(Integer.MIN_VALUE));
        assertThat(kernels.maxWhereGreater(c.longs, c.filter, limit, 0, rows))
                .as(which)
                .isEqualTo(IntStream.of(above).mapToLong(i -> c.longs[i]).max().orElse(Long.MIN_VALUE));
    }

    private static void assertEquals(Kernels kernels, Cells c, int code, int rows, String which) {
        int[] equal = rows(rows, i -> c.codes[i] == code);
        long[] sums = {-7, 5};
        kernels.sumPairWhereEqual(c.ints, c.other, c.codes, code, sums, 0, rows);
        assertThat(sums).as(which).containsExactly(sum(equal, c.ints) - 7, sum(equal, c.other) + 5);
        long[] wideSums = {-7, 5, 1};
        kernels.sumPairWhereEqual(c.longs, c.ints, c.codes, code, wideSums, 0, rows);
        assertThat(Halves.sum(wideSums[2], wideSums[0]))
                .as(which)
                .isEqualTo(exactSum(equal, c.longs).add(BigInteger.valueOf((1L << 32) - 7)));
        assertThat(wideSums[1]).as(which).isEqualTo(sum(equal, c.ints) + 5);
        int max = IntStream.of(equal).map(i -> c.ints[i]).max().orElse(Integer.MIN_VALUE);
        assertThat(kernels.maxWhereEqual(c.ints, c.codes, code, 0, rows))
                .as(which)
                .isEqualTo(max);
        assertThat(kernels.lowestIdWhereEqual(c.ints, max, c.codes, code, c.ids, 0, rows))
                .as(which)
                .isEqualTo(IntStream.of(equal)
                        .filter(i -> c.ints[i] == max)
                        .mapToLong(i -> c.ids[i])
                        .min()
                        .orElse(Long.MAX_VALUE));
    }

    private static void assertGroups(
            Kernels kernels,
            Cells c,
            int[] groupOf,
            int groups,
            int[] a,
            int[] b,
            Random random,
            int rows,
            String which) {
        int thresholdA = random.nextInt(1000);
        int thresholdB = random.nextInt(1000);
        PairTotals greater = new PairTotals(groups);
        greater.add(1, 5, -7, 9);
        kernels.totalByGroupWhereGreater(groupOf, a, thresholdA, b, thresholdB, greater, 0, rows);
        assertTotals(greater, groupOf, rows(rows, i -> a[i] > thresholdA && b[i] > thresholdB), a, b, which);

        int code = random.nextInt(CODES);
        int other = c.other[0];
        PairTotals equal = new PairTotals(groups);
        equal.add(1, 5, -7, 9);
        kernels.totalByGroupWhereEqual(groupOf, c.codes, code, c.other, other, a, b, equal, 0, rows);
        assertTotals(equal, groupOf, rows(rows, i -> c.codes[i] == code && c.other[i] == other), a, b, which);

        PairTotals all = new PairTotals(groups);
        all.add(1, 5, -7, 9);
        kernels.totalByGroupWhereEqual(groupOf, groupOf, groupOf[0], groupOf, groupOf[0], a, b, all, 0, rows);
        assertTotals(all, groupOf, rows(rows, i -> groupOf[i] == groupOf[0]), a, b, which);
    }

    /** Starts from totals that are not empty: 5 rows of group 1 with totals of -7 and 9. */
    private static void assertTotals(PairTotals totals, int[] groupOf, int[] counted, int[] a, int[] b, String which) {
        Map<Integer, List<Integer>> members =
                IntStream.of(counted).boxed().collect(Collectors.groupingBy(i -> groupOf[i]));
        for (int group = 1; group <= totals.groups(); group++) {
            int[] rows = members.getOrDefault(group, List.of()).stream()
                    .mapToInt(Integer::intValue)
                    .toArray();
            int first = group == 1 ? 1 : 0;
            assertThat(new long[] {
                        totals.count(group),
                        totals.a(group).longValueExact(),
                        totals.b(group).longValueExact()
                    })
                    .as("%s, group %d of %d", which, group, totals.groups())
                    .containsExactly(rows.length + 5L * first, sum(rows, a) - 7L * first, sum(rows, b) + 9L * first);
        }
    }

    private static BigInteger exactSum(int[] rows, long[] values) {
        return IntStream.of(rows).mapToObj(i -> BigInteger.valueOf(values[i])).reduce(BigInteger.ZERO, BigInteger::add);
    }

    private static long sum(int[] rows, int[] values) {
        return IntStream.of(rows).mapToLong(i -> values[i]).sum();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14})
    void shouldTotalAnyNumberOfGroups(int groups) {
        Random random = new Random(groups);
        int[] groupOf = random.ints(1000, 0, groups + 1).toArray();
        int[] calls = random.ints(1000, 0, 300).toArray();
        int[] values = random.ints(1000, 0, 10_000).toArray();
        int[] codes = random.ints(1000, 0, 3).toArray();
        int[] others = random.ints(1000, 0, 2).toArray();
        int[] counted = rows(1000, i -> calls[i] > 99 && values[i] > 999);
        int[] equal = rows(1000, i -> codes[i] == 2 && others[i] == 1);
        for (Kernels kernels : new Kernels[] {SCALAR, CHOSEN}) {
            PairTotals totals = new PairTotals(groups);
            totals.add(1, 5, -7, 9);
            kernels.totalByGroupWhereGreater(groupOf, calls, 99, values, 999, totals, 0, 1000);
            assertTotals(totals, groupOf, counted, calls, values, kernels.name());
            PairTotals ofEqual = new PairTotals(groups);
            ofEqual.add(1, 5, -7, 9);
            kernels.totalByGroupWhereEqual(groupOf, codes, 2, others, 1, calls, values, ofEqual, 0, 1000);
            assertTotals(ofEqual, groupOf, equal, calls, values, kernels.name());
        }
    }

    /** As many equal values as a kernel takes, around the limit of each of its loops. */
    @ParameterizedTest
    @ValueSource(
            ints = {0, 1, 255, 256, 511, 512, 513, 1023, 1024, 1 << 19, (1 << 20) - 1, 1 << 20, Integer.MAX_VALUE, -1})
    void shouldTotalAsManyEqualValuesAsAKernelTakes(int value) {
        int[] values = new int[Kernels.MAX_ROWS];
        int[] ones = new int[Kernels.MAX_ROWS];
        Arrays.fill(values, value);
        Arrays.fill(ones, 1);
        long sum = (long) Kernels.MAX_ROWS * value;
        for (Kernels kernels : new Kernels[] {SCALAR, CHOSEN}) {
            PairTotals totals = new PairTotals(2);
            kernels.totalByGroupWhereGreater(ones, values, -2, ones, 0, totals, 0, Kernels.MAX_ROWS);
            kernels.totalByGroupWhereGreater(ones, ones, 0, values, -2, totals, 0, Kernels.MAX_ROWS);
            kernels.totalByGroupWhereEqual(ones, ones, 1, ones, 1, values, ones, totals, 0, Kernels.MAX_ROWS);
            assertThat(new long[] {
                        totals.count(1),
                        totals.a(1).longValueExact(),
                        totals.b(1).longValueExact(),
                        totals.count(2)
                    })
                    .as("%s, value=%d", kernels.name(), value)
                    .containsExactly(3L * Kernels.MAX_ROWS, 2 * sum + Kernels.MAX_ROWS, sum + 2L * Kernels.MAX_ROWS, 0);
        }
    }

    private static int[] rows(int rows, IntPredicate condition) {
        return IntStream.range(0, rows).filter(condition).toArray();
    }

    @Test
    void shouldSumAsManyOfTheLargestIntsAsAKernelTakesWithoutWrapping() {
        int[] values = new int[Kernels.MAX_ROWS];
        int[] codes = new int[Kernels.MAX_ROWS];
        for (int extreme :
                new int[] {Integer.MAX_VALUE, Integer.MIN_VALUE, -1, 0xFFFF, (1 << 23) - 1, 1 << 23, (1 << 19) - 1}) {
            Arrays.fill(values, extreme);
            for (Kernels kernels : new Kernels[] {SCALAR, CHOSEN}) {
                long sum = (long) Kernels.MAX_ROWS * extreme;
                long[] sums = new long[2];
                kernels.averageWhereGreater(values, codes, -1, sums, 0, Kernels.MAX_ROWS);
                assertThat(sums).as(kernels.name()).containsExactly(sum, Kernels.MAX_ROWS);
                kernels.sumPairWhereEqual(values, values, codes, 0, sums, 0, Kernels.MAX_ROWS);
                assertThat(sums).as(kernels.name()).containsExactly(2 * sum, sum + Kernels.MAX_ROWS);
            }
        }
    }
}
