package dev.aimonflink.job.plan;

import dev.aimonflink.job.config.PlanningLimits;
import dev.aimonflink.query.serve.pass.NanoClock;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Plans one text after the other, in the order and within the budget of its {@link PlanQueue}. */
final class PlanThread {
    /** The most deeply nested statements take up to 0.8 MB in code that is not compiled. */
    private static final long STACK_BYTES = 4L << 20;

    private static final long END_MS = TimeUnit.SECONDS.toMillis(5);

    private static final Logger LOG = LoggerFactory.getLogger(PlanThread.class);

    private final PlanningLimits limits;
    private final NanoClock clock;
    private final NanoClock cpuClock;
    private final ClientUsage usage;
    private final PlanQueue queue;
    private final Thread thread;
    private boolean ended;

    private record Work(PlanTask task, List<PlanTask> late) {}

    PlanThread(PlanningLimits limits, NanoClock clock, NanoClock cpuClock, ClientUsage usage) {
        this.limits = limits;
        this.clock = clock;
        this.cpuClock = cpuClock;
        this.usage = usage;
        queue = new PlanQueue(limits, clock.nanoTime());
        thread = new Thread(null, this::run, "aim-planner", STACK_BYTES);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Ends the thread, and waits for it, because its classes go with the job. */
    void end() {
        synchronized (this) {
            ended = true;
            notifyAll();
        }
        try {
            thread.join(END_MS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    void add(PlanTask task) {
        List<PlanTask> evicted;
        synchronized (this) {
            evicted = queue.add(task);
            notifyAll();
        }
        refuse(evicted);
    }

    /** Drops the text of a request that waits to be admitted. */
    synchronized void drop(String requestKey) {
        queue.removeMatching(task -> task.requestKey().equals(requestKey));
    }

    synchronized int waiting() {
        return queue.waiting();
    }

    private void run() {
        try {
            for (Work work = next(); work != null; work = next()) {
                act(work);
            }
        } catch (InterruptedException interrupted) {
            LOG.info("The planning of texts was interrupted.");
        }
    }

    private void act(Work work) {
        try {
            refuse(work.late);
            if (work.task != null) {
                plan(work.task);
            }
        } catch (RuntimeException | Error defect) {
            // The receiver's failure; all later texts need the thread.
            LOG.error("What became of a text could not be passed on. Its request has no answer.", defect);
        }
    }

    /** Waits until there is something to do; null at the end. */
    private synchronized Work next() throws InterruptedException {
        while (!ended) {
            long nowNanos = clock.nanoTime();
            List<PlanTask> late = queue.takeLate(nowNanos);
            PlanTask task = queue.next(nowNanos);
            if (task != null || !late.isEmpty()) {
                return new Work(task, late);
            }
            // Without a waiting text, until one comes.
            long pauseNanos = queue.waiting() == 0 ? 0 : queue.pauseNanos(nowNanos);
            wait(TimeUnit.NANOSECONDS.toMillis(pauseNanos), (int) (pauseNanos % 1_000_000));
        }
        return null;
    }

    private void plan(PlanTask task) {
        PlanCheck check = new PlanCheck(limits, clock, cpuClock, () -> limitNanos(task));
        TextPlan plan = TextPlan.of(task.planning(), check);
        long usedNanos = check.usedNanos();
        synchronized (this) {
            queue.use(task, usedNanos, clock.nanoTime());
        }
        if (task.isAdmission()) {
            usage.planned(task.payer(), usedNanos);
            if (plan.error() != null && plan.error().code() == Code.OVERLOADED) {
                usage.refuse();
            }
        }
        task.done().accept(plan);
    }

    private synchronized long limitNanos(PlanTask task) {
        return queue.limitNanos(task);
    }

    private void refuse(List<PlanTask> tasks) {
        for (PlanTask task : tasks) {
            long usedNanos;
            synchronized (this) {
                usedNanos = queue.usedNanos(task.payer(), clock.nanoTime());
            }
            usage.refuse();
            task.done().accept(TextPlan.refused(limits.overShare(usedNanos)));
        }
    }
}
