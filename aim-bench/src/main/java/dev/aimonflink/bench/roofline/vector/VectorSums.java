package dev.aimonflink.bench.roofline.vector;

import dev.aimonflink.bench.roofline.Sums;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Adds as many lanes at once as the machine has, into four accumulators, so that no addition waits for the last. */
public final class VectorSums implements Sums {
    private static final VectorSpecies<Integer> LANES = IntVector.SPECIES_PREFERRED;

    @Override
    public int sum(int[] cells, int count) {
        final int lanes = LANES.length();
        IntVector first = IntVector.zero(LANES);
        IntVector second = IntVector.zero(LANES);
        IntVector third = IntVector.zero(LANES);
        IntVector fourth = IntVector.zero(LANES);
        int i = 0;
        for (; i <= count - 4 * lanes; i += 4 * lanes) {
            first = first.add(IntVector.fromArray(LANES, cells, i));
            second = second.add(IntVector.fromArray(LANES, cells, i + lanes));
            third = third.add(IntVector.fromArray(LANES, cells, i + 2 * lanes));
            fourth = fourth.add(IntVector.fromArray(LANES, cells, i + 3 * lanes));
        }
        int sum = first.add(second).add(third.add(fourth)).reduceLanes(VectorOperators.ADD);
        for (; i < count; i++) {
            sum += cells[i];
        }
        return sum;
    }
}
