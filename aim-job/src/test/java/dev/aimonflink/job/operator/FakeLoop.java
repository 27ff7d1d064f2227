package dev.aimonflink.job.operator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** A task's thread whose mail and time only move when the test says so. */
final class FakeLoop implements ScanSchedule.Loop {
    private record Timer(long dueMs, Runnable callback) {}

    private final Queue<Runnable> mails = new ArrayDeque<>();
    private final List<Timer> timers = new ArrayList<>();
    private long nowMs;

    @Override
    public void enqueue(Runnable mail) {
        mails.add(mail);
    }

    @Override
    public void after(long delayMs, Runnable callback) {
        timers.add(new Timer(nowMs + delayMs, callback));
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
