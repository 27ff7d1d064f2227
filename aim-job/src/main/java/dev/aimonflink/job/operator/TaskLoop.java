package dev.aimonflink.job.operator;

import java.util.concurrent.ScheduledFuture;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;

/** The loop of a Flink task: its mailbox, its timers, and their clock. */
record TaskLoop(MailboxExecutor mailbox, ProcessingTimeService timers) implements ScanSchedule.Loop {
    @Override
    public void enqueue(Runnable mail) {
        enqueue(mail, "a slice of a scan");
    }

    /** @param description for whoever looks at a hanging task */
    void enqueue(Runnable mail, String description) {
        mailbox.execute(mail::run, description);
    }

    long nowMs() {
        return timers.getCurrentProcessingTime();
    }

    @Override
    public void after(long delayMs, Runnable callback) {
        // Flink fails the task if the callback fails, and drops the timer when the task ends.
        ScheduledFuture<?> unused = timers.registerTimer(nowMs() + delayMs, timestampMs -> callback.run());
    }
}
