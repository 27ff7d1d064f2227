package dev.aimonflink.local.demo;

import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.core.schema.MatrixSchema;
import dev.aimonflink.core.wire.EventFormat;
import dev.aimonflink.job.Topology;

/**
 * What a demo is to show, checked.
 *
 * @param seconds how long calls are published and queries asked
 * @param subscribers how many call; each has a profile
 * @param rate calls a second
 * @param aggregates kept for each subscriber
 */
public record DemoOptions(
        int seconds, int subscribers, int rate, int parallelism, int aggregates, long seed, EventFormat format) {
    public static final int MAX_SECONDS = 3_600;
    public static final int MAX_SUBSCRIBERS = 10_000_000;
    public static final int MAX_RATE = 1_000_000;

    /** All of them are held in memory until they have been recomputed. */
    public static final long MAX_CALLS = 50_000_000;

    public DemoOptions {
        requireWithin("seconds", seconds, MAX_SECONDS);
        requireWithin("subscribers", subscribers, MAX_SUBSCRIBERS);
        requireWithin("rate", rate, MAX_RATE);
        requireWithin("parallelism", parallelism, Topology.MAX_PARALLELISM);
        MatrixSchema.withAggregates(aggregates);
        if ((long) seconds * rate > MAX_CALLS) {
            throw new InvalidInputException("seconds=" + seconds + " times rate=" + rate + " is more than " + MAX_CALLS
                    + " calls, which a demo cannot hold in memory to verify its answers. Lower one of them.");
        }
    }

    private static void requireWithin(String name, int value, int max) {
        if (value < 1 || value > max) {
            throw new InvalidInputException(name + "=" + value + " is outside 1.." + max + ". Give a number inside.");
        }
    }
}
