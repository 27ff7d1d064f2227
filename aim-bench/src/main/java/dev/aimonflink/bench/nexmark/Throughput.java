package dev.aimonflink.bench.nexmark;

import dev.aimonflink.bench.experiment.MachineFacts;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.local.ObservedJob;
import java.util.function.LongSupplier;

/**
 * How fast a job took in a topic, from its first bid on, which leaves out the start of the job.
 *
 * @param answers to questions meanwhile
 * @param cpuNanos of all threads of this process
 */
record Throughput(long bids, long answers, long nanos, long cpuNanos) {
    private static final double NANOS_PER_SECOND = 1e9;

    private static final long LOOK_MS = 20;

    /** The job's health is looked at once in each part of the topic, as that takes milliseconds of a core. */
    private static final int PARTS = 100;

    /** Returns when a job has taken in all bids. */
    static Throughput of(ObservedJob job, LongSupplier takenIn, long all) {
        job.awaitCount("The first bid", takenIn, 1);
        final long before = takenIn.getAsLong();
        final long beganNanos = System.nanoTime();
        final long beganCpuNanos = MachineFacts.processCpuNanos();
        await(job, takenIn, all);
        return new Throughput(
                takenIn.getAsLong() - before,
                0,
                System.nanoTime() - beganNanos,
                MachineFacts.processCpuNanos() - beganCpuNanos);
    }

    /** As {@link ObservedJob#awaitCount}, which would take a tenth of a core from the job. */
    private static void await(ObservedJob job, LongSupplier takenIn, long all) {
        long reached = takenIn.getAsLong();
        while (reached < all) {
            final long next = Math.min(all, reached + all / PARTS);
            boolean came = Waiting.until(() -> takenIn.getAsLong() >= next, ObservedJob.STEP_LIMIT, LOOK_MS);
            job.requireHealthy();
            if (!came) {
                throw new IllegalStateException("Of " + all + " bids only " + takenIn.getAsLong() + " were taken in.");
            }
            reached = next;
        }
    }

    Throughput with(long answered) {
        return new Throughput(bids, answered, nanos, cpuNanos);
    }

    double answersPerSecond() {
        return answers * NANOS_PER_SECOND / nanos;
    }

    double perSecond() {
        return bids * NANOS_PER_SECOND / nanos;
    }

    double perCpuSecond() {
        return bids * NANOS_PER_SECOND / cpuNanos;
    }
}
