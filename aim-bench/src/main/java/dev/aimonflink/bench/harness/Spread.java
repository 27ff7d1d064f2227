package dev.aimonflink.bench.harness;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;

/** Cuts the time of a measurement into intervals, for the spread of its figures. */
public final class Spread {
    public static final int COUNT = 5;

    /** The time between two checks of the job's health. */
    private static final long LOOK_MS = 200;

    static final double NANOS_PER_SECOND = 1e9;

    private Spread() {}

    /** @param ended is called at the end of each interval, with its length in seconds */
    static void run(double totalSeconds, Runnable health, DoubleConsumer ended) throws InterruptedException {
        long startNanos = System.nanoTime();
        long totalNanos = (long) (totalSeconds * NANOS_PER_SECOND);
        long beforeNanos = startNanos;
        for (int i = 1; i <= COUNT; i++) {
            sleepUntil(startNanos + totalNanos * i / COUNT, health, () -> false);
            long nowNanos = System.nanoTime();
            ended.accept((nowNanos - beforeNanos) / NANOS_PER_SECOND);
            beforeNanos = nowNanos;
        }
    }

    public static void sleep(double seconds, Runnable health) throws InterruptedException {
        sleepUntil(seconds, health, () -> false);
    }

    /** Sleeps, but no longer than until soon after a condition holds. */
    static void sleepUntil(double seconds, Runnable health, BooleanSupplier isOver) throws InterruptedException {
        sleepUntil(System.nanoTime() + (long) (seconds * NANOS_PER_SECOND), health, isOver);
    }

    private static void sleepUntil(long endNanos, Runnable health, BooleanSupplier isOver) throws InterruptedException {
        long leftNanos = endNanos - System.nanoTime();
        while (leftNanos > 0 && !isOver.getAsBoolean()) {
            TimeUnit.NANOSECONDS.sleep(Math.min(leftNanos, TimeUnit.MILLISECONDS.toNanos(LOOK_MS)));
            health.run();
            leftNanos = endNanos - System.nanoTime();
        }
    }
}
