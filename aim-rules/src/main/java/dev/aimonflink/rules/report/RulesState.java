package dev.aimonflink.rules.report;

import dev.aimonflink.rules.judge.RuleSet;
import dev.aimonflink.rules.judge.RuleTallies;
import dev.aimonflink.rules.judge.RuleTally;
import java.util.ArrayList;
import java.util.List;

/**
 * What a partition says of its rules.
 *
 * @param read the offset of the last record of the topic of rules that it has; -1 for none
 * @param job what is the same in all partitions
 */
public record RulesState(long read, OfJob job, List<OfRule> rules) {
    /**
     * @param delayMs from a version to the first event that it judges; null if the job reads no rules
     * @param topics to which rules may write events
     * @param sinceMs when it was started, by a partition's clock
     */
    public record OfJob(Long delayMs, List<String> topics, String zone, long sinceMs) {}

    /**
     * A version of a rule, since the job was started.
     *
     * @param fired how many alerts it has made, including those not sent
     * @param suppressed for how many events it was true and silent
     * @param failed how often its condition failed, as in a division by zero
     * @param cpuNanos about the time that it took
     * @param fault why the version cannot judge, so that the previous one stays; or null
     */
    public record OfRule(
            String rule, long version, long fired, long suppressed, long failed, long cpuNanos, String fault) {}

    /** What is known of rules, even before they judge. */
    public static RulesState of(long read, OfJob job, RuleSet newest, RuleTallies tallies) {
        List<OfRule> rules = new ArrayList<>();
        newest.rules().forEach(each -> rules.add(figures(each.rule().id(), each.version(), tallies.of(each), null)));
        for (RuleSet.Fault each : newest.faults()) {
            RuleTally tally = each.isSuspended() ? tallies.of(each.suspended()) : new RuleTally();
            rules.add(figures(each.rule(), each.version(), tally, each.why()));
        }
        return new RulesState(read, job, rules);
    }

    private static OfRule figures(String rule, long version, RuleTally tally, String faultOrNull) {
        return new OfRule(
                rule, version, tally.fired(), tally.suppressed(), tally.failures(), tally.nanos(), faultOrNull);
    }
}
