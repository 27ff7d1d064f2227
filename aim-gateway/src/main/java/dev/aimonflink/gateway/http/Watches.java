package dev.aimonflink.gateway.http;

import dev.aimonflink.sql.SqlState;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * The statements that are watched, and the threads that ask them and write to their viewers. A write that lasts gets a thread in its place,
 * so that a viewer who takes nothing holds up no other. Thread-safe.
 */
final class Watches implements AutoCloseable {
    static final int MAX_VIEWERS = 2_000;
    static final int MAX_WATCHES = 200;

    private static final int ASKERS = 8;
    private static final int WRITERS = 2;
    private static final Duration LOOK = Duration.ofMillis(20);
    private static final Duration TICK = Duration.ofSeconds(5);

    private final CallSessions requests;
    private final ScheduledExecutorService clock;
    private final ExecutorService askers = Executors.newFixedThreadPool(ASKERS, named("aim-http-watch-"));
    private final ThreadPoolExecutor writers = new ThreadPoolExecutor(
            WRITERS, WRITERS, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), named("aim-http-viewer-"));
    private final StalledWrites stalled;
    private final Map<WatchKey, Watch> watches = new HashMap<>();
    private int viewers;
    private boolean isClosed;

    /** @param stall how long a viewer may take nothing */
    Watches(CallSessions requests, Duration stall, ScheduledExecutorService clock) {
        this.requests = requests;
        this.clock = clock;
        stalled = new StalledWrites(stall, clock);
        ScheduledFuture<?> unusedLook = clock.scheduleWithFixedDelay(
                this::replaceSlowWriters, LOOK.toMillis(), LOOK.toMillis(), TimeUnit.MILLISECONDS);
        ScheduledFuture<?> unusedTick = clock.scheduleWithFixedDelay(
                () -> present().forEach(watch -> watch.viewers().forEach(Viewer::wake)),
                TICK.toMillis(),
                TICK.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    static ThreadFactory named(String prefix) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, prefix + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    private void replaceSlowWriters() {
        int wanted = Math.min(WRITERS + stalled.longerThan(LOOK), WRITERS + MAX_VIEWERS);
        if (wanted > writers.getMaximumPoolSize()) {
            writers.setMaximumPoolSize(wanted);
            writers.setCorePoolSize(wanted);
        } else {
            writers.setCorePoolSize(wanted);
            writers.setMaximumPoolSize(wanted);
        }
    }

    private synchronized List<Watch> present() {
        return List.copyOf(watches.values());
    }

    synchronized int viewers() {
        return viewers;
    }

    StalledWrites stalled() {
        return stalled;
    }

    void write(Viewer viewer) {
        if (!writers.isShutdown()) {
            writers.execute(viewer);
        }
    }

    /**
     * A call watches from now on, and its thread goes.
     *
     * @param before the progress of its last event; null for none
     */
    void attach(Call call, WatchKey key, String before, BooleanSupplier isStillKnown) throws IOException {
        Watch watch = joined(key, new CallSessions.Client(key.user(), call.client(), "watch"));
        boolean isWatched = false;
        try {
            Frame first = before == null ? watch.firstOrNull() : watch.after(before);
            Viewer viewer = new Viewer(call, watch, this, first, isStillKnown);
            watch.viewers().add(viewer);
            isWatched = true;
            viewer.wake();
        } finally {
            if (!isWatched) {
                left(watch);
                if (call.isDetached()) {
                    call.close();
                }
            }
        }
    }

    private synchronized Watch joined(WatchKey key, CallSessions.Client client) {
        boolean isNew = !watches.containsKey(key);
        if (viewers >= MAX_VIEWERS || (isNew && watches.size() >= MAX_WATCHES)) {
            throw HttpRefusal.of(
                    HttpStatus.TOO_MANY,
                    SqlState.TOO_MANY_CONNECTIONS,
                    "Too many watch: " + MAX_VIEWERS + " viewers of " + MAX_WATCHES
                            + " statements may. Ask again later, or ask POST /v1/sql.");
        }
        viewers++;
        Watch watch = watches.computeIfAbsent(key, each -> new Watch(each, requests, client));
        watch.join();
        if (isNew) {
            later(watch);
        }
        return watch;
    }

    void leave(Viewer viewer, Watch watch) {
        if (watch.viewers().remove(viewer)) {
            left(watch);
        }
    }

    private synchronized void left(Watch watch) {
        viewers--;
        if (watch.leave()) {
            watches.remove(watch.key());
        }
    }

    private synchronized void later(Watch watch) {
        if (isClosed) {
            return;
        }
        ScheduledFuture<?> unused = clock.schedule(
                () -> askers.execute(() -> askAgain(watch)),
                watch.key().interval().toMillis(),
                TimeUnit.MILLISECONDS);
    }

    private void askAgain(Watch watch) {
        synchronized (this) {
            if (isClosed || watches.get(watch.key()) != watch) {
                return;
            }
        }
        try {
            watch.ask();
        } finally {
            later(watch);
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
        }
        askers.shutdownNow();
        writers.shutdownNow();
    }
}
