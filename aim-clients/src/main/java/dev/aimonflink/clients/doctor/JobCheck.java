package dev.aimonflink.clients.doctor;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.Durations;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.core.query.AskedQuery;
import dev.aimonflink.core.query.QueryResult;
import dev.aimonflink.core.query.QueryResult.Status;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/** Checks that the job answers a query of all partitions, and as of when. */
public final class JobCheck {
    private static final String CHECK = "job";
    private static final AskedQuery QUESTION = AskedQuery.withDefaults("w2");

    private JobCheck() {}

    public static List<Finding> findings(Supplier<QueryClient> clients, Duration timeout) throws InterruptedException {
        try (QueryClient client = clients.get()) {
            return findings(client.ask(QUESTION, timeout).get(), timeout);
        } catch (ClientException failure) {
            return List.of(unasked(failure));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ClientException failure) {
                return List.of(unasked(failure));
            }
            throw new IllegalStateException("Asking " + QUESTION + " failed", e);
        }
    }

    private static Finding unasked(ClientException failure) {
        return Finding.fail(CHECK, failure.getMessage(), "Fix what is wrong with the topics first.");
    }

    private static List<Finding> findings(QueryResult result, Duration timeout) {
        Finding ofJob = finding(result, timeout);
        return result.status() == Status.OK
                ? List.of(
                        ofJob,
                        new ClockCheck(InstantSource.system())
                                .finding(result.asOf().newestMs()),
                        ProgressCheck.finding(result.asOf()))
                : List.of(ofJob);
    }

    private static Finding finding(QueryResult result, Duration timeout) {
        if (result.status() == Status.TIMEOUT) {
            return Finding.fail(
                    CHECK,
                    "no answer within " + Durations.text(timeout),
                    "See in Flink's web interface that the job runs, on these topics; or give a longer --timeout.");
        }
        if (result.status() == Status.ERROR) {
            return Finding.warn(
                    CHECK,
                    "it runs and answers " + result.error().code() + ": "
                            + result.error().message(),
                    "Do what the answer says.");
        }
        return Finding.ok(
                CHECK,
                "it runs: " + result.partitions().answered() + " of "
                        + result.partitions().expected() + " partitions answered, with " + result.rowsScanned()
                        + " subscribers");
    }
}
