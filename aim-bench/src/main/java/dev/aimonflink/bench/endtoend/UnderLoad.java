package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Intervals;
import dev.aimonflink.bench.harness.Latencies;
import dev.aimonflink.bench.harness.Rates;
import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.bench.load.QueryClients;
import dev.aimonflink.bench.load.QueryPool;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Asks while events come. What is answered then can only be examined once the events have ended.
 *
 * @param callsPerSecond that come meanwhile
 */
record UnderLoad(Bench bench, Deployment deployment, int callsPerSecond) {
    /** Makes clients that tell somebody of each question that has ended. */
    interface Clients extends Function<Consumer<QueryClients.Ended>, QueryClients> {}

    /** So many clients, each of which asks again when it is answered. */
    Clients closedLoop(QueryPool pool, int clients) {
        return listener -> QueryClients.closedLoop(deployment.client()::ask, clients, pool, listener);
    }

    /** So many questions a second, whether they are answered or not. */
    Clients openLoop(QueryPool pool, int perSecond) {
        return listener -> QueryClients.openLoop(deployment.client()::ask, perSecond, pool, listener);
    }

    /** Measures clients; the rate at which events are really taken in is a figure, too. */
    Latencies measure(Clients clients, String name, Map<String, String> parameters) throws InterruptedException {
        return measure(clients, name, parameters, () -> {}, seconds -> {});
    }

    /**
     * Likewise.
     *
     * @param warm hears of the end of the warm-up
     * @param also hears of each interval
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
