package dev.aimonflink.job.plan;

import dev.aimonflink.job.config.PlanningLimits;
import dev.aimonflink.query.serve.pass.NanoClock;
import dev.aimonflink.query.serve.pass.QueryFailure;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Ends the planning of a text that has used too much CPU time, which is less while others wait. Reads the thread's CPU clock, a system
 * call, only now and then.
 */
final class PlanCheck implements Runnable {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final PlanningLimits limits;
    private final NanoClock elapsed;
    private final NanoClock cpu;
    private final LongSupplier limitNanos;
    private final long startNanos;
    private long nextLookNanos;

    /** @param limitNanos what the text may use now */
    PlanCheck(PlanningLimits limits, NanoClock elapsed, NanoClock cpu, LongSupplier limitNanos) {
        this.limits = limits;
        this.elapsed = elapsed;
        this.cpu = cpu;
        this.limitNanos = limitNanos;
        startNanos = cpu.nanoTime();
        nextLookNanos = elapsed.nanoTime() + LOOK_NANOS;
    }

    long usedNanos() {
        return cpu.nanoTime() - startNanos;
    }

    @Override
    public void run() {
        final long nowNanos = elapsed.nanoTime();
        if (nowNanos - nextLookNanos < 0) {
            return;
        }
        final long limit = limitNanos.getAsLong();
        if (usedNanos() > limit) {
            throw new QueryFailure(limits.tooLong(limit));
        }
        nextLookNanos = nowNanos + LOOK_NANOS;
    }
}
