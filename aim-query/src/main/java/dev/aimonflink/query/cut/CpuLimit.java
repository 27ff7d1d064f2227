package dev.aimonflink.query.cut;

import dev.aimonflink.query.pass.NanoClock;
import dev.aimonflink.query.pass.QueryFailure;
import dev.aimonflink.sql.rows.StopCheck;
import java.util.function.Supplier;

/**
 * Ends what a thread computes from now on when it has used too much CPU time. It reads the thread's CPU clock, which is a system call,
 * only when enough time has passed to reach the limit.
 */
final class CpuLimit implements StopCheck {
    private final NanoClock elapsed;
    private final NanoClock cpu;
    private final long limitNanos;
    private final Supplier<QueryFailure> failure;
    private final long cpuStartNanos;
    private long nextLookNanos;

    CpuLimit(NanoClock elapsed, NanoClock cpu, long limitNanos, Supplier<QueryFailure> failure) {
        this.elapsed = elapsed;
        this.cpu = cpu;
        this.limitNanos = limitNanos;
        this.failure = failure;
        cpuStartNanos = cpu.nanoTime();
        nextLookNanos = elapsed.nanoTime() + limitNanos;
    }

    @Override
    public void check() {
        final long nowNanos = elapsed.nanoTime();
        if (nowNanos - nextLookNanos < 0) {
            return;
        }
        final long leftNanos = limitNanos - (cpu.nanoTime() - cpuStartNanos);
        if (leftNanos < 0) {
            throw failure.get();
        }
        nextLookNanos = nowNanos + leftNanos;
    }
}
