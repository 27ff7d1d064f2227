package dev.aimonflink.job.rule;

import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.config.RuleSettings;
import dev.aimonflink.job.metrics.LimitedLog;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.rules.judge.RuleHistory;
import dev.aimonflink.rules.judge.RuleSet;
import dev.aimonflink.rules.judge.RuleTallies;
import dev.aimonflink.rules.judge.RuleVersions;
import dev.aimonflink.rules.report.RulesReport;
import dev.aimonflink.rules.report.RulesState;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.LoggerFactory;

/** What a partition knows of the newest rules, even before they judge: for metrics, the log, and questions. */
final class KnownRules {
    /** A moment in which no version has come. */
    static final int QUIET_PULSES = 20;

    /** A second. */
    private static final int PULSES_OF_A_REPORT = 100;

    private static final LimitedLog LOG = new LimitedLog(LoggerFactory.getLogger(KnownRules.class));

    private final RulesWatch watch;
    private final RuleVersions versions;
    private final RuleTallies tallies;
    private final RulesState.OfJob job;
    private final boolean isFirst;
    private final Set<Long> logged = new HashSet<>();
    private volatile RuleSet newest;
    private RuleHistory seen = RuleHistory.EMPTY;

    /** Pulses since the topic last had something new. */
    private int quiet;

    /** Null before somebody asks. */
    private Partial reported;

    private RuleHistory reportedHistory;
    private boolean reportedOpen;
    private int pulsesSinceReport;

    /** @param isFirst whether this partition reports what is the same in all */
    KnownRules(JobSettings settings, RulesWatch watch, RuleVersions versions, RuleTallies tallies, boolean isFirst) {
        this.watch = watch;
        this.versions = versions;
        this.tallies = tallies;
        this.isFirst = isFirst;
        RuleSettings rules = settings.rules();
        job = new RulesState.OfJob(
                rules.enabled() ? rules.delay().toMillis() : null,
                rules.eventTopics(),
                settings.zone().getId(),
                System.currentTimeMillis());
        newest = versions.at(RuleHistory.NONE, RuleHistory.EMPTY);
    }

    /** Called at each pulse, so that rules that do not judge are known before events come; many versions at once are read once. */
    void look(RuleHistory history) {
        pulsesSinceReport++;
        quiet = history == seen ? quiet + 1 : 0;
        seen = history;
        if (quiet == QUIET_PULSES) {
            readNewest();
        }
    }

    /** How many rules do not judge by their newest version. Thread-safe. */
    long faults(boolean ofSuspended) {
        return newest.faults().stream()
                .filter(each -> each.isSuspended() == ofSuspended)
                .count();
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

    /** Logs each once, from one partition, because they are the same in all. */
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

    /** Cached for a second, since anybody may ask, and there may be many. */
    Partial report(RulesReport asked) {
        final RuleHistory history = watch.history();
        final boolean isNew = history != reportedHistory || watch.isOpen() != reportedOpen;
        if (reported == null || isNew || pulsesSinceReport >= PULSES_OF_A_REPORT) {
            reported = asked.partial(state());
            reportedHistory = history;
            reportedOpen = watch.isOpen();
            pulsesSinceReport = 0;
        }
        return reported;
    }

    private RulesState state() {
        final long read = readNewest();
        // Where events wait, as for a recreated topic, nothing is judged by what was read.
        return RulesState.of(watch.isOpen() ? read : RuleHistory.NONE, job, newest, tallies);
    }
}
