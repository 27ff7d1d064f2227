package dev.aimonflink.clients.doctor;

import dev.aimonflink.clients.flink.JobMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Checks by metrics that the job plans, answers and writes what it is asked. */
final class QueryChecks {
    private static final String PLANNING = "planning";
    private static final String NANOS_OF_CLIENT = ".planningNanos";
    private static final int SHOWN_CLIENTS = 3;

    /** The name of all clients that have used little. */
    private static final String OTHERS = "others";

    private static final String ANSWERS = "answers";

    /** One failed answer of this many is worth a warning. */
    private static final long TOLERATED = 100;

    private static final List<String> FAILURES =
            List.of("TimedOut", "Overloaded", "WindowTurned", "Restarted", "Internal");

    private static final String WRITES = "writes";
    private static final String RESULTS = "resultsDropped";
    private static final String SECOND_ROUNDS = "secondRoundsDropped";
    private static final Map<String, String> REASONS = Map.of(
            "Full", "had no room while others waited",
            "NotAllowed", "the job may not write",
            "TooLarge", "were too large for the topic",
            "NotDelivered", "Kafka did not take");

    private QueryChecks() {}

    /** Whether SQL statements are refused for exceeding the planning budget, and which clients use most of it. */
    static Finding planning(JobMetrics metrics) {
        String used = millis(metrics.sum("planningNanos")) + " of a core since the job was started";
        String clients = metrics.sumsOf("client.").entrySet().stream()
                .filter(each -> each.getKey().endsWith(NANOS_OF_CLIENT)
                        && !nameOf(each.getKey()).equals(OTHERS))
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(SHOWN_CLIENTS)
                .map(each -> nameOf(each.getKey()) + " " + millis(each.getValue()))
                .collect(Collectors.joining(", "));
        String detail = clients.isEmpty() ? used : used + ", most of it for " + clients;
        long refused = metrics.sum("textsRefused");
        return refused == 0
                ? Finding.ok(PLANNING, detail)
                : Finding.warn(
                        PLANNING,
                        refused + " statements refused; " + detail,
                        "Let these clients ask fewer different statements, with parameters for what changes, or raise"
                                + " aim.sql.planning-cpu-share.");
    }

    private static String nameOf(String metric) {
        return metric.substring(0, metric.length() - NANOS_OF_CLIENT.length());
    }

    private static String millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos) + " ms";
    }

    /** Whether many answers are time-outs or errors of the job. */
    static Finding answers(JobMetrics metrics) {
        long all = metrics.sum("answers");
        // Nobody waited for these any more, so they do not measure the job's speed.
        long expired = metrics.sum("requestsExpired");
        long failed = 0;
        List<String> shown = new ArrayList<>();
        for (String failure : FAILURES) {
            long count = metrics.sum("answers" + failure) - (failure.equals("TimedOut") ? expired : 0);
            failed += count;
            if (count > 0) {
                shown.add(count + " " + words(failure));
            }
        }
        String detail = all + " since the job was started"
                + (shown.isEmpty() ? "" : ", of them failed: " + String.join(", ", shown))
                + (expired > 0
                        ? "; " + expired + " were past their deadline when they were read, as after a restart"
                        : "");
        return failed * TOLERATED > all
                ? Finding.warn(
                        ANSWERS,
                        detail,
                        "Ask fewer at a time or with a longer timeout, or give the job more partitions; docs/errors.md#codes"
                                + " explains each error.")
                : Finding.ok(ANSWERS, detail);
    }

    /** As in {@code window turned}. */
    private static String words(String camelCase) {
        return camelCase.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }

    /** Whether the job dropped answers or second rounds because it could not write them. */
    static Finding writes(JobMetrics metrics) {
        List<String> dropped = new ArrayList<>();
        addDropped(dropped, metrics, RESULTS, "answers");
        addDropped(dropped, metrics, SECOND_ROUNDS, "second rounds");
        if (dropped.isEmpty()) {
            return Finding.ok(WRITES, "no answer was dropped since the job was started");
        }
        boolean notAllowed = metrics.sum(RESULTS + "NotAllowed") + metrics.sum(SECOND_ROUNDS + "NotAllowed") > 0;
        return Finding.warn(
                WRITES,
                String.join("; ", dropped) + ", since the job was started",
                notAllowed
                        ? "Grant the job's user Write on the topics of results and of queries with kafka-acls.sh"
                                + " --add. The log of the TaskManagers names the topic."
                        : "See that the broker answers and has the topics, and that no quota throttles the job. The"
                                + " log of the TaskManagers says why.");
    }

    private static void addDropped(List<String> dropped, JobMetrics metrics, String metric, String records) {
        long all = metrics.sum(metric);
        if (all > 0) {
            List<String> reasons = new ArrayList<>();
            metrics.sumsOf(metric)
                    .forEach((reason, count) -> reasons.add(count + " " + REASONS.getOrDefault(reason, reason)));
            dropped.add(all + " " + records + " were dropped"
                    + (reasons.isEmpty() ? "" : " (" + String.join(", ", reasons) + ")"));
        }
    }
}
