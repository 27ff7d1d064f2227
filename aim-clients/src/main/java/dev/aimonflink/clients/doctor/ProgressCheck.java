package dev.aimonflink.clients.doctor;

import dev.aimonflink.query.serve.request.QueryResult.AsOf;
import java.time.Duration;
import java.time.Instant;

/** Checks by an answer's {@code asOf} that no Kafka partition of the events topic is behind the others. */
final class ProgressCheck {
    /** A job that catches up after a restart, and readers merely out of step, are behind by less. */
    static final Duration MAX_LAG = Duration.ofMinutes(1);

    private static final String CHECK = "events";
    private static final String FIX =
            "See which one by --rest, or by the metric eventTimeLagMs and its label kafkaPartition. An open"
                    + " transaction, a broker that is away, a backlog, or a producer that sends old events holds it back.";

    private ProgressCheck() {}

    static Finding finding(AsOf asOf) {
        if (asOf.newestMs() == null) {
            return Finding.ok(CHECK, "no event has come yet");
        }
        Instant newest = Instant.ofEpochMilli(asOf.newestMs());
        if (asOf.eventTimeMs() == null) {
            return Finding.warn(
                    CHECK,
                    "the newest event is of " + newest + ", and a Kafka partition of the events topic has shown none",
                    FIX);
        }
        Instant oldest = Instant.ofEpochMilli(asOf.eventTimeMs());
        Duration lag = Duration.between(oldest, newest);
        return lag.compareTo(MAX_LAG) <= 0
                ? Finding.ok(CHECK, "no Kafka partition of the events topic is behind the others")
                : Finding.warn(
                        CHECK,
                        "a Kafka partition of the events topic is " + lag.toSeconds() + " s behind: answers are as of "
                                + oldest + ", the newest event is of " + newest,
                        FIX);
    }
}
