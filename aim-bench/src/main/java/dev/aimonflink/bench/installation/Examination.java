package dev.aimonflink.bench.installation;

import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.query.CallGenerator;
import dev.aimonflink.clients.query.ParameterRanges;
import dev.aimonflink.core.query.Catalogue;
import dev.aimonflink.core.query.QueryCall;
import dev.aimonflink.core.query.QueryResult;
import dev.aimonflink.core.schema.MatrixSchema;
import dev.aimonflink.core.wire.DimensionTables;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;

/**
 * What every run ends with: each query of the catalogue with its defaults and with drawn parameters, some subscribers with
 * all their aggregates, the number of calls, and the matrix's own comparison of every column cell with its record.
 */
public final class Examination {
    private static final int DRAWN_SUBSCRIBERS = 20;

    /** Comparing all columns of millions of rows takes its time. */
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

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
        for (QueryCall call : questions(setup)) {
            QueryResult result = null;
            Throwable failure = null;
            try {
                result = client.ask(call, TIMEOUT).join();
            } catch (CompletionException e) {
                failure = e.getCause();
            }
            verification.check(truth, call, result, failure);
        }
    }

    private static Set<QueryCall> questions(Deployment.Setup setup) {
        CallGenerator calls = new CallGenerator(
                ~setup.seed(), ParameterRanges.PAPER, DimensionTables.defaults(), setup.subscribers());
        Set<QueryCall> questions = new LinkedHashSet<>();
        for (Catalogue.Entry query : CATALOGUE.entries()) {
            if (query.id().equals("subscriber")) {
                for (int i = 0; i < DRAWN_SUBSCRIBERS; i++) {
                    questions.add(calls.next(query, Map.of()));
                }
            } else {
                questions.add(QueryCall.withDefaults(query.id()));
                questions.add(calls.next(query, Map.of()));
            }
        }
        return questions;
    }
}
