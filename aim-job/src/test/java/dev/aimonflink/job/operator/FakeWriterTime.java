package dev.aimonflink.job.operator;

import java.util.ArrayList;
import java.util.List;

/** The time of a thread that writes a snapshot. It passes when the thread works, waits or parks. */
final class FakeWriterTime {
    private final long workPerLookNanos;
    private final List<Long> parksNanos = new ArrayList<>();
    private long nowNanos = 1_000;
    private long cpuNanos = 77;

    /** Time that only passes by {@link #work}, {@link #await} and parks. */
    FakeWriterTime() {
        this(0);
    }

    /** @param workPerLookNanos what the thread works until it looks at the clock */
    FakeWriterTime(long workPerLookNanos) {
        this.workPerLookNanos = workPerLookNanos;
    }

    SnapshotPace.Time time() {
        return new SnapshotPace.Time(this::look, () -> cpuNanos, this::park);
    }

    private long look() {
        work(workPerLookNanos);
        return nowNanos;
    }

    private void park(long nanos) {
        parksNanos.add(nanos);
        nowNanos += nanos;
    }

    void work(long nanos) {
        nowNanos += nanos;
        cpuNanos += nanos;
    }

    /** Waits for the disk, or for a core. */
    void await(long nanos) {
        nowNanos += nanos;
    }

    long nowNanos() {
        return nowNanos;
    }

    List<Long> parksNanos() {
        return parksNanos;
    }
}
