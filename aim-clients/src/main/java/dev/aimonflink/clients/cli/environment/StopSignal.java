package dev.aimonflink.clients.cli.environment;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Turns Ctrl-C into a request to stop, and gives the command a moment to finish what it has begun. */
public final class StopSignal implements AutoCloseable {
    private static final Duration FINISH_TIMEOUT = Duration.ofSeconds(30);

    private final CountDownLatch finished = new CountDownLatch(1);
    private final Thread hook = new Thread(this::stop, "aim-stop");
    private volatile boolean requested;

    public StopSignal() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void stop() {
        requested = true;
        try {
            if (!finished.await(FINISH_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                System.err.println("Gave up waiting for the command to finish.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public boolean isRequested() {
        return requested;
    }

    /** The command is done. */
    @Override
    public void close() {
        finished.countDown();
        if (!requested) {
            Runtime.getRuntime().removeShutdownHook(hook);
        }
    }
}
