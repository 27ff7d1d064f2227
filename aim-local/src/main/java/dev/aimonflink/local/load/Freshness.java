package dev.aimonflink.local.load;

import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.core.model.Event;
import dev.aimonflink.core.model.Window;
import dev.aimonflink.core.query.QueryCall;
import dev.aimonflink.core.query.QueryResult;
import dev.aimonflink.job.Topology;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.HdrHistogram.ConcurrentHistogram;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/**
 * Measures how old answers are. At a steady pace it publishes a marker, a call of a subscriber of its own, and asks until
 * an answer shows it: alternately the point query for that subscriber and a scan over all. Markers are published whether
 * or not earlier ones are shown, but only one question at a time looks for those of a {@link Lane}: a job that lags would
 * otherwise be asked the more, the further it is behind.
 *
 * <p>A scan shows a marker by the highest cost, since each marker costs more than all calls before it. A later marker of
 * another partition would hide a missing one, so each scan watches one partition: {@code w2} shows the markers of
 * partition 0, and {@code q2}, which reads subscribers with more than one call, those of partition 1, which are cheaper
 * and call twice.
 *
 * <p>Markers are long-distance calls of subscribers without a profile: of the seven queries, only queries 2 and 3 count
 * them.
 */
public final class Freshness {
    public static final Duration INTERVAL = Duration.ofMillis(50);

    /** A marker that no answer shows by then is lost. */
    public static final Duration GIVE_UP = Duration.ofSeconds(30);

    private static final Duration ASK_TIMEOUT = Duration.ofSeconds(10);

    /** The pause before a marker that was not shown is asked for again. */
    private static final long PAUSE_MS = 1;

    /** A call just before the end of a week makes a row or not, depending on the order of arrival. */
    private static final Duration DISTANCE_FROM_TURN = Duration.ofSeconds(5);

    private static final int FIRST_COST_CENTS = 10_001;

    /** The distance between the costs of the two kinds of markers that scans show. */
    static final int DEARER_CENTS = 4_000_000;

    private enum Kind {
        POINT,
        SCAN_OF_FIRST,
        SCAN_OF_SECOND;

        static Kind of(long number, int partition) {
            return number % 2 == 0 || partition > 1 ? POINT : partition == 0 ? SCAN_OF_FIRST : SCAN_OF_SECOND;
        }

        int calls() {
            return this == SCAN_OF_SECOND ? 2 : 1;
        }

        int dearerCents() {
            return this == SCAN_OF_FIRST ? DEARER_CENTS : 0;
        }
    }

    private record Marker(Event call, Kind kind, boolean warmUp, long intendedNanos, LongConsumer listener) {
        QueryCall question() {
            return switch (kind) {
                case POINT -> new QueryCall("subscriber", Map.of("subscriberId", call.subscriberId()));
                case SCAN_OF_FIRST -> QueryCall.withDefaults("w2");
                case SCAN_OF_SECOND -> new QueryCall("q2", Map.of("beta", 1L));
            };
        }

        boolean isShownBy(QueryResult answer) {
            if (kind == Kind.POINT) {
                return !answer.rows().isEmpty();
            }
            Object highest = answer.rows().get(0).get(0);
            return highest != null
                    && new BigDecimal(highest.toString()).compareTo(BigDecimal.valueOf(call.costCents(), 2)) >= 0;
        }
    }

    /** Publishes the call that a function returns for the current time, and returns it. */
    public interface Publishing {
        Event publish(LongFunction<Event> callAt);
    }

    private final Publishing feed;
    private final Asking client;
    private final AtomicLong nextProbeId;
    private final long firstProbeId;
    private final int partitions;
    private final AtomicInteger waiting = new AtomicInteger();
    private final ConcurrentHistogram pointMicros = new ConcurrentHistogram(Percentiles.SIGNIFICANT_DIGITS);
    private final ConcurrentHistogram scanMicros = new ConcurrentHistogram(Percentiles.SIGNIFICANT_DIGITS);
    private final ConcurrentHistogram warmUpMicros = new ConcurrentHistogram(Percentiles.SIGNIFICANT_DIGITS);
    private final List<Lane> lanes;
    private final List<String> failures = new CopyOnWriteArrayList<>();

    /**
     * @param firstProbeId the first of the ids that only markers use
     * @param partitions of the matrix
     */
    public Freshness(Publishing feed, Asking client, long firstProbeId, int partitions) {
        this.partitions = partitions;
        this.feed = feed;
        this.client = client;
        this.firstProbeId = firstProbeId;
        nextProbeId = new AtomicLong(firstProbeId);
        lanes = Stream.generate(Lane::new)
                .limit(partitions + Kind.values().length)
                .toList();
    }

    /**
     * Publishes a marker and asks for it. One thread calls this at a steady pace.
     *
     * @param intendedNanos when it was due, from which its age counts
     * @param warmUp whether the JVM still compiles; such markers are counted separately
     */
    public void mark(long nowMs, long intendedNanos, boolean warmUp) {
        if (weekOf(nowMs).equals(weekOf(nowMs + DISTANCE_FROM_TURN.toMillis()))) {
            mark(intendedNanos, warmUp, nanos -> {});
        }
    }

    /**
     * The same, also near the end of a week.
     *
     * @param listener takes the nanoseconds until an answer showed the marker, or until it was given up
     */
    public void mark(long intendedNanos, boolean warmUp, LongConsumer listener) {
        long id = nextProbeId.getAndIncrement();
        long number = id - firstProbeId;
        int partition = KeyGroupRangeAssignment.assignKeyToParallelOperator(id, Topology.MAX_PARALLELISM, partitions);
        Kind kind = Kind.of(number, partition);
        long costCents = FIRST_COST_CENTS + kind.dearerCents() + number;
        LongFunction<Event> callAt = timestampMs -> new Event(id, timestampMs, 1, costCents / 100f, true);
        Event call = feed.publish(callAt);
        for (int more = 1; more < kind.calls(); more++) {
            feed.publish(callAt);
        }
        waiting.incrementAndGet();
        Lane lane = lanes.get(kind == Kind.POINT ? partition : partitions + kind.ordinal());
        lane.add(new Marker(call, kind, warmUp, intendedNanos, listener));
    }

    private static LocalDate weekOf(long timeMs) {
        LocalDate date = Instant.ofEpochMilli(timeMs).atZone(ZoneOffset.UTC).toLocalDate();
        return Window.WEEK.firstDateOf(Window.WEEK.numberOf(date));
    }

    /** Markers that the same questions show, in the order of publishing. */
    private final class Lane {
        private final Deque<Marker> unseen = new ArrayDeque<>();

        void add(Marker marker) {
            boolean isFirst;
            synchronized (unseen) {
                isFirst = unseen.isEmpty();
                unseen.add(marker);
            }
            if (isFirst) {
                ask(marker);
            }
        }

        private void ask(Marker oldest) {
            CompletableFuture<QueryResult> asked;
            try {
                asked = client.ask(oldest.question(), ASK_TIMEOUT);
            } catch (RuntimeException e) {
                asked = CompletableFuture.failedFuture(e);
            }
            CompletableFuture<?> unused = asked.whenComplete((answer, failure) -> {
                Marker next = oldestAfter(oldest, answer, failure);
                if (oldest.equals(next)) {
                    CompletableFuture.delayedExecutor(PAUSE_MS, TimeUnit.MILLISECONDS)
                            .execute(() -> ask(oldest));
                } else if (next != null) {
                    ask(next);
                }
            });
        }

        /** Ends what an answer shows or what has waited too long, and returns the oldest marker left. */
        private Marker oldestAfter(Marker oldest, QueryResult answer, Throwable failure) {
            long nowNanos = System.nanoTime();
            long ageNanos = nowNanos - oldest.intendedNanos;
            String reason = Asking.unanswered(answer, failure);
            if (reason == null && oldest.isShownBy(answer)) {
                Marker next = endShown(oldest, nowNanos);
                while (next != null && next.kind != Kind.POINT && next.isShownBy(answer)) {
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
                            "No answer showed the marker of subscriber " + oldest.call.subscriberId() + " within "
                                    + GIVE_UP.toSeconds() + " s.");
        }

        private Marker endShown(Marker marker, long nowNanos) {
            long ageNanos = nowNanos - marker.intendedNanos;
            histogram(marker).recordValue(TimeUnit.NANOSECONDS.toMicros(ageNanos));
            return end(marker, ageNanos, null);
        }

        private Marker end(Marker oldest, long ageNanos, String failure) {
            if (failure != null) {
                failures.add(failure);
            }
            oldest.listener.accept(ageNanos);
            Marker next;
            synchronized (unseen) {
                unseen.remove();
                next = unseen.peek();
            }
            waiting.decrementAndGet();
            return next;
        }
    }

    private ConcurrentHistogram histogram(Marker marker) {
        return marker.warmUp ? warmUpMicros : marker.kind == Kind.POINT ? pointMicros : scanMicros;
    }

    /** The number of markers that no answer has shown yet. */
    public int waiting() {
        return waiting.get();
    }

    /** The number of published markers, and of subscribers from the first probe's id on. */
    public long published() {
        return nextProbeId.get() - firstProbeId;
    }

    public Percentiles ofPointQueries() {
        return Percentiles.of(pointMicros);
    }

    public Percentiles ofScans() {
        return Percentiles.of(scanMicros);
    }

    public Percentiles ofWarmUp() {
        return Percentiles.of(warmUpMicros);
    }

    /** Without those of the warm-up. */
    public Percentiles ofAll() {
        ConcurrentHistogram all = pointMicros.copy();
        all.add(scanMicros);
        return Percentiles.of(all);
    }

    /** The failures, each a sentence. */
    public List<String> failures() {
        return List.copyOf(failures);
    }
}
