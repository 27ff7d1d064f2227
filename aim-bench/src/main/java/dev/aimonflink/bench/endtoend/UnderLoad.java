package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Intervals;
import dev.aimonflink.bench.harness.Latencies;
import dev.aimonflink.bench.harness.Rates;
import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.bench.load.LoadProfile;
import dev.aimonflink.bench.load.QueryClients;
import dev.aimonflink.bench.load.QueryPool;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Measures clients while events come. The answers can only be compared with the truth once the events have ended.
 *
 * @param callsPerSecond the rate of events
 */
record UnderLoad(Bench bench, Deployment deployment, int callsPerSecond) {
    /** Starts clients that call a listener for each question that has ended. */
    interface Clients extends Function<Consumer<QueryClients.Ended>, QueryClients> {}

    /** Clients that each ask again when they are answered. */
    Clients closedLoop(QueryPool pool, int clients) {
        return listener -> QueryClients.closedLoop(deployment.client()::ask, clients, pool, listener);
    }

    /** Clients that ask the seven queries in a closed loop. */
    Clients seven(int clients) {
        return closedLoop(pool(), clients);
    }

    /** Asks the seven queries at a rate, whether earlier ones are answered or not. */
    Clients openLoop(int perSecond) {
        return listener -> QueryClients.openLoop(deployment.client()::ask, perSecond, pool(), listener);
    }

    private QueryPool pool() {
        return QueryPool.of(LoadProfile.SEVEN, bench.plan().seed());
    }

    Map<String, String> parameters(Object... namesAndValues) {
        return deployment.setup().parameters(namesAndValues);
    }

    /** Measures clients, and the rate at which events are really taken in. */
    Latencies measure(Clients clients, String name, Map<String, String> parameters) throws InterruptedException {
        return measure(clients, name, parameters, () -> {}, seconds -> {});
    }

    /**
     * Does the same.
     *
     * @param warm runs at the end of the warm-up
     * @param also is called at the end of each interval
     */
    Latencies measure(
            Clients clients, String name, Map<String, String> parameters, Runnable warm, Intervals.Listener also)
            throws InterruptedException {
        Traffic traffic = new Traffic(deployment.events(), callsPerSecond);
        try (QueryClients asking = clients.apply(
                ended -> bench.verification().isAnswered(ended.call(), ended.result(), ended.failure()))) {
            bench.warmUp(deployment, asking::answered);
            warm.run();
            bench.say(name + " " + parameters + " ...");
            Rates calls = new Rates(deployment.job()::callsApplied);
            Latencies latencies = bench.measure(deployment, asking, name, parameters, seconds -> {
                calls.ended(seconds);
                also.ended(seconds);
            });
            if (callsPerSecond != Traffic.NONE) {
                bench.rate(name + ".events", parameters, "events/s", calls.samples());
            }
            return latencies;
        } finally {
            traffic.close();
        }
    }
}
