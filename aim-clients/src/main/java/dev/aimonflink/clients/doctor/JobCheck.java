package dev.aimonflink.clients.doctor;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.Durations;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.core.query.QueryCall;
import dev.aimonflink.core.query.QueryResult;
import dev.aimonflink.core.query.QueryResult.Status;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/** Whether the job answers, and as of when: it is asked a query of all partitions. */
public final class JobCheck {
    private static final String CHECK = "job";
    private static final QueryCall QUESTION = QueryCall.withDefaults("w2");

    private JobCheck() {}

    public static List<Finding> findings(Supplier<QueryClient> clients, Duration timeout) throws InterruptedException {
        try (QueryClient client = clients.get()) {
            QueryResult result = client.ask(QUESTION, timeout).get();
            Finding job = finding(result, timeout);
            return result.status() == Status.OK
                    ? List.of(
                            job,
                            new ClockCheck(InstantSource.system())
                                    .finding(result.asOf().eventTimeMs()))
                    : List.of(job);
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
