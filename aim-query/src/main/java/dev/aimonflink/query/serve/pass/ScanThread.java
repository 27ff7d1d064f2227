package dev.aimonflink.query.serve.pass;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * A thread beside a task's that runs the passes of its partition, one at a time:
 *
 * <pre>
 *   task's thread                                scan thread
 *   seals a cut, makes a pass  -- run ------&gt;    shows its blocks to its queries
 *   applies events             -- order ----&gt;    drops a query
 *   sends an answer            &lt;-- tell -----    answers a query
 *   unseals, makes the next    &lt;-- done -----    can go on no more: the pass is over, or waits for a second round
 * </pre>
 *
 * <p>A pass belongs to the thread that has it. It is handed over by a volatile write and returned by a mail to the task, so each thread
 * sees all that the other did to it before. Orders are carried out between slices; one that is too late for this thread is carried out by
 * the task's, which then has the pass. The thread starts with its first pass.
 */
public final class ScanThread implements AutoCloseable {
    /** The longest wait of an order. */
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final long CLOSE_MS = 5_000;

    private final Executor task;
    private final Consumer<Throwable> failure;
    private final NanoClock cpu;
    private final SliceTimer timer;
    private final long sliceNanos;
    private final Queue<Runnable> orders = new ConcurrentLinkedQueue<>();

    private final Thread thread;

    /** Null if there is none. */
    private volatile Run given;

    /** Written by the scan thread. */
    private volatile long cpuNanos;

    private boolean isStarted;
    private volatile boolean isClosed;

    private record Run(Pass pass, Runnable done) {}

    /**
     * @param task runs something on the task's thread, in order; may refuse it when the task ends
     * @param clocks whose CPU clock is that of the calling thread
     * @param failure takes what ends the thread, and should end the task
     */
    public ScanThread(String name, Executor task, PartitionClocks clocks, Consumer<Throwable> failure) {
        this(name, task, clocks, SLICE_NANOS, failure);
    }

    /** @param nameOrNull null for no thread: somebody else calls {@link #step} */
    ScanThread(String nameOrNull, Executor task, PartitionClocks clocks, long sliceNanos, Consumer<Throwable> failure) {
        this.task = task;
        this.sliceNanos = sliceNanos;
        this.failure = failure;
        cpu = clocks.cpu();
        timer = new SliceTimer(clocks);
        thread = nameOrNull == null ? null : new Thread(this::loop, nameOrNull);
        if (thread != null) {
            thread.setDaemon(true);
        }
    }

    // ---- for the task's thread

    /** @param done runs on the task's thread, which has the pass again */
    void run(Pass pass, Runnable done) {
        assert given == null : "the scan thread has a pass already";
        assert Thread.currentThread() != thread : "the task gives passes";
        given = new Run(pass, done);
        if (thread != null) {
            wake();
        }
    }

    private void wake() {
        if (!isStarted) {
            isStarted = true;
            thread.start();
        }
        LockSupport.unpark(thread);
    }

    boolean hasPass() {
        return given != null;
    }

    /** Does something to the last given pass. */
    void order(Runnable order) {
        assert Thread.currentThread() != thread : "the task gives orders";
        orders.add(order);
    }

    /** Any thread may call this. */
    public long cpuNanos() {
        return cpuNanos;
    }

    /**
     * Ends the thread and waits for its end; if the task is cancelled meanwhile, the thread still ends with its step. Messages that the
     * task's thread has not run by then have no effect.
     */
    @Override
    public void close() {
        isClosed = true;
        LockSupport.unpark(thread);
        // Joining a thread that never started returns at once.
        try {
            thread.join(CLOSE_MS);
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
        }
    }

    public boolean isOver() {
        return !thread.isAlive();
    }

    // ---- for the scan thread

    void tell(Runnable message) {
        try {
            task.execute(() -> {
                if (!isClosed) {
                    message.run();
                }
            });
        } catch (RejectedExecutionException taskEnds) {
            isClosed = true;
        }
    }

    private void loop() {
        try {
            while (!isClosed) {
                if (!step()) {
                    LockSupport.park(this);
                }
            }
        } catch (Throwable defect) {
            failure.accept(defect);
        }
    }

    /** Runs a slice of the given pass; returns whether there is more to do. */
    boolean step() {
        assert thread == null || Thread.currentThread() == thread : "a pass runs on the thread that has it";
        final Run run = given;
        if (run == null) {
            return false;
        }
        carryOutOrders();
        if (!run.pass.isOver()) {
            timer.start(sliceNanos);
            run.pass.runSlice(timer);
            cpuNanos = cpu.nanoTime();
        }
        if (!run.pass.isOver() && run.pass.hasWork()) {
            return true;
        }
        given = null;
        tell(() -> {
            carryOutOrders();
            run.done.run();
        });
        return false;
    }

    private void carryOutOrders() {
        for (Runnable order = orders.poll(); order != null; order = orders.poll()) {
            order.run();
        }
    }
}
