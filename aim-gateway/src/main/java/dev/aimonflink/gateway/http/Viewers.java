package dev.aimonflink.gateway.http;

import dev.aimonflink.sql.SqlState;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Who gets events as they come, and the threads that write to them. A write that lasts gets a thread in its place, so that a viewer who takes
 * nothing holds up no other. Thread-safe.
 */
final class Viewers implements AutoCloseable {
    static final int MOST = 2_000;

    private static final int WRITERS = 2;
    private static final Duration LOOK = Duration.ofMillis(20);
    private static final Duration TICK = Duration.ofSeconds(5);

    private final ThreadPoolExecutor writers = new ThreadPoolExecutor(
            WRITERS, WRITERS, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), named("aim-http-viewer-"));
    private final StalledWrites stalled;
    private final Set<Viewer> present = ConcurrentHashMap.newKeySet();

    /** Viewers, and calls that will be. */
    private final AtomicInteger places = new AtomicInteger();

    /** @param stall how long a viewer may take nothing */
    Viewers(Duration stall, ScheduledExecutorService clock) {
        stalled = new StalledWrites(stall, clock);
        ScheduledFuture<?> unusedLook = clock.scheduleWithFixedDelay(
                this::replaceSlowWriters, LOOK.toMillis(), LOOK.toMillis(), TimeUnit.MILLISECONDS);
        ScheduledFuture<?> unusedTick = clock.scheduleWithFixedDelay(
                () -> present.forEach(Viewer::wake), TICK.toMillis(), TICK.toMillis(), TimeUnit.MILLISECONDS);
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
        int wanted = Math.min(WRITERS + stalled.longerThan(LOOK), WRITERS + MOST);
        if (wanted > writers.getMaximumPoolSize()) {
            writers.setMaximumPoolSize(wanted);
            writers.setCorePoolSize(wanted);
        } else {
            writers.setCorePoolSize(wanted);
            writers.setMaximumPoolSize(wanted);
        }
    }

    /** @throws HttpRefusal if there is no place for another */
    void takePlace() {
        if (places.incrementAndGet() > MOST) {
            leavePlace();
            throw HttpRefusal.of(
                    HttpStatus.TOO_MANY,
                    SqlState.TOO_MANY_CONNECTIONS,
                    "Too many watch: " + MOST + " may. Ask again later, or ask POST /v1/sql.");
        }
    }

    void leavePlace() {
        int unused = places.decrementAndGet();
    }

    /** One that has a place begins; it gets what there is. */
    void add(Viewer viewer) {
        present.add(viewer);
        viewer.wake();
    }

    void remove(Viewer viewer) {
        if (present.remove(viewer)) {
            leavePlace();
        }
    }

    int count() {
        return places.get();
    }

    StalledWrites stalled() {
        return stalled;
    }

    void write(Viewer viewer) {
        if (!writers.isShutdown()) {
            writers.execute(viewer);
        }
    }

    @Override
    public void close() {
        writers.shutdownNow();
    }
}
