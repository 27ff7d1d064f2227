package dev.aimonflink.lab.meter;

import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.clients.query.Times;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * Measures how old answers are. At a steady pace it publishes a marker, an event of its own entity, and asks until an answer shows it.
 * Markers are published regardless of earlier ones, but only one question at a time looks for those of a {@link Lane}: otherwise a lagging
 * job would be asked the more, the further it is behind.
 */
public final class Freshness {
    public static final Duration INTERVAL = Duration.ofMillis(50);

    /** A marker that no answer shows by then is lost. */
    public static final Duration GIVE_UP = Duration.ofSeconds(30);

    private static final Duration ASK_TIMEOUT = Duration.ofSeconds(10);

    /** The pause before asking again for a marker. */
    private static final long PAUSE_MS = 1;

    private record Waiting(Markers.Marker marker, boolean warmUp, long intendedNanos, LongConsumer listener) {}

    private final Markers markers;
    private final Asking client;
    private final AtomicLong nextProbeId;
    private final long firstProbeId;
    private final AtomicInteger waiting = new AtomicInteger();
    private final Times pointTimes = new Times();
    private final Times scanTimes = new Times();
    private final Times warmUpTimes = new Times();
    private final List<Lane> lanes;
    private final List<String> failures = new CopyOnWriteArrayList<>();

    /** @param firstProbeId the first of the entities that only markers use */
    public Freshness(Markers markers, Asking client, long firstProbeId) {
        this.markers = markers;
        this.client = client;
        this.firstProbeId = firstProbeId;
        nextProbeId = new AtomicLong(firstProbeId);
        lanes = Stream.generate(Lane::new).limit(markers.lanes()).toList();
    }

    /**
     * Publishes a marker and asks for it; one thread calls this at a steady pace.
     *
     * @param intendedNanos when it was due, from which its age counts
     * @param warmUp whether the JVM still compiles; such markers are counted separately
     */
    public void mark(long nowMs, long intendedNanos, boolean warmUp) {
        if (markers.isDue(nowMs)) {
            mark(intendedNanos, warmUp, nanos -> {});
        }
    }

    /**
     * The same, even when a marker is not due.
     *
     * @param listener takes the nanoseconds until an answer showed the marker, or it was given up
     */
    public void mark(long intendedNanos, boolean warmUp, LongConsumer listener) {
        long id = nextProbeId.getAndIncrement();
        Markers.Marker marker = markers.publish(id - firstProbeId, id);
        waiting.incrementAndGet();
        lanes.get(marker.lane()).add(new Waiting(marker, warmUp, intendedNanos, listener));
    }

    /** Markers that the same questions show, in publishing order. */
    private final class Lane {
        private final Deque<Waiting> unseen = new ArrayDeque<>();

        void add(Waiting next) {
            boolean isFirst;
            synchronized (unseen) {
                isFirst = unseen.isEmpty();
                unseen.add(next);
            }
            if (isFirst) {
                ask(next);
            }
        }

        private void ask(Waiting oldest) {
            CompletableFuture<QueryResult> asked;
            try {
                asked = client.ask(oldest.marker.question(), ASK_TIMEOUT);
            } catch (RuntimeException e) {
                asked = CompletableFuture.failedFuture(e);
            }
            CompletableFuture<?> unused = asked.whenComplete((answer, failure) -> {
                Waiting next = oldestAfter(oldest, answer, failure);
                if (oldest.equals(next)) {
                    CompletableFuture.delayedExecutor(PAUSE_MS, TimeUnit.MILLISECONDS)
                            .execute(() -> ask(oldest));
                } else if (next != null) {
                    ask(next);
                }
            });
        }

        /** Ends markers that an answer shows or that have waited too long, and returns the oldest one left. */
        private Waiting oldestAfter(Waiting oldest, QueryResult answer, Throwable failure) {
            long nowNanos = System.nanoTime();
            long ageNanos = nowNanos - oldest.intendedNanos;
            String reason = Asking.unanswered(answer, failure);
            if (reason == null && oldest.marker.isShownBy().test(answer)) {
                Waiting next = endShown(oldest, nowNanos);
                while (next != null
                        && !next.marker.isPoint()
                        && next.marker.isShownBy().test(answer)) {
                    next = endShown(next, nowNanos);
                }
                return next;
            }
            boolean isTimeout = answer != null && answer.status() == QueryResult.Status.TIMEOUT;
            if (reason != null && !isTimeout) {
                return end(oldest, ageNanos, "No answer for a marker. " + reason);
            }
            return ageNanos <= GIVE_UP.toNanos()
                    ? oldest
                    : end(
                            oldest,
                            ageNanos,
                            "No answer showed the marker of " + oldest.marker.of() + " within " + GIVE_UP.toSeconds()
                                    + " s.");
        }

        private Waiting endShown(Waiting shown, long nowNanos) {
            long ageNanos = nowNanos - shown.intendedNanos;
            times(shown).add(ageNanos);
            return end(shown, ageNanos, null);
        }

        private Waiting end(Waiting oldest, long ageNanos, String failure) {
            if (failure != null) {
                failures.add(failure);
            }
            oldest.listener.accept(ageNanos);
            Waiting next;
            synchronized (unseen) {
                unseen.remove();
                next = unseen.peek();
            }
            waiting.decrementAndGet();
            return next;
        }
    }

    private Times times(Waiting shown) {
        return shown.warmUp ? warmUpTimes : shown.marker.isPoint() ? pointTimes : scanTimes;
    }

    /** The number of markers that no answer has shown yet. */
    public int waiting() {
        return waiting.get();
    }

    /** The number of published markers, and of subscribers from the first probe's id on. */
    public long published() {
        return nextProbeId.get() - firstProbeId;
    }

    public Times ofPointQueries() {
        return pointTimes;
    }

    public Times ofScans() {
        return scanTimes;
    }

    public Times ofWarmUp() {
        return warmUpTimes;
    }

    /** Without those of the warm-up. */
    public Times ofAll() {
        return pointTimes.plus(scanTimes);
    }

    /** In sentences. */
    public List<String> failures() {
        return List.copyOf(failures);
    }
}
