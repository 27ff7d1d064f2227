package dev.aimonflink.job.operator;

import dev.aimonflink.query.serve.pass.NanoClock;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps the thread that writes a snapshot to a share of a core: it works for a stint, then parks in proportion to the stint's CPU time.
 *
 * <p>The snapshot has to end within a budget, so the thread parks only while it is ahead of the straight line from no rows at the beginning
 * to all rows at the end of the budget.
 *
 * <p>The task's thread creates it, and then one thread writes with it.
 */
final class SnapshotPace {
    /** Short, so that threads waiting for the core wait little, and long enough for exact parks. */
    static final long STINT_NANOS = 500_000;

    /** A cancelled snapshot ends soon, even if nobody interrupts its thread. */
    static final long LONGEST_PARK_NANOS = 20_000_000;

    /** Parks the calling thread for about so long; returns at once if it is interrupted, as Flink does to cancel. */
    @FunctionalInterface
    interface Parking {
        void park(long nanos);
    }

    /** The time of the writing thread. */
    record Time(NanoClock clock, NanoClock cpuClock, Parking parking) {
        static final Time SYSTEM = new Time(NanoClock.SYSTEM, NanoClock.THREAD_CPU, LockSupport::parkNanos);
    }

    private final double parkPerWork;
    private final double rows;
    private final double budgetNanos;
    private final Time time;
    private final long beginNanos;

    /** For assertions. */
    private Thread writer;

    private long written;
    private long stintBeginNanos;
    private long stintBeginCpuNanos;

    /**
     * @param share of a core, above 0
     * @param rows in the snapshot; if it has more, the rest has the rest of the budget
     * @param budgetNanos from now on
     */
    SnapshotPace(double share, long rows, long budgetNanos, Time time) {
        this.parkPerWork = 1 / share - 1;
        this.rows = rows;
        this.budgetNanos = budgetNanos;
        this.time = time;
        this.beginNanos = time.clock().nanoTime();
    }

    /** Counts a row, and parks if a stint ends with it. */
    void rowWritten() {
        written++;
        if (written == 1) {
            writer = Thread.currentThread();
            beginStint(); // not in the constructor, because the CPU time is that of the thread that writes
        } else if (time.clock().nanoTime() - stintBeginNanos >= STINT_NANOS) {
            park();
            beginStint();
        }
        assert Thread.currentThread() == writer : "one thread writes a snapshot";
    }

    private void beginStint() {
        stintBeginNanos = time.clock().nanoTime();
        stintBeginCpuNanos = time.cpuClock().nanoTime();
    }

    private void park() {
        long workNanos = time.cpuClock().nanoTime() - stintBeginCpuNanos;
        long parkNanos = Math.min((long) (workNanos * parkPerWork), Math.min(LONGEST_PARK_NANOS, aheadNanos()));
        if (parkNanos > 0) {
            time.parking().park(parkNanos);
        }
    }

    /** How far the thread is ahead of the line to the end of the budget. */
    private long aheadNanos() {
        double lineNanos = budgetNanos * Math.min(1, written / rows);
        return (long) lineNanos - (time.clock().nanoTime() - beginNanos);
    }
}
