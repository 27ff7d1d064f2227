package dev.aimonflink.clients.shell;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** What Ctrl-C ends: a question or a pause, or the next one if pressed in between, so a watch always ends. */
public final class CtrlC {
    @FunctionalInterface
    public interface Interruptible {
        void run() throws InterruptedException;
    }

    /** Null if no question is asked now. */
    private Thread asking;

    private boolean isPressed;

    synchronized void press() {
        isPressed = true;
        if (asking != null) {
            asking.interrupt();
        }
        notifyAll();
    }

    /** What follows is not what it was pressed for. */
    synchronized void forget() {
        isPressed = false;
    }

    /** It ends by an exception if Ctrl-C is pressed, or was pressed before and has ended nothing. */
    public void interrupts(Interruptible question) throws InterruptedException {
        try {
            begin();
            question.run();
        } catch (InterruptedException ended) {
            forget();
            throw ended;
        } finally {
            end();
        }
    }

    private synchronized void begin() throws InterruptedException {
        if (isPressed) {
            throw new InterruptedException();
        }
        asking = Thread.currentThread();
    }

    /** A press that was too late for the question must not interrupt something else in its thread. */
    private synchronized void end() {
        asking = null;
        Thread.interrupted();
    }

    /** Waits; false at once if Ctrl-C is pressed, or was pressed before and has ended nothing. */
    synchronized boolean pause(Duration time) {
        long deadlineNanos = System.nanoTime() + time.toNanos();
        try {
            long leftNanos = time.toNanos();
            while (!isPressed && leftNanos > 0) {
                TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
                leftNanos = deadlineNanos - System.nanoTime();
            }
        } catch (InterruptedException ended) {
            return false;
        }
        boolean goesOn = !isPressed;
        isPressed = false;
        return goesOn;
    }
}
