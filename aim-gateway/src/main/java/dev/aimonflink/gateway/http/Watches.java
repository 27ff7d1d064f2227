package dev.aimonflink.gateway.http;

import dev.aimonflink.sql.SqlState;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The statements that are watched, and the threads that ask them. Thread-safe. */
final class Watches implements AutoCloseable {
    static final int MAX_WATCHES = 200;

    private final CallSessions requests;
    private final Viewers viewers;
    private final ScheduledExecutorService clock;
    private final FairPlaces places = new FairPlaces(MAX_WATCHES);

    /** One for each that is asked at this moment, so that a slow statement holds up no other. */
    private final ExecutorService askers = Executors.newCachedThreadPool(HttpPort.named("aim-http-watch-"));

    private final Map<WatchKey, Watch> watches = new HashMap<>();
    private boolean isClosed;

    Watches(CallSessions requests, Viewers viewers, ScheduledExecutorService clock) {
        this.requests = requests;
        this.viewers = viewers;
        this.clock = clock;
    }

    /**
     * A call watches until its user may no longer.
     *
     * @param before the progress of its last event; null for none
     * @throws IOException when the client has gone, or takes nothing for too long
     */
    void watch(Call call, WatchKey key, String before, BooleanSupplier isStillKnown) throws IOException {
        viewers.takePlace(key.user());
        try {
            Watch watch = joined(key, new CallSessions.Client(key.user(), call.client(), "watch"));
            try {
                boolean hasSeenMore = before != null && watch.require(before);
                final long nowNanos = System.nanoTime();
                watch.askFirst();
                WatchViewer viewer = new WatchViewer(
                        call, watch, viewers, hasSeenMore ? nowNanos : watch.confirmedNanos(), isStillKnown);
                watch.viewers().add(viewer);
                try {
                    if (hasSeenMore) {
                        askNow(watch);
                    }
                    viewer.watch();
                } finally {
                    watch.viewers().remove(viewer);
                    viewer.end();
                }
            } finally {
                left(watch);
            }
        } finally {
            viewers.leavePlace(key.user());
        }
    }

    private synchronized Watch joined(WatchKey key, CallSessions.Client client) {
        boolean isNew = !watches.containsKey(key);
        if (isNew && !places.take(key.user())) {
            throw HttpRefusal.of(
                    HttpStatus.TOO_MANY,
                    SqlState.TOO_MANY_CONNECTIONS,
                    "Too many statements are watched: " + MAX_WATCHES
                            + " may be, and half as many of one user. Ask again later, or ask POST /v1/sql.");
        }
        Watch watch = watches.computeIfAbsent(key, each -> new Watch(each, requests, client));
        watch.join();
        if (isNew) {
            later(watch);
        }
        return watch;
    }

    private synchronized void left(Watch watch) {
        if (watch.leave()) {
            watches.remove(watch.key());
            places.leave(watch.key().user());
            watch.end();
        }
    }

    private synchronized void askNow(Watch watch) {
        if (!isClosed) {
            askers.execute(watch::ask);
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
    }
}
