package dev.aimonflink.job.rule;

import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.config.RuleSettings;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.job.metrics.LimitedLog;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.query.serve.pass.PartitionClocks;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.rules.judge.BoundRule;
import dev.aimonflink.rules.judge.CheckJudge;
import dev.aimonflink.rules.judge.JudgedVersion;
import dev.aimonflink.rules.judge.RuleColumns;
import dev.aimonflink.rules.judge.RuleHistory;
import dev.aimonflink.rules.judge.RuleJudge;
import dev.aimonflink.rules.judge.RuleSet;
import dev.aimonflink.rules.judge.RuleTallies;
import dev.aimonflink.rules.judge.RuleTally;
import dev.aimonflink.rules.judge.RuleVersions;
import dev.aimonflink.rules.report.RulesReport;
import dev.aimonflink.rules.report.ShadowsReport;
import dev.aimonflink.rules.scan.RuleChecks;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.flink.metrics.MetricGroup;
import org.slf4j.LoggerFactory;

/** Judges a partition's events by the rule version that their readers chose, and runs the checks that need no event. */
public final class MatrixRules {
    /** Nobody notices that a check is this much later. */
    private static final int PULSES_BETWEEN_LOOKS = 10;

    private static final LimitedLog LOG = new LimitedLog(LoggerFactory.getLogger(MatrixRules.class));

    private final RuleSettings settings;
    private final RulesWatch watch;
    private final Partition partition;
    private final RuleTallies tallies = new RuleTallies();
    private final JudgedVersion version;
    private final RuleJudge judge;
    private final RuleChecks checks;
    private final RuleBudgets budgets;
    private final AlertOutput alerts;
    private final KnownRules known;
    private final LongSupplier wallMs;

    private final Set<Long> logged = new HashSet<>();

    private int pulses;

    /** The failures of the present rules. */
    private volatile long failures;

    public MatrixRules(
            JobSettings job,
            RulesWatch watch,
            Partition partition,
            PartitionClocks clocks,
            RuleJudge.Memory memory,
            AppliedRules applied,
            AlertOutput alerts,
            MetricGroup operator,
            boolean isFirst) {
        settings = job.rules();
        this.watch = watch;
        this.partition = partition;
        this.alerts = alerts;
        budgets = new RuleBudgets(watch, tallies, memory);
        RuleColumns columns = job.ruleColumns();
        RuleVersions versions = watch.versions(job);
        version = new JudgedVersion(versions);
        known = new KnownRules(job, watch, versions, tallies, isFirst);
        judge = new RuleJudge(columns, job.zone(), version.present(), tallies, memory, alerts);
        wallMs = clocks.epochMs();
        checks = new RuleChecks(
                partition,
                columns,
                new CheckJudge(columns, job.zone(), tallies, memory, alerts),
                clocks,
                applied,
                job.answerLimits(),
                this::checkFailed);
        checks.use(version.checked());
        show(AimMetrics.of(operator));
    }

    private void show(MetricGroup group) {
        group.gauge(AimMetrics.CHECKS, checks::ended);
        group.gauge(AimMetrics.CHECKS_SKIPPED, checks::skipped);
        group.gauge(AimMetrics.CHECKED_RECORDS, checks::looked);
        group.gauge(AimMetrics.RULES, () -> version.present().rules().size());
        group.gauge(AimMetrics.RULES_REFUSED, () -> known.faults(false));
        group.gauge(AimMetrics.RULES_SUSPENDED, () -> known.faults(true));
        group.gauge(AimMetrics.RULES_FAILED, () -> failures);
    }

    /** Judges from now on by a version, which perhaps only another TaskManager has read yet. */
    public void judgeBy(long topic, long chosen) throws InterruptedException {
        alerts.look();
        if (version.is(topic, chosen) || !settings.enabled()) {
            return;
        }
        RuleSet present = version.use(topic, chosen, watch.await(topic, chosen));
        judge.use(present);
        partition.hook(present.isIdle() ? null : judge);
    }

    /** Called at each pulse. */
    public void look() {
        RuleHistory history = watch.history();
        known.look(history);
        if (++pulses % PULSES_BETWEEN_LOOKS == 0) {
            lookAtTallies();
            if (settings.enabled() && watch.isOpen()) {
                lookForChecks(history);
            }
        }
    }

    private void lookForChecks(RuleHistory history) {
        alerts.look();
        final long nowMs = wallMs.getAsLong();
        final long judgingNow = partition.progress().isAtEnds()
                ? history.judging(nowMs, settings.delay().toMillis()).version()
                : RuleHistory.NONE;
        if (version.checkNewest(history, judgingNow)) {
            checks.use(version.checked());
        }
        checks.look(nowMs);
    }

    private void lookAtTallies() {
        List<BoundRule> present = version.present().rules();
        List<BoundRule> checked = version.checked().checked();
        long failed = 0;
        for (BoundRule each : present) {
            failed += look(each).failures();
        }
        checked.forEach(this::look);
        budgets.lookAtMemory(present, pulses);
        budgets.lookAtMemory(checked, pulses);
        failures = failed;
    }

    private RuleTally look(BoundRule rule) {
        final RuleTally tally = tallies.of(rule);
        final Throwable defect = tally.defect();
        budgets.look(rule, tally);
        if (defect != null && logged.add(rule.version())) {
            LOG.error(
                    "Rule {} failed by a defect of ours, and goes on",
                    defect,
                    rule.rule().id());
        }
        return tally;
    }

    private void checkFailed(BoundRule rule, QueryError why) {
        tallies.of(rule).countFailure();
        LOG.error("Rule {} cannot be checked: {}", null, rule.rule().id(), why.message());
    }

    /** Finds for whom rules are true without events. */
    public RuleChecks checks() {
        return checks;
    }

    public Partial report(RulesReport asked) {
        return known.report(asked);
    }

    /** Some of the alerts that shadow rules would have made. */
    public List<ShadowsReport.Sample> shadows() {
        return alerts.shadows();
    }
}
