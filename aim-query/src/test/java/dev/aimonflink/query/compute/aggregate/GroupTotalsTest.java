package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.query.compute.program.Program;
import dev.aimonflink.query.compute.program.Selection;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class GroupTotalsTest {
    private static final int ROUNDS = 200;
    private static final int OFFSET = 7;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final int[] groups = new int[OFFSET + Program.MAX_ROWS];
    private final int[] values = new int[2 * OFFSET + Program.MAX_ROWS];
    private final int[] mask = new int[Program.MAX_ROWS];

    @Test
    void shouldAddUpEachGroupWhileTheirNumberGrows() {
        GroupTotals counts = new GroupTotals();
        GroupTotals sums = new GroupTotals();
        long[] expectedCounts = new long[100_000];
        long[] expectedSums = new long[100_000];
        int known = 1;
        for (int round = 0; round < ROUNDS; round++) {
            // Slowly at first, and in the end by more than any vector.
            known += random.nextInt(1 + known / 10) + 1;
            known = Math.min(known, expectedSums.length);
            counts.reserve(known);
            sums.reserve(known);
            Selection selection = selection(known);
            counts.addRows(groups, OFFSET, selection);
            sums.addValues(values, 2 * OFFSET, groups, OFFSET, selection);
            for (int row = 0; row < selection.rows(); row++) {
                if (mask[row] != 0) {
                    expectedCounts[groups[OFFSET + row]]++;
                    expectedSums[groups[OFFSET + row]] += values[2 * OFFSET + row];
                }
            }
            sums.add(0, round);
            expectedSums[0] += round;
            for (int group = 0; group < known; group++) {
                assertThat(counts.total(group))
                        .as("seed=%d, group=%d", seed, group)
                        .isEqualTo(expectedCounts[group]);
                assertThat(sums.total(group))
                        .as("seed=%d, group=%d", seed, group)
                        .isEqualTo(expectedSums[group]);
            }
        }
        assertThat(known).isGreaterThan(50_000);
        sums.clear();
        assertThat(sums.total(0)).isZero();
        assertThat(sums.total(known - 1)).isZero();
    }

    /** Any number of rows, some or all of them. */
    private Selection selection(int known) {
        int rows = random.nextInt(Program.MAX_ROWS + 1);
        boolean isFull = random.nextBoolean();
        for (int row = 0; row < rows; row++) {
            groups[OFFSET + row] = random.nextInt(known);
            values[2 * OFFSET + row] = random.nextInt();
            mask[row] = isFull || random.nextInt(3) == 0 ? -1 : 0;
        }
        Selection selection = new Selection(new ScalarKernels(), mask);
        selection.begin(rows);
        return selection;
    }
}
