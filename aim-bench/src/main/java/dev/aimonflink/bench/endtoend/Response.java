package dev.aimonflink.bench.endtoend;

import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.bench.installation.EventStream;
import dev.aimonflink.bench.load.QueryPool;
import dev.aimonflink.query.serve.request.Catalogue;
import java.util.List;

/** Measures each of the seven queries, one at a time: alone, and beside events. */
public final class Response extends Experiment {
    public Response() {
        super(
                "response",
                "Measure how long each query takes, alone and while events come at a rate",
                new Defaults("546", List.of(2), 10, 1, List.of(1), List.of(10_000)));
    }

    @Override
    public void run(Bench bench) throws InterruptedException {
        bench.onEachDeployment(deployment -> {
            measure(bench, deployment, EventStream.Traffic.NONE);
            for (int rate : bench.plan().rates()) {
                measure(bench, deployment, rate);
            }
        });
    }

    private void measure(Bench bench, Deployment deployment, int rate) throws InterruptedException {
        for (String query : Catalogue.BENCHMARK) {
            for (int clients : bench.plan().clients()) {
                UnderLoad load = new UnderLoad(bench, deployment, rate);
                load.measure(
                        load.closedLoop(QueryPool.of(query, bench.plan().seed()), clients),
                        name() + "." + query,
                        load.parameters("rate", rate, "clients", clients));
            }
        }
    }
}
