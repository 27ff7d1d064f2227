package dev.aimonflink.clients.doctor;

import dev.aimonflink.clients.flink.JobMetrics;
import java.util.List;
import java.util.function.LongFunction;

/** Checks by metrics that the job can read its rules, and that each of them judges. */
final class RulesCheck {
    private static final String CHECK = "rules";

    /** From then on events wait. */
    private static final double MOST_AGE_MS = 1_000;

    /** @param isNow whether each subtask has the whole number, which is not one of times since the job was started */
    private record Trouble(String metric, boolean isNow, LongFunction<String> detail, String fix) {
        long count(JobMetrics metrics) {
            return isNow ? now(metrics, metric) : metrics.sum(metric);
        }
    }

    /** The worst first. */
    private static final List<Trouble> TROUBLES = List.of(
            new Trouble(
                    "rulesRefused",
                    true,
                    count -> count + (count == 1 ? " rule does" : " rules do") + " not judge in the newest version",
                    "`aim rules list` says why. Put a version that can judge, give the job what it lacks, or delete the"
                            + " rule."),
            new Trouble(
                    "rulesSuspended",
                    true,
                    count -> count + (count == 1 ? " rule is" : " rules are") + " suspended",
                    "`aim rules list` says which and why. Put a version that takes less, or `aim rules enable ID`."),
            new Trouble(
                    "ruleEventsTooLarge",
                    false,
                    count ->
                            count + " alerts or events of rules were too large to be written since the job was started",
                    "Look in `aim rules list` for rules with a long message, or an action with long fields or a long key, or let"
                            + " their topics take more by max.message.bytes, and restart the job."),
            new Trouble(
                    "alertsSkipped",
                    false,
                    count -> count
                            + " alerts were not written since the job was started, because of aim.alerts.max-per-second",
                    "`aim rules list` says which rule fires most: give it an interval such as 'every: 1d'. Or raise"
                            + " aim.alerts.max-per-second."),
            new Trouble(
                    "rulesFailed",
                    false,
                    count -> "conditions failed " + count + " times, as in a division by zero",
                    "`aim rules list` says of which rule. Write the condition so that it cannot fail, such as with nullif."));

    private RulesCheck() {}

    static Finding finding(JobMetrics metrics) {
        double ageMs = metrics.max("rulesAgeMs").orElse(0);
        if (ageMs > MOST_AGE_MS) {
            return Finding.fail(
                    CHECK,
                    "events wait, because the topic of rules has not been read for " + Math.round(ageMs / 1_000) + " s",
                    "A TaskManager's log says why. Where the topic was created anew, start the job again, from its last"
                            + " checkpoint. Where it does not come back, start it with aim.alerts.enabled=false.");
        }
        for (Trouble trouble : TROUBLES) {
            long count = trouble.count(metrics);
            if (count > 0) {
                return Finding.warn(CHECK, trouble.detail().apply(count), trouble.fix());
            }
        }
        return Finding.ok(
                CHECK,
                now(metrics, "rules") + " judge; " + metrics.sum("alertsFired") + " alerts since the job was started");
    }

    private static long now(JobMetrics metrics, String metric) {
        return Math.round(metrics.max(metric).orElse(0));
    }
}
