package dev.aimonflink.gateway.http;

import dev.aimonflink.sql.SqlState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
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
     * A call watches a statement until its user may no longer.
     *
     * @param before the progress of its last event; null for none
     * @throws IOException when the client has gone, or takes nothing for too long
     */
    void watch(Call call, WatchKey key, String before, BooleanSupplier isStillKnown) throws IOException {
        watch(call, List.of(key), before, isStillKnown, (watch, number, isBehind) -> {
            if (isBehind) {
                return new WatchViewer.Seen(watch, System.nanoTime(), -1);
            }
            watch.askFirst();
            return new WatchViewer.Seen(watch, watch.confirmedNanos(), -1);
        });
    }

    /** The same for several: each is seen when it is answered, and one that is wrong, as an error, beside the others. */
    void watchAll(Call call, List<WatchKey> keys, String before, BooleanSupplier isStillKnown) throws IOException {
        watch(
                call,
                keys,
                before,
                isStillKnown,
                (watch, number, isBehind) ->
                        new WatchViewer.Seen(watch, isBehind ? System.nanoTime() : watch.confirmedNanos(), number));
    }

    /** Begins to see a statement, of which the client may have seen more than has been answered here. */
    private interface Beginning {
        WatchViewer.Seen of(Watch watch, int number, boolean isBehind) throws IOException;
    }

    private void watch(Call call, List<WatchKey> keys, String before, BooleanSupplier isStillKnown, Beginning beginning)
            throws IOException {
        viewers.takePlace(call.caller());
        List<Watch> joined = new ArrayList<>();
        try {
            List<WatchViewer.Seen> seen = new ArrayList<>();
            List<Watch> wanted = new ArrayList<>();
            Boolean isOfJob = before == null ? Boolean.FALSE : null;
            for (WatchKey key : keys) {
                Watch watch = joined(key, new CallSessions.Client(key.user(), call.client(), "watch"));
                joined.add(watch);
                boolean isBehind = before != null && watch.isBehind(before);
                if (isBehind && isOfJob == null) {
                    isOfJob = watch.isOfJob(before);
                }
                isBehind &= Boolean.TRUE.equals(isOfJob);
                if (isBehind) {
                    watch.require(before);
                }
                seen.add(beginning.of(watch, seen.size(), isBehind));
                if (isBehind || !watch.isAnswered()) {
                    wanted.add(watch);
                }
            }
            WatchViewer viewer =
                    new WatchViewer(call, seen, Boolean.TRUE.equals(isOfJob) ? before : "", viewers, isStillKnown);
            joined.forEach(each -> each.viewers().add(viewer));
            try {
                wanted.forEach(this::askNow);
                viewer.watch();
            } finally {
                joined.forEach(each -> each.viewers().remove(viewer));
                viewer.end();
            }
        } finally {
            joined.forEach(this::left);
            viewers.leavePlace(call.caller());
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
