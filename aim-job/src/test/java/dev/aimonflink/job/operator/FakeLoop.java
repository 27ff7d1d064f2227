package dev.aimonflink.job.operator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;

/** A task's thread whose mail and time only move when the test says so. */
final class FakeLoop implements ScanSchedule.Loop {
    private record Timer(long dueMs, Runnable callback) {}

    private final Queue<Runnable> mails = new ArrayDeque<>();
    private final List<Timer> timers = new ArrayList<>();
    private long nowMs;
    private boolean isQuiesced;

    @Override
    public void enqueue(Runnable mail) {
        if (isQuiesced) {
            throw new RejectedExecutionException("The task ends.");
        }
        mails.add(mail);
    }

    @Override
    public void after(long delayMs, Runnable callback) {
        timers.add(new Timer(nowMs + delayMs, callback));
    }

    /** Takes no further mail, and keeps those that it has. */
    void quiesce() {
        isQuiesced = true;
    }

    int mails() {
        return mails.size();
    }

    int timers() {
        return timers.size();
    }

    void runMail() {
        mails.remove().run();
    }

    void runMails(int count) {
        for (int i = 0; i < count; i++) {
            runMail();
        }
    }

    /** Lets time pass, with the timers that become due. */
    void pass(long millis) {
        nowMs += millis;
        List<Timer> due = timers.stream().filter(timer -> timer.dueMs <= nowMs).toList();
        timers.removeAll(due);
        due.forEach(timer -> timer.callback.run());
    }
}
