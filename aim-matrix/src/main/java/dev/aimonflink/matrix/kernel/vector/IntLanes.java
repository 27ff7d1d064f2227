package dev.aimonflink.matrix.kernel.vector;

import dev.aimonflink.matrix.kernel.Primitives;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** As many int lanes as the machine has, and their sums. */
final class IntLanes {
    static final VectorSpecies<Integer> LANES = IntVector.SPECIES_PREFERRED;

    private static final int LOW_HALF = 0xFFFF;
    private static final int HALF_BITS = 16;

    private IntLanes() {}

    static IntVector lowHalf(IntVector value) {
        return value.and(LOW_HALF);
    }

    static IntVector highHalf(IntVector value) {
        return value.lanewise(VectorOperators.ASHR, HALF_BITS);
    }

    /** The sum over the lanes, which may need more than 32 bits. */
    static long total(IntVector sum) {
        return total(lowHalf(sum), highHalf(sum));
    }

    /** The same by the sums of both halves. */
    static long total(IntVector low, IntVector high) {
        return ((long) high.reduceLanes(VectorOperators.ADD) << HALF_BITS) + low.reduceLanes(VectorOperators.ADD);
    }

    /** Adds the lanes of three vectors to a group's totals. */
    static void addLanes(int[] scratch, long[] totals, int group) {
        for (int total = 0; total < Primitives.TOTALS_OF_A_GROUP; total++) {
            long sum = 0;
            for (int lane = 0; lane < LANES.length(); lane++) {
                sum += scratch[total * LANES.length() + lane];
            }
            totals[Primitives.TOTALS_OF_A_GROUP * group + total] += sum;
        }
    }
}
