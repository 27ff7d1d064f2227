package dev.aimonflink.lab.meter;

import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.clients.query.QueryLoad;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Asks the seven queries, or others, in rounds, one after another, each time with new parameters. The warm-up is checked but not timed. */
public final class QueryRounds {
    public static final Duration TIMEOUT = Duration.ofSeconds(5);

    public record Figures(long asked, long answered, Percentiles latency) {}

    private static final class Counts {
        private long asked;
        private long answered;
        private final Histogram micros = new Histogram(Percentiles.SIGNIFICANT_DIGITS);
    }

    private final Asking client;
    private final List<Supplier<AskedQuery>> round;
    private final Invariants invariants = new Invariants();
    private final Map<String, Counts> counts = new LinkedHashMap<>();
    private final Map<String, Integer> unanswered = new TreeMap<>();
    private final ConcurrentHistogram allMicros = new ConcurrentHistogram(Percentiles.SIGNIFICANT_DIGITS);
    private final LongAdder answeredInAll = new LongAdder();

    public QueryRounds(Asking client, List<Supplier<AskedQuery>> round) {
        this.client = client;
        this.round = round;
    }

    /** Asks whole rounds until the stop, and times questions after the warm-up; each question waits for the previous one. */
    public void run(long warmAtNanos, BooleanSupplier stop) {
        AtomicInteger next = new AtomicInteger();
        try {
            new QueryLoad(client, 1, TIMEOUT)
                    .run(
                            () -> round.get(next.getAndIncrement() % round.size())
                                    .get(),
                            () -> next.get() % round.size() == 0 && stop.getAsBoolean(),
                            (call, nanos, result, failure) ->
                                    heard(call, nanos, result, failure, System.nanoTime() - nanos - warmAtNanos >= 0));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while asking.", e);
        }
    }

    private void heard(AskedQuery call, long nanos, QueryResult result, Throwable failure, boolean timed) {
        Counts count = counts.computeIfAbsent(call.query(), query -> new Counts());
        count.asked++;
        long micros = TimeUnit.NANOSECONDS.toMicros(nanos);
        String reason = Asking.unanswered(result, failure);
        if (reason != null) {
            unanswered.merge(call.query() + ": " + reason, 1, Integer::sum);
            return;
        }
        count.answered++;
        if (timed) {
            count.micros.recordValue(micros);
            allMicros.recordValue(micros);
        }
        invariants.check(call, result);
        answeredInAll.increment();
    }

    /** Thread-safe. */
    public long answered() {
        return answeredInAll.sum();
    }

    /** Thread-safe. */
    public Percentiles latency() {
        return Percentiles.of(allMicros);
    }

    public Map<String, Figures> figures() {
        Map<String, Figures> figures = new LinkedHashMap<>();
        counts.forEach(
                (id, count) -> figures.put(id, new Figures(count.asked, count.answered, Percentiles.of(count.micros))));
        return figures;
    }

    /** The reasons of missing answers, with counts. */
    public List<String> complaints() {
        return unanswered.entrySet().stream()
                .map(reason -> reason.getValue() + " times no answer to " + reason.getKey())
                .toList();
    }

    public List<String> brokenInvariants() {
        return invariants.broken();
    }
}
