package dev.aimonflink.matrix.kernel;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PairTotalsTest {
    private static final int GROUPS = 3;
    private static final int ROWS = 1000;

    @Test
    void shouldAddUpCellsOfBothWidthsExactly() {
        long seed = 1;
        Random random = new Random(seed);
        PairTotals totals = new PairTotals(GROUPS);
        long[] counts = new long[GROUPS + 1];
        BigInteger[] sums = new BigInteger[2 * (GROUPS + 1)];
        Arrays.fill(sums, BigInteger.ZERO);
        for (int row = 0; row < ROWS; row++) {
            int group = 1 + random.nextInt(GROUPS);
            boolean isWide = random.nextBoolean();
            long a = isWide ? Long.MAX_VALUE - random.nextInt(9) : random.nextInt();
            long b = isWide ? Long.MIN_VALUE + random.nextInt(9) : random.nextInt();
            if (isWide) {
                totals.addRow(group, a, b);
            } else {
                totals.add(group, 1, a, b);
            }
            counts[group]++;
            sums[2 * group] = sums[2 * group].add(BigInteger.valueOf(a));
            sums[2 * group + 1] = sums[2 * group + 1].add(BigInteger.valueOf(b));
        }
        for (int group = 1; group <= GROUPS; group++) {
            assertThat(totals.count(group)).as("seed=%d", seed).isEqualTo(counts[group]);
            assertThat(totals.a(group)).as("seed=%d", seed).isEqualTo(sums[2 * group]);
            assertThat(totals.b(group)).as("seed=%d", seed).isEqualTo(sums[2 * group + 1]);
        }
    }

    /** As many rows as a partition can have, of the largest cells. */
    @Test
    void shouldHoldTheSumsOfAsManyRowsAsAPartitionCanHave() {
        BigInteger rows = BigInteger.valueOf(Integer.MAX_VALUE);
        for (long cell : new long[] {Long.MAX_VALUE, Long.MIN_VALUE, -1, 0xFFFF_FFFFL, Integer.MIN_VALUE}) {
            BigInteger exact = BigInteger.valueOf(cell).multiply(rows);
            long highs = Math.multiplyExact(Halves.high(cell), Integer.MAX_VALUE);
            long lows = Math.multiplyExact(Halves.low(cell), Integer.MAX_VALUE);
            assertThat(Halves.sum(highs, lows)).isEqualTo(exact);
        }
    }
}
