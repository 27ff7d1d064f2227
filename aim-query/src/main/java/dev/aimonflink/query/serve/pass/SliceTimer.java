package dev.aimonflink.query.serve.pass;

/**
 * Measures a slice, or what else has a budget, in the CPU time of its thread: time in which the thread did not run does not count.
 *
 * <p>A thread's CPU time is a system call, so it is read only when enough time has passed for the budget to be used up.
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

    /** When {@link #isOver} was asked last. */
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

    /** Whether the budget is used up. */
    public boolean isOver() {
        final long lastNanos = nowNanos;
        nowNanos = elapsed.nanoTime();
        lapNanos = nowNanos - lastNanos;
        if (nowNanos - nextLookNanos < 0) {
            return false;
        }
        cpuNanos = cpu.nanoTime() - cpuStartNanos;
        hasLooked = true;
        final long leftNanos = budgetNanos - cpuNanos;
        nextLookNanos = nowNanos + leftNanos;
        return leftNanos <= 0;
    }

    /** How long the last step took: the time between the last two calls of {@link #isOver}, or from the start to the first one. */
    long lapNanos() {
        return lapNanos;
    }

    /** As {@link #cpuShare}, but measured in any case: by a system call if the slice has not needed one yet. */
    double exactCpuShare() {
        if (!hasLooked) {
            cpuNanos = cpu.nanoTime() - cpuStartNanos;
            hasLooked = true;
        }
        return cpuShare();
    }

    /** In which share of the slice the thread had a core; all of it if the slice ended within its budget. */
    public double cpuShare() {
        return !hasLooked ? 1 : Math.min(1, (double) cpuNanos / Math.max(1, nowNanos - startNanos));
    }
}
