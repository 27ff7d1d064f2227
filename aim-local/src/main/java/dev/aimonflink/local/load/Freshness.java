package dev.aimonflink.local.load;

import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.core.model.Event;
import dev.aimonflink.core.query.QueryCall;
import dev.aimonflink.core.query.QueryResult;
import dev.aimonflink.core.schema.Window;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.ConcurrentHistogram;

/**
 * Measures how old answers are. At a steady pace it publishes a marker, a call of a subscriber of its own, and asks until
 * an answer shows it: by turns the point query for that subscriber, and a scan over all, {@code w2}. Each marker is more
 * expensive than all calls before it, so that the highest cost of all tells whether the scan has seen it.
 *
 * <p>Markers are long-distance calls of subscribers without a profile who call once: of the seven queries, only the first
 * groups of query 3 count them.
 */
public final class Freshness {
    public static final Duration INTERVAL = Duration.ofMillis(100);

    /** A marker that no answer shows for so long is lost. */
    public static final Duration GIVE_UP = Duration.ofSeconds(30);

    private static final Duration ASK_TIMEOUT = Duration.ofSeconds(10);

    /** Between two questions for a marker, times the markers that wait: a job that lags is not buried in questions. */
    private static final long PAUSE_MS = 1;

    /** Whether a call just before a week's turn makes a row depends on which of the two arrives first. */
    private static final Duration DISTANCE_FROM_TURN = Duration.ofSeconds(5);

    private static final int FIRST_COST_CENTS = 10_001;

    private enum Kind {
        POINT,
        SCAN
    }

    private record Marker(Event call, Kind kind, boolean warmUp, long intendedNanos) {
        QueryCall question() {
            return kind == Kind.POINT
                    ? new QueryCall("subscriber", Map.of("subscriberId", call.subscriberId()))
                    : QueryCall.withDefaults("w2");
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

    /** Publishes the call that a function makes of the time, and returns it; the feed does. */
    public interface Publishing {
        Event publish(LongFunction<Event> callAt);
    }

    private final Publishing feed;
    private final Asking client;
    private final AtomicLong nextProbeId;
    private final long firstProbeId;
    private final AtomicBoolean scanIsOut = new AtomicBoolean();
    private final AtomicInteger waiting = new AtomicInteger();
    private final Map<Kind, ConcurrentHistogram> micros = new EnumMap<>(Kind.class);
    private final ConcurrentHistogram warmUpMicros = new ConcurrentHistogram(Percentiles.SIGNIFICANT_DIGITS);
    private final List<String> failures = new CopyOnWriteArrayList<>();

    /**
     * @param firstProbeId this and all higher ids belong to nobody else
     */
    public Freshness(Publishing feed, Asking client, long firstProbeId) {
        this.feed = feed;
        this.client = client;
        this.firstProbeId = firstProbeId;
        nextProbeId = new AtomicLong(firstProbeId);
        for (Kind kind : Kind.values()) {
            micros.put(kind, new ConcurrentHistogram(Percentiles.SIGNIFICANT_DIGITS));
        }
    }

    /**
     * Publishes a marker and sees to it that it is asked for. One thread calls this at a steady pace.
     *
     * @param intendedNanos when it was due, from which its age counts
     * @param warmUp whether the JVM still compiles; told apart
     */
    public void mark(long nowMs, long intendedNanos, boolean warmUp) {
        if (!weekOf(nowMs).equals(weekOf(nowMs + DISTANCE_FROM_TURN.toMillis()))) {
            return;
        }
        long id = nextProbeId.getAndIncrement();
        // A later marker would hide that an earlier one is missing, so there is one scanned for at a time.
        Kind kind = id % 2 == 1 && scanIsOut.compareAndSet(false, true) ? Kind.SCAN : Kind.POINT;
        long costCents = FIRST_COST_CENTS + (id - firstProbeId);
        Event call = feed.publish(timestampMs -> new Event(id, timestampMs, 1, costCents / 100f, true));
        waiting.incrementAndGet();
        ask(new Marker(call, kind, warmUp, intendedNanos));
    }

    private static LocalDate weekOf(long timeMs) {
        LocalDate date = Instant.ofEpochMilli(timeMs).atZone(ZoneOffset.UTC).toLocalDate();
        return Window.WEEK.firstDateOf(Window.WEEK.numberOf(date));
    }

    private void ask(Marker marker) {
        CompletableFuture<?> unused = client.ask(marker.question(), ASK_TIMEOUT).whenComplete((answer, failure) -> {
            long ageNanos = System.nanoTime() - marker.intendedNanos;
            String reason = Asking.unanswered(answer, failure);
            if (reason != null) {
                end(marker, "No answer for a marker. " + reason);
            } else if (marker.isShownBy(answer)) {
                histogram(marker).recordValue(TimeUnit.NANOSECONDS.toMicros(ageNanos));
                end(marker, null);
            } else if (ageNanos > GIVE_UP.toNanos()) {
                end(
                        marker,
                        "No answer showed the marker of subscriber " + marker.call.subscriberId() + " within "
                                + GIVE_UP.toSeconds() + " s.");
            } else {
                CompletableFuture.delayedExecutor(PAUSE_MS * waiting.get(), TimeUnit.MILLISECONDS)
                        .execute(() -> ask(marker));
            }
        });
    }

    private ConcurrentHistogram histogram(Marker marker) {
        return marker.warmUp ? warmUpMicros : micros.get(marker.kind);
    }

    private void end(Marker marker, String failure) {
        if (failure != null) {
            failures.add(failure);
        }
        if (marker.kind == Kind.SCAN) {
            scanIsOut.set(false);
        }
        waiting.decrementAndGet();
    }

    /** Markers that no answer has shown yet. */
    public int waiting() {
        return waiting.get();
    }

    /** How many markers were published; they belong to as many subscribers from the first probe's id on. */
    public long published() {
        return nextProbeId.get() - firstProbeId;
    }

    public Percentiles ofPointQueries() {
        return Percentiles.of(micros.get(Kind.POINT));
    }

    public Percentiles ofScans() {
        return Percentiles.of(micros.get(Kind.SCAN));
    }

    public Percentiles ofWarmUp() {
        return Percentiles.of(warmUpMicros);
    }

    /** Without those of the warm-up. */
    public Percentiles ofAll() {
        return Percentiles.of(micros());
    }

    /** The ages so far of all but the warm-up's markers. */
    public AbstractHistogram micros() {
        ConcurrentHistogram all = micros.get(Kind.POINT).copy();
        all.add(micros.get(Kind.SCAN));
        return all;
    }

    /** What went wrong, each a sentence. */
    public List<String> failures() {
        return List.copyOf(failures);
    }
}
