package dev.aimonflink.bench.installation;

import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.query.CallGenerator;
import dev.aimonflink.clients.query.ParameterRanges;
import dev.aimonflink.core.query.Catalogue;
import dev.aimonflink.core.schema.MatrixSchema;
import dev.aimonflink.core.wire.DimensionTables;
import dev.aimonflink.job.metrics.AimMetrics;
import java.util.List;

/** What every run ends with: the final verification that the demo has, and the number of calls. */
public final class Examination {
    /** Of each query, besides that with its defaults: over millions of rows, to recompute one takes seconds. */
    private static final int DRAWN_CALLS = 1;

    private static final Catalogue CATALOGUE =
            new Catalogue(MatrixSchema.withAggregates(MatrixSchema.AGGREGATES_PER_COPY));

    /** The reason of dead letters that are too late for every window. */
    private static final String LATE = "Late";

    private Examination() {}

    /** Settles the deployment first. */
    public static void run(Deployment deployment, Verification verification) {
        deployment.settle();
        Truth truth = deployment.truth();
        // Where time moves, some calls are of an earlier week than the newest one that arrived before them.
        long late = deployment.setup().feed().time() == Feed.Time.FIXED
                ? 0
                : deployment.job().counted(AimMetrics.DEAD_LETTERS + LATE);
        verification.checkCount("Calls counted", truth.calls(), deployment.job().callsApplied() + late);
        ask(deployment.client(), deployment.setup(), truth, verification);
    }

    /** Asks everything but for the number of calls. */
    static void ask(QueryClient client, Deployment.Setup setup, Truth truth, Verification verification) {
        CallGenerator calls = new CallGenerator(
                ~setup.seed(), ParameterRanges.PAPER, DimensionTables.defaults(), setup.subscribers());
        verification.add(new dev.aimonflink.clients.query.Verification(client::ask, truth, DRAWN_CALLS)
                .run(CATALOGUE, calls, List.of()));
    }
}
