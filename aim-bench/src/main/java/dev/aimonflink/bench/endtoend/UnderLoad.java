package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Intervals;
import dev.aimonflink.bench.harness.Latencies;
import dev.aimonflink.bench.harness.Rates;
import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.bench.load.QueryClients;
import dev.aimonflink.bench.load.QueryPool;
import dev.aimonflink.clients.query.Asking;
import java.util.Map;

/** Clients that ask while events come. What they are answered can only be examined once the events have ended. */
final class UnderLoad {
    private UnderLoad() {}

    /** Measures clients; the rate at which events are really taken in is a figure, too. */
    static Latencies measure(
            Bench bench,
            Deployment deployment,
            QueryPool pool,
            int clients,
            int callsPerSecond,
            String name,
            Map<String, String> parameters)
            throws InterruptedException {
        return measure(bench, deployment, pool, clients, callsPerSecond, name, parameters, () -> {}, seconds -> {});
    }

    /**
     * Likewise.
     *
     * @param warm hears of the end of the warm-up
     * @param also hears of each interval
     */
    static Latencies measure(
            Bench bench,
            Deployment deployment,
            QueryPool pool,
            int clients,
            int callsPerSecond,
            String name,
            Map<String, String> parameters,
            Runnable warm,
            Intervals.Listener also)
            throws InterruptedException {
        Traffic traffic = new Traffic(deployment.events(), callsPerSecond);
        try (QueryClients asking =
                new QueryClients(deployment.client()::ask, clients, pool, (call, result, failure) -> {
                    String reason = Asking.unanswered(result, failure);
                    if (reason != null) {
                        bench.verification().complain(call + ": " + reason);
                    }
                })) {
            bench.warmUp(deployment, asking::answered);
            asking.sinceLast();
            warm.run();
            bench.say(name + " " + parameters + " ...");
            Rates calls = new Rates(deployment.job()::callsApplied);
            Latencies latencies = bench.measure(deployment, asking, name, parameters, seconds -> {
                calls.ended(seconds);
                also.ended(seconds);
            });
            Samples perSecond = calls.samples();
            if (callsPerSecond != Traffic.NONE) {
                bench.rate(name + ".events", parameters, "events/s", perSecond);
            }
            return latencies;
        } finally {
            traffic.close();
        }
    }
}
