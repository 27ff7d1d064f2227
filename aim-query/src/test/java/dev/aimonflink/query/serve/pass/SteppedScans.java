package dev.aimonflink.query.serve.pass;

import java.util.ArrayDeque;
import java.util.Deque;

/** A scan thread without a thread: the test decides when it does a step, and when the task's thread reads a mail. */
public final class SteppedScans {
    private final Deque<Runnable> mails = new ArrayDeque<>();
    private final ScanThread thread;
    private boolean isTurnOfTask;
    private boolean isTurnToHelp;

    public SteppedScans(PartitionClocks clocks) {
        thread = new ScanThread(null, mails::add, clocks, 0, failure -> {
            throw new AssertionError(failure);
        });
    }

    public ScanThread thread() {
        return thread;
    }

    /** Whether there is a pass, or a mail that was not read. */
    public boolean isBusy() {
        return thread.hasPass() || !mails.isEmpty();
    }

    /**
     * Does something: a step, or what a mail says, in turns. Returns whether there was anything to do, and it was not the turn of the task's
     * thread to help.
     */
    public boolean goOn(QueryQueue queries) {
        if (queries.canHelp()) {
            isTurnToHelp = !isTurnToHelp;
            if (isTurnToHelp) {
                return false;
            }
        }
        return goOn();
    }

    /** The same, but the task's thread never helps. */
    public boolean goOn() {
        isTurnOfTask = !isTurnOfTask;
        return isTurnOfTask ? readMail() || step() : step() || readMail();
    }

    /** Does the smallest step there is on the scan thread. Returns whether there was one to do. */
    private boolean step() {
        boolean hadPass = thread.hasPass();
        thread.step();
        return hadPass;
    }

    /** Reads a mail on the task's thread. Returns whether there was one. */
    private boolean readMail() {
        Runnable mail = mails.poll();
        if (mail != null) {
            mail.run();
        }
        return mail != null;
    }
}
