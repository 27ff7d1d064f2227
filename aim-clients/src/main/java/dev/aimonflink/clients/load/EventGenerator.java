package dev.aimonflink.clients.load;

import dev.aimonflink.matrix.calls.Event;
import java.util.SplittableRandom;

/**
 * Draws the calls of subscribers 0 to n-1, in the same order for the same seed. For one thread.
 *
 * <p>For Zipf distributions, see {@code EntityNumbers}.
 */
public final class EventGenerator {
    public static final long MAX_SUBSCRIBERS = EntityNumbers.MAX_ENTITIES;

    public static final int MAX_DURATION_SECONDS = 10_000;
    public static final int MIN_COST_CENTS = 10;
    public static final int MAX_COST_CENTS = 10_000;

    private final SplittableRandom random;
    private final EntityNumbers subscribers;

    public EventGenerator(long seed, long subscribers, Distribution distribution) {
        this.random = new SplittableRandom(seed);
        this.subscribers = new EntityNumbers(subscribers, distribution);
    }

    public Event next(long timestampMs) {
        return new Event(
                subscribers.next(random),
                timestampMs,
                1 + random.nextInt(MAX_DURATION_SECONDS),
                (MIN_COST_CENTS + random.nextInt(MAX_COST_CENTS - MIN_COST_CENTS + 1)) / 100f,
                random.nextBoolean());
    }
}
