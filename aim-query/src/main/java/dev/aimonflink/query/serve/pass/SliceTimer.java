package dev.aimonflink.query.serve.pass;

/**
 * Measures a slice, or anything with a budget, in its thread's CPU time: time in which the thread did not run does not count.
 *
 * <p>Reading CPU time is a system call, so it is read only when the budget may be used up.
 */
public final class SliceTimer {
    private final NanoClock elapsed;
    private final NanoClock cpu;
    private long budgetNanos;
    private long startNanos;
    private long cpuStartNanos;
    private long nextLookNanos;
    private long lapNanos;
    private long cpuNanos;
    private boolean hasLooked;

    /** When {@link #isOver} was last asked. */
    private long nowNanos;

    public SliceTimer(PartitionClocks clocks) {
        elapsed = clocks.elapsed();
        cpu = clocks.cpu();
    }

    public void start(long budget) {
        budgetNanos = budget;
        cpuStartNanos = cpu.nanoTime();
        startNanos = elapsed.nanoTime();
        nowNanos = startNanos;
        lapNanos = 0;
        cpuNanos = 0;
        hasLooked = false;
        nextLookNanos = startNanos + budget;
    }

    public boolean isOver() {
        final long lastNanos = nowNanos;
        nowNanos = elapsed.nanoTime();
        lapNanos = nowNanos - lastNanos;
        assert lapNanos >= 0 : "a clock of elapsed time does not go back";
        if (nowNanos - nextLookNanos < 0) {
            return false;
        }
        cpuNanos = cpu.nanoTime() - cpuStartNanos;
        hasLooked = true;
        final long leftNanos = budgetNanos - cpuNanos;
        nextLookNanos = nowNanos + leftNanos;
        return leftNanos <= 0;
    }

    /** How long the last step took: the time between the last two calls of {@link #isOver}, or since the start. */
    long lapNanos() {
        return lapNanos;
    }

    /** As {@link #cpuShare}, but always measured: by a system call if the slice has not needed one yet. */
    double exactCpuShare() {
        if (!hasLooked) {
            cpuNanos = cpu.nanoTime() - cpuStartNanos;
            hasLooked = true;
        }
        return cpuShare();
    }

    /** The share of the slice in which the thread had a core; 1 if the slice ended within its budget. */
    public double cpuShare() {
        return !hasLooked ? 1 : Math.min(1, (double) cpuNanos / Math.max(1, nowNanos - startNanos));
    }
}
