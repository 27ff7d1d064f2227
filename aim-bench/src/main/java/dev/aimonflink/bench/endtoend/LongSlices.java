package dev.aimonflink.bench.endtoend;

import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.local.ObservedJob;

/** Counts the slices of a job's scans over some periods, and those that take more than half a millisecond of CPU time. */
final class LongSlices {
    private final ObservedJob job;
    private long all;
    private long tooLong;

    LongSlices(ObservedJob job) {
        this.job = job;
    }

    /** Begins a period. */
    void begin() {
        all -= job.counted(AimMetrics.SCAN_SLICES);
        tooLong -= job.counted(AimMetrics.SCAN_SLICES_LONG);
    }

    /** Ends the period. */
    void end() {
        all += job.counted(AimMetrics.SCAN_SLICES);
        tooLong += job.counted(AimMetrics.SCAN_SLICES_LONG);
    }

    /** The share of those that take longer, of all periods. */
    double share() {
        return (double) tooLong / Math.max(1, all);
    }
}
