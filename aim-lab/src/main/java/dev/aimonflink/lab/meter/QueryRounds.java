package dev.aimonflink.lab.meter;

import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.clients.query.LatencyReport;
import dev.aimonflink.clients.query.QueryLoad;
import dev.aimonflink.clients.query.Times;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Asks the seven queries, or others, in rounds, one after another, each time with new parameters. The warm-up is checked but not timed. */
public final class QueryRounds {
    public static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final Asking client;
    private final List<Supplier<AskedQuery>> round;
    private final Invariants invariants = new Invariants();
    private final Map<String, LatencyReport> reports = Collections.synchronizedMap(new LinkedHashMap<>());

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

    private void heard(AskedQuery call, long nanos, QueryResult result, Throwable failure, boolean isTimed) {
        reports.computeIfAbsent(call.query(), query -> new LatencyReport()).add(nanos, result, failure, isTimed);
        if (Asking.unanswered(result, failure) == null) {
            invariants.check(call, result);
        }
    }

    /** Thread-safe. */
    public long answered() {
        return all().mapToLong(LatencyReport::answered).sum();
    }

    /** Thread-safe. */
    public Times times() {
        return all().map(LatencyReport::times).reduce(new Times(), Times::plus);
    }

    private Stream<LatencyReport> all() {
        return reports().values().stream();
    }

    /** By query. Thread-safe. */
    public Map<String, LatencyReport> reports() {
        synchronized (reports) {
            return new LinkedHashMap<>(reports);
        }
    }

    /** The reasons of missing answers, with counts. */
    public List<String> complaints() {
        List<String> complaints = new ArrayList<>();
        reports().forEach((query, report) -> {
            report.errors()
                    .forEach((reason, count) -> complaints.add(count + " times no answer to " + query + ": " + reason));
            if (report.timeouts() > 0) {
                complaints.add(report.timeouts() + " times no answer to " + query + " in time");
            }
        });
        return complaints;
    }

    public List<String> brokenInvariants() {
        return invariants.broken();
    }
}
