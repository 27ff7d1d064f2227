package dev.aimonflink.clients.load;

import dev.aimonflink.core.model.Event;
import dev.aimonflink.core.model.InvalidInputException;
import java.math.BigInteger;
import java.util.SplittableRandom;

/**
 * Draws the calls of subscribers 0 to n-1. The same seed gives the same calls, in the same order. For one thread.
 *
 * <p>Under a Zipf distribution the busiest subscribers are spread over all ids, as in life, and are the same ones
 * whatever the seed, so that several generators load the same subscribers.
 */
public final class EventGenerator {
    /** Keeps the product of a rank and the stride within a long. */
    public static final long MAX_SUBSCRIBERS = 1_000_000_000;

    public static final int MAX_DURATION_SECONDS = 10_000;
    public static final int MIN_COST_CENTS = 10;
    public static final int MAX_COST_CENTS = 10_000;

    private static final double GOLDEN_RATIO = 0.6180339887498949;

    private final SplittableRandom random;
    private final long subscribers;
    /** Null for uniform. */
    private final ZipfRanks ranks;
    /** Has no divisor in common with the number of subscribers, so that multiples of it visit every id. */
    private final long stride;

    public EventGenerator(long seed, long subscribers, Distribution distribution) {
        if (subscribers < 1 || subscribers > MAX_SUBSCRIBERS) {
            throw new InvalidInputException(
                    "subscribers=" + subscribers + " is outside 1.." + MAX_SUBSCRIBERS + ". Give a number inside.");
        }
        this.random = new SplittableRandom(seed);
        this.subscribers = subscribers;
        this.ranks =
                distribution instanceof Distribution.Zipf zipf ? new ZipfRanks(subscribers, zipf.exponent()) : null;
        this.stride = strideOf(subscribers);
    }

    private static long strideOf(long subscribers) {
        BigInteger modulus = BigInteger.valueOf(subscribers);
        long stride = Math.max(1, (long) (subscribers * GOLDEN_RATIO));
        while (!BigInteger.valueOf(stride).gcd(modulus).equals(BigInteger.ONE)) {
            stride++;
        }
        return stride;
    }

    public Event next(long timestampMs) {
        return new Event(
                nextSubscriberId(),
                timestampMs,
                1 + random.nextInt(MAX_DURATION_SECONDS),
                (MIN_COST_CENTS + random.nextInt(MAX_COST_CENTS - MIN_COST_CENTS + 1)) / 100f,
                random.nextBoolean());
    }

    private long nextSubscriberId() {
        return ranks == null ? random.nextLong(subscribers) : ranks.next(random) * stride % subscribers;
    }
}
