package dev.aimonflink.matrix.kernel;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Invented columns to try kernels on. Together {@link #all} take every branch of every kernel: code compiled before it took a branch is
 * discarded and compiled again when a query first takes it.
 */
final class TrialBlock {
    private static final int SEED = 42;
    private static final int FILTER_VALUES = 20;
    private static final int CODES = 6;
    private static final int NO_CODE = CODES;
    private static final int FEW_GROUPS = 3;
    private static final int MANY_GROUPS = 100;
    private static final int SMALL_VALUES = 10_000;

    final int[] values;
    final int[] filter;
    final int[] codes;
    final int[] groups;
    final long[] ids;

    /** Lanes of about half the rows, as {@link Primitives} has them. */
    final int[] mask;

    /** For the mask that a primitive makes. */
    final int[] into = new int[Kernels.MAX_ROWS];

    final int threshold;
    final int code;
    final int rareValue;
    final PairTotals totals;
    final VectorCells valueCells;
    final VectorCells codeCells;
    final VectorCells groupCells;
    final Between below;
    final Between ofCode;
    final int[] scratch = new int[Primitives.SCRATCH_INTS];

    /** Enough totals for any loop. */
    final long[] sums = new long[Primitives.TOTALLED_AT_ONCE * Primitives.TOTALS_OF_A_GROUP];

    /** What a loop has returned. */
    long found;

    private TrialBlock(Random random, int largestValue, int groupCount, boolean matches) {
        values = random.ints(Kernels.MAX_ROWS, 0, largestValue).toArray();
        filter = random.ints(Kernels.MAX_ROWS, 0, FILTER_VALUES).toArray();
        codes = random.ints(Kernels.MAX_ROWS, 0, CODES).toArray();
        groups = random.ints(Kernels.MAX_ROWS, 0, groupCount + 1).toArray();
        ids = random.longs(Kernels.MAX_ROWS).toArray();
        mask = random.ints(Kernels.MAX_ROWS, -1, 1).toArray();
        threshold = matches ? FILTER_VALUES / 2 : Integer.MAX_VALUE;
        code = matches ? codes[0] : NO_CODE;
        rareValue = values[0];
        totals = new PairTotals(groupCount);
        valueCells = VectorCells.of(values);
        codeCells = VectorCells.of(codes);
        groupCells = VectorCells.of(groups);
        below = new Between(VectorCells.of(filter), 0, threshold);
        ofCode = new Between(codeCells, code, code);
    }

    /** What nearly all blocks are like; kernels are timed on it. */
    static TrialBlock usual() {
        return new TrialBlock(new Random(SEED), SMALL_VALUES, FEW_GROUPS, true);
    }

    static List<TrialBlock> all() {
        Random random = new Random(SEED);
        TrialBlock withoutGroups = new TrialBlock(random, SMALL_VALUES, FEW_GROUPS, true);
        Arrays.fill(withoutGroups.groups, 0);
        return List.of(
                usual(),
                new TrialBlock(random, SMALL_VALUES, FEW_GROUPS, false),
                new TrialBlock(random, Integer.MAX_VALUE, FEW_GROUPS, true),
                new TrialBlock(random, SMALL_VALUES, MANY_GROUPS, true),
                withoutGroups);
    }

    /** A number that depends on all that a loop has made; begins again. A few lanes are enough to keep the compiler from omitting the stores. */
    long takeChecksum(int rows) {
        long checksum = found + totals.a[1];
        if (rows > 0) {
            checksum += into[0] + 2L * into[rows / 2] + 4L * into[rows - 1];
        }
        found = 0;
        for (int i = 0; i < sums.length; i++) {
            checksum += sums[i];
            sums[i] = 0;
        }
        return checksum;
    }
}
