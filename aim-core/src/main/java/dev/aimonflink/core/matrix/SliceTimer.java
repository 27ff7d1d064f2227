package dev.aimonflink.core.matrix;

/**
 * Measures a slice in the CPU time of its thread: time in which the thread did not run does not count.
 *
 * <p>A thread's CPU time is a system call, so it is read only when enough time has passed for the budget to be used up.
 */
final class SliceTimer {
    private final NanoClock elapsed;
    private final NanoClock cpu;
    private long budgetNanos;
    private long cpuStartNanos;
    private long nextLookNanos;

    SliceTimer(PartitionClocks clocks) {
        elapsed = clocks.elapsed();
        cpu = clocks.cpu();
    }

    void start(long budget) {
        budgetNanos = budget;
        cpuStartNanos = cpu.nanoTime();
        nextLookNanos = elapsed.nanoTime() + budget;
    }

    /** Whether the budget is used up. */
    boolean isOver() {
        final long nowNanos = elapsed.nanoTime();
        if (nowNanos - nextLookNanos < 0) {
            return false;
        }
        final long leftNanos = budgetNanos - (cpu.nanoTime() - cpuStartNanos);
        nextLookNanos = nowNanos + leftNanos;
        return leftNanos <= 0;
    }
}
