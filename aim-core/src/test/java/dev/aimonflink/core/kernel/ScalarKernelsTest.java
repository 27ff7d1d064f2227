package dev.aimonflink.core.kernel;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Against loops that say the same in the words of streams. */
class ScalarKernelsTest {
    private static final int CAPACITY = 4096;
    private static final int CODES = 9;

    private final Kernels kernels = new ScalarKernels();

    /** Cells beyond the rows hold what would be noticed. */
    private static final class Cells {
        final int[] filter = new int[CAPACITY];
        final int[] ints = new int[CAPACITY];
        final long[] longs = new long[CAPACITY];
        final int[] codes = new int[CAPACITY];
        final boolean[] members = new boolean[CODES];

        Cells(Random random) {
            int range = 1 + random.nextInt(1000);
            for (int i = 0; i < CAPACITY; i++) {
                filter[i] = random.nextInt(range);
                ints[i] = random.nextInt(20) == 0 ? Integer.MAX_VALUE : random.nextInt(10_000) - 10;
                longs[i] = random.nextInt(20) == 0 ? Long.MIN_VALUE / CAPACITY : random.nextInt(10_000) - 10;
                codes[i] = random.nextInt(CODES);
            }
            for (int code = 1; code < CODES; code++) {
                members[code] = random.nextBoolean();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 1000, 4095, 4096})
    void shouldLookAtTheFirstRowsAlone(int rows) {
        long seed = rows;
        Random random = new Random(seed);
        for (int round = 0; round < 20; round++) {
            Cells cells = new Cells(random);
            int limit = random.nextInt(1000) - 1;
            assertFilters(cells, limit, rows, seed);
            assertFilters(cells, Integer.MAX_VALUE, rows, seed);
            assertFilters(cells, Integer.MIN_VALUE, rows, seed);
            assertMembers(cells, rows, seed);
        }
    }

    private void assertFilters(Cells c, int limit, int rows, long seed) {
        int[] above = IntStream.range(0, rows).filter(i -> c.filter[i] > limit).toArray();
        int[] within =
                IntStream.range(0, rows).filter(i -> c.filter[i] <= limit).toArray();
        assertThat(kernels.countWhereGreater(c.filter, limit, rows))
                .as("seed=%d", seed)
                .isEqualTo(above.length);
        assertThat(kernels.sumWhereGreater(c.ints, c.filter, limit, rows))
                .as("seed=%d", seed)
                .isEqualTo(IntStream.of(above).mapToLong(i -> c.ints[i]).sum());
        assertThat(kernels.maxWhereGreater(c.longs, c.filter, limit, rows))
                .as("seed=%d", seed)
                .isEqualTo(IntStream.of(above).mapToLong(i -> c.longs[i]).max().orElse(Long.MIN_VALUE));
        assertThat(kernels.countWhereAtMost(c.filter, limit, rows))
                .as("seed=%d", seed)
                .isEqualTo(within.length);
        assertThat(kernels.minWhereAtMost(c.ints, c.filter, limit, rows))
                .as("seed=%d", seed)
                .isEqualTo(IntStream.of(within).map(i -> c.ints[i]).min().orElse(Integer.MAX_VALUE));
        assertThat(kernels.maxWhereAtMost(c.ints, c.filter, limit, rows))
                .as("seed=%d", seed)
                .isEqualTo(IntStream.of(within).map(i -> c.ints[i]).max().orElse(Integer.MIN_VALUE));
    }

    private void assertMembers(Cells c, int rows, long seed) {
        int[] members =
                IntStream.range(0, rows).filter(i -> c.members[c.codes[i]]).toArray();
        assertThat(kernels.max(c.longs, rows))
                .as("seed=%d", seed)
                .isEqualTo(IntStream.range(0, rows)
                        .mapToLong(i -> c.longs[i])
                        .max()
                        .orElse(Long.MIN_VALUE));
        assertThat(kernels.maxWhereMember(c.ints, c.codes, c.members, rows))
                .as("seed=%d", seed)
                .isEqualTo(IntStream.of(members).map(i -> c.ints[i]).max().orElse(Integer.MIN_VALUE));
        assertThat(kernels.sumWhereMember(c.ints, c.codes, c.members, rows))
                .as("seed=%d", seed)
                .isEqualTo(IntStream.of(members).mapToLong(i -> c.ints[i]).sum());
        assertThat(kernels.sumWhereMember(c.longs, c.codes, c.members, rows))
                .as("seed=%d", seed)
                .isEqualTo(IntStream.of(members).mapToLong(i -> c.longs[i]).sum());
    }

    @Test
    void shouldSumABlockOfTheLargestIntsWithoutWrapping() {
        int[] values = new int[CAPACITY];
        Arrays.fill(values, Integer.MAX_VALUE);
        assertThat(kernels.sumWhereGreater(values, values, 0, CAPACITY)).isEqualTo((long) CAPACITY * Integer.MAX_VALUE);
        assertThat(kernels.sumWhereMember(values, new int[CAPACITY], new boolean[] {true}, CAPACITY))
                .isEqualTo((long) CAPACITY * Integer.MAX_VALUE);
    }

    @Test
    void shouldSayWhatItIs() {
        assertThat(kernels.name()).isEqualTo("scalar");
    }
}
