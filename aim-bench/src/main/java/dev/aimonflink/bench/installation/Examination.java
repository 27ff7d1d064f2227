package dev.aimonflink.bench.installation;

import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.query.CallGenerator;
import dev.aimonflink.clients.query.ParameterRanges;
import dev.aimonflink.core.query.Catalogue;
import dev.aimonflink.core.schema.MatrixSchema;
import dev.aimonflink.core.wire.DimensionTables;
import java.util.List;

/** What every run ends with: the final verification that the demo has, and the number of calls. */
public final class Examination {
    /** Of each query, besides that with its defaults: over millions of rows, to recompute one takes seconds. */
    private static final int DRAWN_CALLS = 1;

    private static final Catalogue CATALOGUE =
            new Catalogue(MatrixSchema.withAggregates(MatrixSchema.AGGREGATES_PER_COPY));

    private Examination() {}

    /** Settles the deployment first. */
    public static void run(Deployment deployment, Verification verification) {
        deployment.settle();
        Truth truth = deployment.truth();
        verification.checkCount("Calls counted", truth.calls(), deployment.job().callsApplied());
        ask(deployment.client(), deployment.setup(), truth, verification);
    }

    /** Asks everything but for the number of calls. */
    static void ask(QueryClient client, Deployment.Setup setup, Truth truth, Verification verification) {
        CallGenerator calls = new CallGenerator(
                ~setup.seed(), ParameterRanges.PAPER, DimensionTables.defaults(), setup.subscribers());
        verification.add(new dev.aimonflink.local.load.Verification(client::ask, truth, DRAWN_CALLS)
                .run(CATALOGUE, calls, List.of()));
    }
}
