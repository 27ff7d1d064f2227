package dev.aimonflink.clients.doctor;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.Durations;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.QueryResult.AsOf;
import dev.aimonflink.query.serve.request.QueryResult.Status;
import dev.aimonflink.query.serve.request.ScansRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/**
 * Checks that the job answers a query of all partitions, and as of when.
 *
 * <p>A job of calls is asked for a scan of one column, which takes milliseconds. A job of another model says that it has no such query, and
 * is asked for its verification, which every job has.
 */
public final class JobCheck {
    private static final String CHECK = "job";
    private static final String CLOCK = "clock";
    private static final String EVENTS = "events";

    /** The default of {@code aim.events.max-future-skew}: no correct event is further ahead. */
    private static final Duration MOST_AHEAD = Duration.ofSeconds(10);

    /** A job that catches up after a restart, and readers merely out of step, are behind by less. */
    private static final Duration MOST_BEHIND = Duration.ofMinutes(1);

    private static final String OF_EVENTS =
            "See which one by --rest, or by the metric eventTimeLagMs and its label kafkaPartition. An open"
                    + " transaction, a broker that is away, a backlog, or a producer that sends old events holds it back.";

    private static final AskedQuery SCAN = AskedQuery.withDefaults("w2");
    private static final AskedQuery VERIFICATION = AskedQuery.withDefaults("verify");
    private static final AskedQuery SCANS = new ScansRequest(null).asked();

    private JobCheck() {}

    public static List<Finding> findings(Supplier<QueryClient> clients, Duration timeout) throws InterruptedException {
        try (QueryClient client = clients.get()) {
            QueryResult ofScan = answer(client, SCAN, timeout);
            if (!isUnknown(ofScan)) {
                return findings(client, ofScan, finding(ofScan, timeout, "subscribers"), timeout);
            }
            QueryResult ofVerification = answer(client, VERIFICATION, timeout);
            return findings(client, ofVerification, verified(ofVerification, timeout), timeout);
        } catch (ClientException failure) {
            return List.of(unasked(failure));
        }
    }

    private static QueryResult answer(QueryClient client, AskedQuery asked, Duration timeout)
            throws InterruptedException {
        try {
            return client.ask(asked, timeout).get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ClientException failure) {
                throw failure;
            }
            throw new IllegalStateException("Asking " + asked + " failed", e);
        }
    }

    private static boolean isUnknown(QueryResult result) {
        return result.status() == Status.ERROR && result.error().code() == Code.UNKNOWN_QUERY;
    }

    private static Finding unasked(ClientException failure) {
        return Finding.fail(CHECK, failure.getMessage(), "Fix what is wrong with the topics first.");
    }

    private static List<Finding> findings(QueryClient client, QueryResult result, Finding ofJob, Duration timeout)
            throws InterruptedException {
        if (result.status() != Status.OK) {
            return List.of(ofJob);
        }
        List<Finding> findings = new ArrayList<>(List.of(
                ofJob,
                clock(result.asOf(), Instant.now()),
                progress(result.asOf()),
                ScansCheck.finding(answer(client, SCANS, timeout))));
        if (result.asOf().lost() > 0) {
            findings.add(EventChecks.lostEvents(result.asOf().lost()));
        }
        return findings;
    }

    /** The job has answered that it has no scan, so it runs. A verification reads every record. */
    private static Finding verified(QueryResult result, Duration timeout) {
        if (result.status() == Status.TIMEOUT) {
            return Finding.warn(
                    CHECK,
                    "it runs, and did not compare all rows with their records within " + Durations.text(timeout),
                    "Give a longer --timeout, up to 60s, or ask another time. If `aim entity` is not answered either, a"
                            + " partition does not run: see Flink's web interface.");
        }
        if (result.status() == Status.OK && differences(result) > 0) {
            return Finding.fail(
                    CHECK,
                    "it runs, and " + differences(result) + " cells of columns differ from their records",
                    "Restart the job from a savepoint, which builds the columns anew, and report this as a defect of AIM.");
        }
        return finding(result, timeout, "rows");
    }

    private static long differences(QueryResult ofVerification) {
        return ((Number) ofVerification.rows().get(0).get(1)).longValue();
    }

    private static Finding finding(QueryResult result, Duration timeout, String rows) {
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
                        + " " + rows);
    }

    /** Whether the newest event, which sets the job's clock, is ahead of the wall clock. */
    static Finding clock(AsOf asOf, Instant now) {
        if (asOf.newestMs() == null) {
            return Finding.ok(CLOCK, "no event has come yet");
        }
        Instant newest = Instant.ofEpochMilli(asOf.newestMs());
        Duration ahead = Duration.between(now, newest);
        return ahead.compareTo(MOST_AHEAD) <= 0
                ? Finding.ok(CLOCK, "the newest event is of " + newest)
                : Finding.fail(
                        CLOCK,
                        "the newest event is of " + newest + ", which is "
                                + Durations.text(Duration.ofSeconds(ahead.toSeconds()))
                                + " ahead of this machine's clock: events that happen now are late for windows that have not begun",
                        "If this machine's clock is right, stop the producer whose clock is ahead, then restart the job from a"
                                + " savepoint with aim.clock.reset set to the time it is; docs/operations.md#reset-a-clock-that-is-ahead explains it.");
    }

    /** Whether a Kafka partition of the events topic is behind the others. */
    static Finding progress(AsOf asOf) {
        if (asOf.newestMs() == null) {
            return Finding.ok(EVENTS, "no event has come yet");
        }
        Instant newest = Instant.ofEpochMilli(asOf.newestMs());
        if (asOf.eventTimeMs() == null) {
            return Finding.warn(
                    EVENTS,
                    "the newest event is of " + newest + ", and a Kafka partition of the events topic has shown none",
                    OF_EVENTS);
        }
        Instant oldest = Instant.ofEpochMilli(asOf.eventTimeMs());
        Duration lag = Duration.between(oldest, newest);
        return lag.compareTo(MOST_BEHIND) <= 0
                ? Finding.ok(EVENTS, "no Kafka partition of the events topic is behind the others")
                : Finding.warn(
                        EVENTS,
                        "a Kafka partition of the events topic is " + lag.toSeconds() + " s behind: answers are as of "
                                + oldest + ", the newest event is of " + newest,
                        OF_EVENTS);
    }
}
