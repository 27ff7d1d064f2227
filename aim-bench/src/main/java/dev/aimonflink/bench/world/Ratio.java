package dev.aimonflink.bench.world;

import java.util.Arrays;
import java.util.List;

/** Two sums, and the answer that is their quotient. */
public record Ratio(long dividend, long divisor) {

    /** The answer that is one average; null over nothing. */
    public List<List<Object>> average() {
        return answer(divisor == 0 ? null : (double) dividend / divisor);
    }

    /** The answer that is cents over seconds, in currency units; null over nothing. */
    public List<List<Object>> costPerSecond() {
        return answer(divisor == 0 ? null : dividend / (100.0 * divisor));
    }

    private static List<List<Object>> answer(Double value) {
        return List.of(Arrays.asList(value));
    }
}
