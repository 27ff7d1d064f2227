package dev.aimonflink.job.operator;

import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.config.RuleSettings;
import dev.aimonflink.job.message.Alert;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.job.metrics.LimitedLog;
import dev.aimonflink.job.metrics.PerSecond;
import dev.aimonflink.job.rule.RulesWatch;
import dev.aimonflink.query.partial.Partial;
import dev.aimonflink.query.partition.Partition;
import dev.aimonflink.query.pass.PartitionClocks;
import dev.aimonflink.query.pass.QueryError;
import dev.aimonflink.rules.check.RuleChecks;
import dev.aimonflink.rules.format.AlertJson;
import dev.aimonflink.rules.judge.BoundRule;
import dev.aimonflink.rules.judge.CheckJudge;
import dev.aimonflink.rules.judge.RuleColumns;
import dev.aimonflink.rules.judge.RuleHistory;
import dev.aimonflink.rules.judge.RuleJudge;
import dev.aimonflink.rules.judge.RuleSet;
import dev.aimonflink.rules.judge.RuleTallies;
import dev.aimonflink.rules.judge.RuleTally;
import dev.aimonflink.rules.judge.RuleValues;
import dev.aimonflink.rules.judge.RuleVersions;
import dev.aimonflink.rules.report.RulesReport;
import dev.aimonflink.rules.report.RulesState;
import dev.aimonflink.rules.report.ShadowsReport;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.slf4j.LoggerFactory;

/** Judges the events of a partition by the rules of the version that their readers say, and sends what fires. */
final class MatrixRules implements RuleJudge.Alerts {
    /** As large as Kafka takes a record if nobody says otherwise, with room for its headers. */
    static final int MAX_BYTES = 900 * 1024;

    /** Of alerts beyond the most in a second, in hundredths of these. */
    static final int MOST_SAMPLES = 10;

    /** A moment in which no version has come. */
    static final int QUIET_PULSES = 20;

    /** A second. */
    private static final int PULSES_OF_A_REPORT = 100;

    /** Nobody notices that a check is so much later. */
    private static final int PULSES_BETWEEN_LOOKS = 10;

    private static final LimitedLog LOG = new LimitedLog(LoggerFactory.getLogger(MatrixRules.class));

    private final RuleSettings settings;
    private final String eventsTopic;
    private final String zone;
    private final RulesWatch watch;
    private final Partition partition;
    private final RuleVersions versions;
    private final RuleTallies tallies = new RuleTallies();
    private final RuleBudgets budgets;
    private final RuleJudge judge;
    private final RuleChecks checks;
    private final LongSupplier wallMs;
    private final Consumer<Alert> output;
    private final PerSecond limit;
    private final long sinceMs = System.currentTimeMillis();
    private final ShadowAlerts shadows = new ShadowAlerts(System::currentTimeMillis);
    private final Counter fired;
    private final Counter shadowed;
    private final Counter skipped;
    private final Counter tooLarge;

    private final boolean isFirst;
    private final Set<Long> logged = new HashSet<>();

    /** Pulses since the topic has had something new. */
    private int quiet;

    private RuleHistory seen = RuleHistory.EMPTY;

    /** The newest version that is known, whether it judges already or not. */
    private volatile RuleSet newest;

    private long topic = RuleHistory.NO_TOPIC;
    private long version = RuleHistory.NONE;
    private volatile RuleSet present;

    /** Of the topic, the newest version that has judged an event. */
    private long newestVersion = RuleHistory.NONE;

    /** The rules that are checked. */
    private RuleSet checked;

    private int pulses;

    /** Of the present rules. */
    private volatile long failures;

    /** Null before somebody asks. */
    private Partial reported;

    private RuleHistory reportedHistory;
    private boolean reportedOpen;
    private int reportedPulses;

    MatrixRules(
            JobSettings job,
            RulesWatch watch,
            Partition partition,
            PartitionClocks clocks,
            RuleJudge.Memory memory,
            AppliedRules applied,
            Consumer<Alert> output,
            PerSecond limit,
            MetricGroup operator,
            boolean isFirst) {
        this.isFirst = isFirst;
        settings = job.rules();
        eventsTopic = job.eventsTopic();
        zone = job.zone().getId();
        this.watch = watch;
        this.partition = partition;
        this.output = output;
        budgets = new RuleBudgets(watch, tallies, memory);
        this.limit = limit;
        RuleColumns columns = job.ruleColumns();
        versions = watch.versions(job);
        present = versions.at(RuleHistory.NONE, RuleHistory.EMPTY);
        newest = present;
        judge = new RuleJudge(columns, job.zone(), present, tallies, memory, this);
        wallMs = clocks.epochMs();
        checks = new RuleChecks(
                partition,
                columns,
                new CheckJudge(columns, job.zone(), tallies, memory, this),
                clocks,
                applied,
                job.answerLimits(),
                this::checkFailed);
        checked = present;
        checks.use(checked);
        MetricGroup group = AimMetrics.of(operator);
        fired = group.counter(AimMetrics.ALERTS_FIRED);
        shadowed = group.counter(AimMetrics.ALERTS_SHADOWED);
        skipped = group.counter(AimMetrics.ALERTS_SKIPPED);
        tooLarge = group.counter(AimMetrics.RULE_EVENTS_TOO_LARGE);
        group.gauge(AimMetrics.CHECKS, checks::ended);
        group.gauge(AimMetrics.CHECKS_SKIPPED, checks::skipped);
        group.gauge(AimMetrics.CHECKED_RECORDS, checks::looked);
        group.gauge(AimMetrics.RULES, () -> present.rules().size());
        group.gauge(AimMetrics.RULES_REFUSED, () -> faults(false));
        group.gauge(AimMetrics.RULES_SUSPENDED, () -> faults(true));
        group.gauge(AimMetrics.RULES_FAILED, () -> failures);
    }

    /** Judges from now on by a version, which may be one that only another TaskManager has read yet. */
    void judgeBy(long ofTopic, long chosen) throws InterruptedException {
        limit.look();
        shadows.look();
        if ((chosen == version && ofTopic == topic) || !settings.enabled()) {
            return;
        }
        newestVersion = ofTopic == topic ? Math.max(newestVersion, chosen) : chosen;
        topic = ofTopic;
        version = chosen;
        RuleHistory history = watch.await(ofTopic, chosen);
        present = versions.at(Math.min(chosen, history.newest()), history);
        judge.use(present);
        partition.hook(present.isIdle() ? null : judge);
    }

    /** At each pulse: what does not judge is known before events come. Many versions that come at once are read once. */
    void look() {
        RuleHistory history = watch.history();
        quiet = history == seen ? quiet + 1 : 0;
        seen = history;
        if (quiet == QUIET_PULSES) {
            readNewest();
        }
        if (++pulses % PULSES_BETWEEN_LOOKS == 0) {
            lookAtTallies();
            if (settings.enabled() && watch.isOpen()) {
                lookForChecks(history);
            }
        }
    }

    /**
     * Begins the checks that are due, by the newest rules that have judged an event; where all events are in, by those that would judge one
     * now.
     */
    private void lookForChecks(RuleHistory history) {
        limit.look();
        shadows.look();
        final long nowMs = wallMs.getAsLong();
        long chosen = history.topic() == topic ? newestVersion : RuleHistory.NONE;
        if (partition.progress().isAtEnds()) {
            chosen = Math.max(
                    chosen, history.judging(nowMs, settings.delay().toMillis()).version());
        }
        if (history.topic() == checked.topic()) {
            // The readers of events may not be at their ends any more.
            chosen = Math.max(chosen, checked.version());
        }
        RuleSet chosenRules = versions.at(Math.min(chosen, history.newest()), history);
        if (chosenRules.version() != checked.version() || chosenRules.topic() != checked.topic()) {
            checked = chosenRules;
            checks.use(checked);
        }
        checks.look(nowMs);
    }

    private long faults(boolean ofSuspended) {
        return newest.faults().stream()
                .filter(each -> each.isSuspended() == ofSuspended)
                .count();
    }

    private void lookAtTallies() {
        long failed = 0;
        for (BoundRule each : present.rules()) {
            failed += look(each).failures();
        }
        checked.checked().forEach(this::look);
        budgets.lookAtMemory(present.rules(), pulses);
        budgets.lookAtMemory(checked.checked(), pulses);
        failures = failed;
    }

    private void checkFailed(BoundRule rule, QueryError why) {
        tallies.of(rule).countFailure();
        LOG.error("Rule {} cannot be checked: {}", null, rule.rule().id(), why.message());
    }

    /** What looks for whom rules are true without events. */
    RuleChecks checks() {
        return checks;
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

    /** Returns the number of the version. */
    private long readNewest() {
        RuleHistory history = watch.history();
        if (versions.has(history.newest())) {
            // Otherwise they are being made, and this thread would wait.
            newest = versions.at(history.newest(), history);
            logNewFaults();
        }
        return newest.version();
    }

    /** Says each once: of one partition, because they are the same in all. */
    private void logNewFaults() {
        if (isFirst) {
            for (RuleSet.Fault each : newest.faults()) {
                if (logged.add(each.version())) {
                    LOG.error(
                            "Version {} of rule {} does not judge: {}", null, each.version(), each.rule(), each.why());
                }
            }
        }
    }

    /** What is known of the rules: for a second the same, since anybody may ask, and there may be many. */
    Partial report(RulesReport asked) {
        final RuleHistory history = watch.history();
        final boolean isNew = history != reportedHistory || watch.isOpen() != reportedOpen;
        if (reported == null || isNew || pulses - reportedPulses >= PULSES_OF_A_REPORT) {
            reported = asked.partial(state());
            reportedHistory = history;
            reportedOpen = watch.isOpen();
            reportedPulses = pulses;
        }
        return reported;
    }

    /** What is known of the rules, whether they judge already or not. */
    private RulesState state() {
        final long read = readNewest();
        List<RulesState.OfRule> rules = new ArrayList<>();
        for (BoundRule each : newest.rules()) {
            rules.add(figures(each.rule().id(), each.version(), tallies.of(each), null));
        }
        for (RuleSet.Fault each : newest.faults()) {
            rules.add(
                    each.isSuspended()
                            ? figures(each.rule(), each.version(), tallies.of(each.suspended()), each.why())
                            : figures(each.rule(), each.version(), new RuleTally(), each.why()));
        }
        return new RulesState(
                // Where events wait, as for a topic that was created anew, nothing is judged by what was read.
                watch.isOpen() ? read : RuleHistory.NONE,
                new RulesState.OfJob(
                        settings.enabled() ? settings.delay().toMillis() : null, settings.eventTopics(), zone, sinceMs),
                rules);
    }

    private static RulesState.OfRule figures(String rule, long version, RuleTally tally, String faultOrNull) {
        return new RulesState.OfRule(
                rule, version, tally.fired(), tally.suppressed(), tally.failures(), tally.nanos(), faultOrNull);
    }

    /** Some of the alerts that shadow rules would have made. */
    List<ShadowsReport.Sample> shadows() {
        return shadows.all();
    }

    @Override
    public void fired(BoundRule rule, RuleValues values, boolean isResolved, int suppressed, long sinceMs) {
        if (rule.rule().shadow()) {
            shadowed.inc();
            shadows.fired(
                    rule.rule().id(),
                    () -> AlertJson.alert(id(rule, values, isResolved), rule, values, isResolved, suppressed, sinceMs));
            return;
        }
        fired.inc();
        if (limit.isBeyond()) {
            skipped.inc();
            return;
        }
        String id = id(rule, values, isResolved);
        send(new Alert(
                settings.alertsTopic(),
                id,
                values.record().key().toString().getBytes(StandardCharsets.UTF_8),
                AlertJson.alert(id, rule, values, isResolved, suppressed, sinceMs)));
        if (rule.rule().event() != null && !isResolved) {
            final byte[] key = AlertJson.eventKey(rule, values);
            final byte[] event = AlertJson.event(rule, values);
            if (values.isBeyondBudget()) {
                tooLarge.inc();
            } else {
                send(new Alert(rule.rule().event().topic(), id, key, event));
            }
        }
    }

    private String id(BoundRule rule, RuleValues values, boolean isResolved) {
        return AlertJson.id(rule, eventsTopic, values, isResolved);
    }

    private void send(Alert alert) {
        if (alert.key().length + alert.value().length > MAX_BYTES) {
            tooLarge.inc();
        } else {
            output.accept(alert);
        }
    }
}
