package dev.aimonflink.clients.cli.rule;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.environment.ShellWord;
import dev.aimonflink.clients.cli.options.OutputOptions;
import dev.aimonflink.clients.rule.RuleLog;
import dev.aimonflink.clients.rule.RuleVersion;
import dev.aimonflink.clients.rule.RulesOfJob;
import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.sql.text.Spelling;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code aim rules list}. */
@Command(
        name = "list",
        description = {
            "Show the rules that there are: the version of each, since when and by whom, and whether it is enabled, muted,"
                    + " disabled, or refused by the job, and which version judges then; and what the job says of the version"
                    + " that judges: how many alerts it has made, for how many events it was true and silent, how often its"
                    + " condition failed, and about how many seconds of a core it took; and why the newest version does not judge. These figures are since the job was"
                    + " started, and missing where no job answers."
        },
        footer = {"", "Examples:", "  aim rules list", "  aim rules list --output json"},
        mixinStandardHelpOptions = true)
final class ListCommand implements Callable<Integer> {
    private static final List<String> COLUMNS = List.of(
            "rule",
            "version",
            "since",
            "by",
            "state",
            "fired",
            "perHour",
            "suppressed",
            "failed",
            "cpuSeconds",
            "fault");

    private static final double TENTHS = 10;
    private static final double HOUR_MS = Duration.ofHours(1).toMillis();

    private final Environment environment;

    @Mixin
    private RulesTopicOptions rules;

    @Mixin
    private OutputOptions output;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "2s",
            description = "How long the job may take to answer. Default: ${DEFAULT-VALUE}")
    private Duration timeout;

    ListCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        RuleLog log = rules.topic(environment).read();
        RulesOfJob job = ofJob();
        output.output(environment)
                .print(
                        COLUMNS,
                        log.present().values().stream()
                                .map(each -> row(each, job))
                                .toList());
        if (job != null && job.read() < log.newest()) {
            environment
                    .err()
                    .println("The job has read the rules up to version " + job.read() + "; the newest is "
                            + log.newest() + ".");
        }
        printUnreadable(log);
        return ExitCode.OK;
    }

    /** Null, with a message, if no job answers. */
    private RulesOfJob ofJob() {
        try (QueryClient client = rules.client(environment)) {
            Optional<RulesOfJob> job = RulesOfJob.ask(client::answer, timeout);
            if (job.isEmpty()) {
                environment
                        .err()
                        .println("No job answers, so what rules have done is not known. `aim doctor` looks why.");
            }
            return job.orElse(null);
        } catch (ClientException unsaid) {
            environment.err().println(unsaid.getMessage());
            return null;
        }
    }

    private static List<Object> row(RuleVersion version, RulesOfJob jobOrNull) {
        RulesOfJob.OfRule figures = jobOrNull == null ? RulesOfJob.OfRule.UNKNOWN : jobOrNull.of(version.id());
        boolean isRefused = figures.fault() != null && jobOrNull.read() >= version.number();
        return Arrays.asList(
                version.id(),
                version.number(),
                version.time(),
                version.by(),
                state(version, isRefused ? figures : null),
                figures.fired(),
                isRefused ? null : perHour(version, figures.fired(), jobOrNull),
                figures.suppressed(),
                figures.failed(),
                figures.cpuSeconds(),
                version.suspends() == null ? figures.fault() : version.note());
    }

    /** How many alerts an hour, since the version judges; null until it does. */
    private static Double perHour(RuleVersion version, Object firedOrNull, RulesOfJob job) {
        if (firedOrNull == null || job.delay() == null) {
            return null;
        }
        Instant judges = version.time().plus(job.delay());
        long millis = Duration.between(judges.isAfter(job.since()) ? judges : job.since(), Instant.now())
                .toMillis();
        return millis <= 0
                ? null
                : Math.round(((Number) firedOrNull).doubleValue() * HOUR_MS / millis * TENTHS) / TENTHS;
    }

    private static String state(RuleVersion version, RulesOfJob.OfRule refusedOrNull) {
        if (version.suspends() != null) {
            return "suspended";
        }
        return refusedOrNull == null ? state(version.rule()) : refused(refusedOrNull.version());
    }

    private static String refused(Object judgingOrNull) {
        return "refused, " + (judgingOrNull == null ? "nothing" : "version " + judgingOrNull) + " judges";
    }

    private static String state(Rule rule) {
        if (!rule.enabled()) {
            return "disabled";
        }
        if (rule.mute().equals(Rule.Mute.NONE)) {
            String checked =
                    rule.check() == null ? "" : ", checked " + rule.check().label();
            return (rule.shadow() ? "shadow" : "enabled") + checked;
        }
        int keys = rule.mute().keys().size();
        return "muted" + (keys == 0 ? "" : " for " + keys + (keys == 1 ? " key" : " keys"))
                + (rule.mute().until() == null ? "" : " until " + rule.mute().until());
    }

    /** Anybody may write to the topic. */
    private void printUnreadable(RuleLog log) {
        Map<String, RuleVersion> present = log.present();
        for (RuleVersion each : log.unreadable().values()) {
            String id = Spelling.shortened(each.id());
            environment
                    .err()
                    .println("Version " + each.number() + " of rule '" + id + "' cannot be read: " + each.fault()
                            + (present.containsKey(each.id())
                                    ? " The version before it stays."
                                    : " `aim rules delete " + ShellWord.of(id) + "` removes it."));
        }
    }
}
