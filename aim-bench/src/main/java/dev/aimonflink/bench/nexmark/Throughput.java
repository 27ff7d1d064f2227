package dev.aimonflink.bench.nexmark;

import dev.aimonflink.bench.experiment.MachineFacts;
import dev.aimonflink.local.ObservedJob;
import java.util.function.LongSupplier;

/**
 * How fast a job took in a backlog, from its first bid on, which leaves out the start of the job.
 *
 * @param answers to questions meanwhile
 * @param cpuNanos of all threads of this process
 */
record Throughput(long bids, long answers, long nanos, long cpuNanos) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** Returns when a job has taken in all bids. */
    static Throughput of(ObservedJob job, LongSupplier takenIn, long all) {
        job.awaitCount("The first bid", takenIn, 1);
        final long before = takenIn.getAsLong();
        final long beganNanos = System.nanoTime();
        final long beganCpuNanos = MachineFacts.processCpuNanos();
        job.awaitCount("All bids", takenIn, all);
        return new Throughput(
                takenIn.getAsLong() - before,
                0,
                System.nanoTime() - beganNanos,
                MachineFacts.processCpuNanos() - beganCpuNanos);
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
