package dev.aimonflink.core.kernel;

import java.util.Arrays;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Both kinds of kernels against loops that say the same in the words of streams. */
class KernelsTest {
    private static final int CAPACITY = 4096;
    private static final int CODES = 9;
    private static final int ROUNDS = 20;

    private static final Kernels SCALAR = new ScalarKernels();
    private static final Kernels CHOSEN = KernelChoice.chosen().kernels();

    /** Cells beyond the rows hold what would be noticed. */
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
                longs[i] = random.nextInt(20) == 0 ? Long.MIN_VALUE / CAPACITY : random.nextInt(10_000) - 10;
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
                assertExtremes(kernels, cells, rows, which);
                assertSelections(kernels, cells, random.nextInt(1000), random.nextInt(1000), rows, which);
                assertGroups(kernels, cells.groups, cells.ints, CODES - 1, rows, which);
                assertGroups(kernels, cells.groups, cells.filter, CODES - 1, rows, which);
                assertGroups(kernels, cells.filter, cells.other, 1000, rows, which);
            }
        }
    }

    private static void assertFilters(Kernels kernels, Cells c, int limit, int rows, String which) {
        int[] above = rows(rows, i -> c.filter[i] > limit);
        int[] within = rows(rows, i -> c.filter[i] <= limit);
        assertThat(kernels.countWhereGreater(c.filter, limit, rows)).as(which).isEqualTo(above.length);
        assertThat(kernels.sumWhereGreater(c.ints, c.filter, limit, rows))
                .as(which)
                .isEqualTo(IntStream.of(above).mapToLong(i -> c.ints[i]).sum());
        assertThat(kernels.maxWhereGreater(c.ints, c.filter, limit, rows))
                .as(which)
                .isEqualTo(IntStream.of(above).map(i -> c.ints[i]).max().orElse(Integer.MIN_VALUE));
        assertThat(kernels.maxWhereGreater(c.longs, c.filter, limit, rows))
                .as(which)
                .isEqualTo(IntStream.of(above).mapToLong(i -> c.longs[i]).max().orElse(Long.MIN_VALUE));
        assertThat(kernels.minWhereAtMost(c.ints, c.filter, limit, rows))
                .as(which)
                .isEqualTo(IntStream.of(within).map(i -> c.ints[i]).min().orElse(Integer.MAX_VALUE));
        assertThat(kernels.maxWhereAtMost(c.ints, c.filter, limit, rows))
                .as(which)
                .isEqualTo(IntStream.of(within).map(i -> c.ints[i]).max().orElse(Integer.MIN_VALUE));
    }

    private static void assertEquals(Kernels kernels, Cells c, int code, int rows, String which) {
        int[] equal = rows(rows, i -> c.codes[i] == code);
        assertThat(kernels.sumWhereEqual(c.ints, c.codes, code, rows))
                .as(which)
                .isEqualTo(IntStream.of(equal).mapToLong(i -> c.ints[i]).sum());
        assertThat(kernels.sumWhereEqual(c.longs, c.codes, code, rows))
                .as(which)
                .isEqualTo(IntStream.of(equal).mapToLong(i -> c.longs[i]).sum());
        int max = IntStream.of(equal).map(i -> c.ints[i]).max().orElse(Integer.MIN_VALUE);
        assertThat(kernels.maxWhereEqual(c.ints, c.codes, code, rows)).as(which).isEqualTo(max);
        assertThat(kernels.lowestIdWhereEqual(c.ints, max, c.codes, code, c.ids, rows))
                .as(which)
                .isEqualTo(IntStream.of(equal)
                        .filter(i -> c.ints[i] == max)
                        .mapToLong(i -> c.ids[i])
                        .min()
                        .orElse(Long.MAX_VALUE));
    }

    private static void assertExtremes(Kernels kernels, Cells c, int rows, String which) {
        assertThat(kernels.max(c.ints, rows))
                .as(which)
                .isEqualTo(Arrays.stream(c.ints, 0, rows).max().orElse(Integer.MIN_VALUE));
        assertThat(kernels.max(c.longs, rows))
                .as(which)
                .isEqualTo(Arrays.stream(c.longs, 0, rows).max().orElse(Long.MIN_VALUE));
    }

    private static void assertSelections(Kernels kernels, Cells c, int a, int b, int rows, String which) {
        int[] selection = new int[CAPACITY];
        Arrays.fill(selection, -7);
        boolean any = kernels.selectWhereGreater(c.groups, c.filter, a, c.other, b, selection, rows);
        assertSelection(selection, any, c, rows, i -> c.filter[i] > a && c.other[i] > b, which);

        int codeA = a % CODES;
        any = kernels.selectWhereEqual(c.groups, c.codes, codeA, c.filter, c.filter[0], selection, rows);
        assertSelection(selection, any, c, rows, i -> c.codes[i] == codeA && c.filter[i] == c.filter[0], which);
    }

    private static void assertSelection(
            int[] selection, boolean any, Cells c, int rows, IntPredicate selected, String which) {
        int[] expected = new int[CAPACITY];
        Arrays.fill(expected, rows, CAPACITY, -7);
        IntStream.range(0, rows).filter(selected).forEach(i -> expected[i] = c.groups[i]);
        assertThat(selection).as(which).isEqualTo(expected);
        assertThat(any).as(which).isEqualTo(Arrays.stream(expected, 0, rows).anyMatch(group -> group != 0));
    }

    private static void assertGroups(
            Kernels kernels, int[] selection, int[] values, int groups, int rows, String which) {
        long[] counts = new long[groups + 1];
        long[] sums = new long[groups + 1];
        long[] expectedCounts = new long[groups + 1];
        long[] expectedSums = new long[groups + 1];
        Arrays.fill(counts, 5);
        Arrays.fill(sums, -7);
        for (int group = 1; group <= groups; group++) {
            int wanted = group;
            int[] members = rows(rows, i -> selection[i] == wanted);
            expectedCounts[group] = 5L + members.length;
            expectedSums[group] =
                    -7 + IntStream.of(members).mapToLong(i -> values[i]).sum();
        }
        kernels.countByGroup(selection, groups, counts, rows);
        kernels.sumByGroup(values, selection, groups, sums, rows);
        counts[0] = 0;
        sums[0] = 0;
        assertThat(counts).as(which).isEqualTo(expectedCounts);
        assertThat(sums).as(which).isEqualTo(expectedSums);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14})
    void shouldTotalAnyNumberOfGroups(int groups) {
        Random random = new Random(groups);
        int[] selection = random.ints(1000, 0, groups + 1).toArray();
        int[] values = random.ints(1000, -10, 10_000).toArray();
        for (Kernels kernels : new Kernels[] {SCALAR, CHOSEN}) {
            assertGroups(kernels, selection, values, groups, 1000, kernels.name() + ", groups=" + groups);
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
                assertThat(kernels.sumWhereGreater(values, codes, -1, Kernels.MAX_ROWS))
                        .as(kernels.name())
                        .isEqualTo(sum);
                assertThat(kernels.sumWhereEqual(values, codes, 0, Kernels.MAX_ROWS))
                        .as(kernels.name())
                        .isEqualTo(sum);
            }
        }
    }
}
