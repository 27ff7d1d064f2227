package dev.aimonflink.bench.installation;

import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.query.CallGenerator;
import dev.aimonflink.clients.query.ParameterRanges;
import dev.aimonflink.clients.query.Verification;
import dev.aimonflink.core.query.Catalogue;
import dev.aimonflink.core.schema.MatrixSchema;
import dev.aimonflink.core.wire.DimensionTables;
import dev.aimonflink.job.metrics.AimMetrics;
import java.util.List;

/** Examines a deployment at the end of a run: the final verification of the demo, and the number of calls. */
public final class Examination {
    /** Calls with drawn parameters per query: over millions of rows, recomputing an answer takes seconds. */
    private static final int DRAWN_CALLS = 1;

    private static final Catalogue CATALOGUE =
            new Catalogue(MatrixSchema.withAggregates(MatrixSchema.AGGREGATES_PER_COPY));

    /** The reason of dead letters that are late for every window. */
    private static final String LATE = "Late";

    private Examination() {}

    /** Settles the deployment first. */
    public static void run(Deployment deployment, AnswerChecks verification) {
        deployment.settle();
        Truth truth = deployment.truth();
        // With moving time, some calls are of an earlier week than calls that arrived before them.
        long late = deployment.setup().feed().time() == Feed.Time.FIXED
                ? 0
                : deployment.job().counted(AimMetrics.DEAD_LETTERS + LATE);
        verification.checkCount("Calls counted", truth.calls(), deployment.job().callsApplied() + late);
        ask(deployment.client(), deployment.setup(), truth, verification);
    }

    /** Compares answers, and not the number of calls. */
    static void ask(QueryClient client, Deployment.Setup setup, Truth truth, AnswerChecks verification) {
        CallGenerator calls = new CallGenerator(
                ~setup.seed(), ParameterRanges.PAPER, DimensionTables.defaults(), setup.subscribers());
        verification.add(new Verification(client::ask, truth, DRAWN_CALLS).run(CATALOGUE, calls, List.of()));
    }
}
