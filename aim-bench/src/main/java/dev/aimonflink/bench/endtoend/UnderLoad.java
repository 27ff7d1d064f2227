package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.experiment.Demand;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Latencies;
import dev.aimonflink.bench.harness.Rates;
import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.bench.installation.EventStream;
import dev.aimonflink.bench.load.QueryPool;
import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.lab.meter.QueryClients;
import dev.aimonflink.query.serve.request.AskedQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Measures clients while events come; answers can only be compared with the truth once the events have ended.
 *
 * @param profile the default questions of clients
 */
record UnderLoad(Bench bench, Deployment deployment, int callsPerSecond, QueryPool.Profile profile) {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MAX_BEHIND_SECONDS = 1;

    /** Whose clients ask the seven queries. */
    UnderLoad(Bench bench, Deployment deployment, int callsPerSecond) {
        this(bench, deployment, callsPerSecond, QueryPool.Profile.SEVEN);
    }

    UnderLoad asking(QueryPool.Profile other) {
        return new UnderLoad(bench, deployment, callsPerSecond, other);
    }

    boolean asksSeven() {
        return profile == QueryPool.Profile.SEVEN;
    }

    /** Starts clients that call a listener for each ended question. */
    interface Clients extends Function<Consumer<QueryClients.Ended>, QueryClients> {}

    /** Clients that each ask again once answered, after a pause. */
    Clients closedLoop(Supplier<AskedQuery> pool, int clients) {
        return closedLoop(deployment.client()::ask, pool, clients);
    }

    /** The same by another way to the job. */
    Clients closedLoop(Asking way, Supplier<AskedQuery> pool, int clients) {
        return listener ->
                QueryClients.closedLoop(way, clients, bench.plan().think(), pool, listener, System::nanoTime);
    }

    Clients closedLoop(int clients) {
        return closedLoop(pool(), clients);
    }

    /** Asks the queries of the profile at a rate, regardless of earlier answers. */
    Clients openLoop(int perSecond) {
        return openLoop(perSecond, pool());
    }

    /** Asks a pool's questions in the same way. */
    Clients openLoop(int perSecond, Supplier<AskedQuery> pool) {
        return openLoop(deployment.client()::ask, perSecond, pool);
    }

    /** The same by another way to the job. */
    Clients openLoop(Asking way, int perSecond, Supplier<AskedQuery> pool) {
        return listener -> QueryClients.openLoop(way, perSecond, pool, listener, System::nanoTime);
    }

    private QueryPool pool() {
        return QueryPool.of(profile, bench.plan().seed());
    }

    /** With the number of subscribers and the profile where they differ from the usual. */
    Map<String, String> parameters(Object... namesAndValues) {
        List<Object> all = new ArrayList<>(List.of(namesAndValues));
        if (bench.plan().sizes().size() > 1 || bench.plan().weak()) {
            all.addAll(List.of("subscribers", deployment.setup().subscribers()));
        }
        if (bench.plan().asksOtherQueries()) {
            all.addAll(List.of("profile", profile.label()));
        }
        return deployment.setup().parameters(all.toArray());
    }

    /** An open loop whose job lags so far that questions wait to be asked has too good latencies. */
    private void demandPunctuality(QueryClients asking, String name, Map<String, String> parameters) {
        double behindSeconds = asking.behindNanos() / NANOS_PER_SECOND;
        if (behindSeconds > MAX_BEHIND_SECONDS) {
            bench.found()
                    .demand(Demand.atMost(
                            "seconds for which questions of " + name + " " + parameters
                                    + " were due and not asked, because " + QueryClients.MAX_CLIENTS
                                    + " waited for their answers",
                            behindSeconds,
                            MAX_BEHIND_SECONDS));
        }
    }

    /**
     * Measures the rate at which events are taken in while nobody asks.
     *
     * @param also is called at the end of each interval
     */
    void measureAlone(String name, Map<String, String> parameters, Runnable warm, Runnable also)
            throws InterruptedException {
        EventStream.Traffic traffic = new EventStream.Traffic(deployment.events(), callsPerSecond);
        try {
            bench.warmUp(deployment);
            warm.run();
            bench.say(name + " " + parameters + " ...");
            Rates calls = new Rates(deployment.job()::callsApplied);
            bench.measure(deployment, (double seconds) -> {
                calls.ended(seconds);
                also.run();
            });
            bench.found().rate(name + ".events", parameters, "events/s", calls.samples());
        } finally {
            traffic.close();
        }
    }

    /** Measures clients, and the actual rate of events taken in. */
    Latencies measure(Clients clients, String name, Map<String, String> parameters) throws InterruptedException {
        return measure(clients, name, parameters, () -> {}, seconds -> {});
    }

    /**
     * The same.
     *
     * @param also is called at the end of each interval
     */
    Latencies measure(Clients clients, String name, Map<String, String> parameters, Runnable warm, DoubleConsumer also)
            throws InterruptedException {
        EventStream.Traffic traffic = new EventStream.Traffic(deployment.events(), callsPerSecond);
        try (QueryClients asking = clients.apply(bench.found().verification()::isAnswered)) {
            bench.warmUp(deployment, asking::answered);
            warm.run();
            bench.say(name + " " + parameters + " ...");
            Rates calls = new Rates(deployment.job()::callsApplied);
            Latencies latencies = bench.measure(deployment, asking, name, parameters, seconds -> {
                calls.ended(seconds);
                also.accept(seconds);
            });
            demandPunctuality(asking, name, parameters);
            if (callsPerSecond != EventStream.Traffic.NONE) {
                bench.found().rate(name + ".events", parameters, "events/s", calls.samples());
            }
            return latencies;
        } finally {
            traffic.close();
        }
    }
}
