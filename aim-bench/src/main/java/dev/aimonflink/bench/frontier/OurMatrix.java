package dev.aimonflink.bench.frontier;

import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Our job, whose deployment closes it. Clients ask through Kafka. */
record OurMatrix(Deployment deployment) implements LiveTable {
    static OurMatrix start(Deployment deployment) {
        deployment.startJob();
        deployment.awaitRows();
        return new OurMatrix(deployment);
    }

    @Override
    public CompletableFuture<QueryResult> ask(AskedQuery call, Duration timeout) {
        return deployment.client().ask(call, timeout);
    }

    @Override
    public long applied() {
        return deployment.job().callsApplied();
    }

    @Override
    public void awaitApplied(long calls) {
        deployment.job().awaitCount("Calls applied", deployment.job()::callsSettled, calls);
    }

    @Override
    public void requireHealthy() {
        deployment.job().requireHealthy();
    }

    @Override
    public void close() {}
}
