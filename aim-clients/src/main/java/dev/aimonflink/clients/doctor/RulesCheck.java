package dev.aimonflink.clients.doctor;

import dev.aimonflink.clients.flink.JobMetrics;

/** Checks by metrics that the job can read its rules, and that each of them judges. */
final class RulesCheck implements MetricsCheck {
    private static final String CHECK = "rules";

    /** From then on events wait. */
    private static final double MOST_AGE_MS = 1_000;

    @Override
    public Finding finding(JobMetrics metrics) {
        double ageMs = metrics.max("rulesAgeMs").orElse(0);
        if (ageMs > MOST_AGE_MS) {
            return Finding.fail(
                    CHECK,
                    "events wait, because the topic of rules has not been read for " + Math.round(ageMs / 1_000) + " s",
                    "A TaskManager's log says why. Where the topic was created anew, start the job again, from its last"
                            + " checkpoint. Where it does not come back, start it with aim.alerts.enabled=false.");
        }
        long refused = Math.round(metrics.max("rulesRefused").orElse(0));
        if (refused > 0) {
            return Finding.warn(
                    CHECK,
                    refused + (refused == 1 ? " rule does" : " rules do") + " not judge in the newest version",
                    "`aim rules list` says why. Put a version that can judge, give the job what it lacks, or delete the"
                            + " rule.");
        }
        long suspended = Math.round(metrics.max("rulesSuspended").orElse(0));
        if (suspended > 0) {
            return Finding.warn(
                    CHECK,
                    suspended + (suspended == 1 ? " rule is" : " rules are") + " suspended",
                    "`aim rules list` says which and why. Put a version that takes less, or `aim rules enable ID`.");
        }
        long tooLarge = metrics.sum("ruleEventsTooLarge");
        if (tooLarge > 0) {
            return Finding.warn(
                    CHECK,
                    tooLarge + " alerts or events of rules were too large to be written since the job was started",
                    "Look in `aim rules list` for rules with a long message, or an action with long fields or a long key, or let"
                            + " their topics take more by max.message.bytes, and restart the job.");
        }
        long skipped = metrics.sum("alertsSkipped");
        if (skipped > 0) {
            return Finding.warn(
                    CHECK,
                    skipped
                            + " alerts were not written since the job was started, because of aim.alerts.max-per-second",
                    "`aim rules list` says which rule fires most: give it an interval such as 'every: 1d'. Or raise"
                            + " aim.alerts.max-per-second.");
        }
        long failed = metrics.sum("rulesFailed");
        if (failed > 0) {
            return Finding.warn(
                    CHECK,
                    "conditions failed " + failed + " times, as in a division by zero",
                    "`aim rules list` says of which rule. Write the condition so that it cannot fail, such as with nullif.");
        }
        return Finding.ok(
                CHECK,
                Math.round(metrics.max("rules").orElse(0)) + " judge; " + metrics.sum("alertsFired")
                        + " alerts since the job was started");
    }
}
