package dev.aimonflink.clients.load;

import dev.aimonflink.matrix.model.Limits;
import java.math.BigInteger;
import java.util.SplittableRandom;

/**
 * Draws subscribers or other entities 0 to n-1. Under a Zipf distribution the busiest ones are spread over all numbers, as in life, and do
 * not depend on the seed, so that several generators load the same entities.
 */
final class EntityNumbers {
    /** Keeps the product of a rank and the stride within a long. */
    static final long MAX_ENTITIES = 1_000_000_000;

    private static final double GOLDEN_RATIO = 0.6180339887498949;

    private final long entities;
    /** Null for uniform. */
    private final ZipfRanks ranks;

    private final boolean hasHotOne;

    /** Has no divisor in common with the number of entities, so that multiples of it visit every one. */
    private final long stride;

    EntityNumbers(long entities, Distribution distribution) {
        // The option's name for every model.
        Limits.requireWithin("entities", entities, 1, MAX_ENTITIES);
        this.entities = entities;
        ranks = distribution instanceof Distribution.Zipf zipf ? new ZipfRanks(entities, zipf.exponent()) : null;
        hasHotOne = distribution instanceof Distribution.Hot;
        stride = strideOf(entities);
    }

    private static long strideOf(long entities) {
        BigInteger modulus = BigInteger.valueOf(entities);
        long stride = Math.max(1, (long) (entities * GOLDEN_RATIO));
        while (!BigInteger.valueOf(stride).gcd(modulus).equals(BigInteger.ONE)) {
            stride++;
        }
        return stride;
    }

    long next(SplittableRandom random) {
        if (hasHotOne && random.nextBoolean()) {
            return 0;
        }
        return ranks == null ? random.nextLong(entities) : ranks.next(random) * stride % entities;
    }
}
