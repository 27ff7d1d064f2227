package dev.aimonflink.clients.cli.environment;

import java.util.concurrent.TimeUnit;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarStyle;

/** Shows a progress bar on a terminal, and nothing elsewhere. */
public final class ProgressLine implements AutoCloseable {
    /** For work of unknown size. */
    public static final long UNKNOWN = -1;

    private static final int UPDATE_INTERVAL_MS = 250;
    private static final int MAX_WIDTH = 100;
    /** Updating the bar for every event would cost more than making one. */
    private static final long STEP_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** Null if stderr is not a terminal. */
    private final ProgressBar bar;

    private long lastStepNanos = System.nanoTime();

    public ProgressLine(Environment environment, String task, long size) {
        bar = environment.terminal()
                ? ProgressBar.builder()
                        .setTaskName(task)
                        .setInitialMax(size)
                        .setStyle(ProgressBarStyle.ASCII)
                        .setUpdateIntervalMillis(UPDATE_INTERVAL_MS)
                        .setConsumer(new ConsoleProgressBarConsumer(environment.live(), MAX_WIDTH))
                        .clearDisplayOnFinish()
                        .showSpeed()
                        .build()
                : null;
    }

    public void stepTo(long done) {
        if (bar == null) {
            return;
        }
        long nowNanos = System.nanoTime();
        if (nowNanos - lastStepNanos >= STEP_INTERVAL_NANOS) {
            lastStepNanos = nowNanos;
            bar.stepTo(done);
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
