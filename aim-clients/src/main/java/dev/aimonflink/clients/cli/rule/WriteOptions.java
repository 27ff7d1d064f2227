package dev.aimonflink.clients.cli.rule;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.Durations;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.options.OutputOptions;
import dev.aimonflink.clients.rule.RuleChange;
import dev.aimonflink.clients.rule.RuleLog;
import dev.aimonflink.clients.rule.RuleVersion;
import dev.aimonflink.clients.rule.RulesOfJob;
import dev.aimonflink.clients.rule.RulesTopic;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.query.rule.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How changes of rules are shown, written and awaited; a mixin. */
final class WriteOptions {
    private static final List<String> COLUMNS = List.of("rule", "change", "version", "judgesFrom");
    private static final long POLL_MS = 100;
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(2);

    @Mixin
    private RulesTopicOptions rules;

    @Mixin
    private OutputOptions output;

    @Option(names = "--note", paramLabel = "TEXT", description = "Why, for `aim rules log`.")
    private String note;

    @Option(
            names = "--no-wait",
            description = "Do not wait until every partition of the job has read what was written.")
    private boolean isNotWaiting;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "10s",
            description = "How long to wait for the job at most. Default: ${DEFAULT-VALUE}")
    private Duration timeout;

    RulesTopicOptions rules() {
        return rules;
    }

    /** Shows what becomes of rules, on standard error each line that differs. */
    void show(List<RuleChange> changes, Environment environment) {
        for (RuleChange change : changes) {
            if (!change.isNone()) {
                environment.err().println(change.kind() + " " + change.id());
                change.differences().forEach(line -> environment.err().println("  " + line));
            }
        }
    }

    /** Shows the changes as they would be, and writes none. */
    int dryRun(List<RuleChange> changes, Environment environment) {
        show(changes, environment);
        print(changes, new RuleLog(List.of()), environment);
        return ExitCode.OK;
    }

    /** Writes the changes, shows the new versions, and waits until the job judges by them. */
    int write(List<RuleChange> changes, RulesTopic topic, RuleLog before, Environment environment) {
        requireRoom(changes, before);
        List<RuleChange> real = changes.stream().filter(each -> !each.isNone()).toList();
        if (real.isEmpty()) {
            print(changes, before, environment);
            environment.err().println("Nothing changes.");
            return ExitCode.OK;
        }
        topic.write(real, rules.user(environment), note);
        RuleLog after = topic.read();
        print(changes, after, environment);
        warnOfOthers(real, before, after, environment);
        return isNotWaiting ? ExitCode.OK : await(real, after.newest(), environment);
    }

    private static void requireRoom(List<RuleChange> changes, RuleLog before) {
        long rules = before.present().size();
        for (RuleChange change : changes) {
            rules += change.kind().equals("added") ? 1 : change.kind().equals("deleted") ? -1 : 0;
        }
        if (rules > Rule.MAX_RULES) {
            throw new InvalidInputException("There would be " + rules + " rules, more than " + Rule.MAX_RULES
                    + ". Delete some with `aim rules delete`, or write one rule for several thresholds.");
        }
    }

    /** @param log with the new versions; with none where there are none */
    private void print(List<RuleChange> changes, RuleLog log, Environment environment) {
        Map<String, RuleVersion> newest = log.newestOfEach();
        List<List<Object>> rows = new ArrayList<>();
        for (RuleChange change : changes) {
            RuleVersion version = newest.get(change.id());
            rows.add(Arrays.asList(
                    change.id(),
                    change.kind(),
                    version == null ? null : version.number(),
                    version == null || change.isNone() ? null : version.time().plus(RulesTopic.DELAY)));
        }
        output.output(environment).print(COLUMNS, rows);
    }

    /** Somebody may have changed the same rule between our reading and our writing. */
    private static void warnOfOthers(List<RuleChange> changes, RuleLog before, RuleLog after, Environment environment) {
        Map<String, Long> since = after.versions().stream()
                .filter(each -> each.number() > before.newest())
                .collect(Collectors.groupingBy(RuleVersion::id, Collectors.counting()));
        for (RuleChange change : changes) {
            if (since.getOrDefault(change.id(), 0L) > 1) {
                environment
                        .err()
                        .println("Somebody else has changed " + change.id()
                                + " at the same time: look at `aim rules log " + change.id() + "`.");
            }
        }
    }

    // ---- the job

    private int await(List<RuleChange> changes, long version, Environment environment) {
        Optional<RulesOfJob> reached;
        try (QueryClient client = rules.client(environment)) {
            reached = Waiting.forValue(
                    () -> RulesOfJob.ask(client, shorter(ANSWER_TIMEOUT, timeout))
                            .filter(job -> job.read() >= version),
                    timeout,
                    POLL_MS);
        } catch (ClientException unasked) {
            environment.err().println(unasked.getMessage());
            reached = Optional.empty();
        }
        if (reached.isEmpty()) {
            environment
                    .err()
                    .println("The versions are written, but within " + Durations.text(timeout)
                            + " no job has said that all its partitions have read version " + version
                            + ". See with `aim doctor` that one runs; `aim rules list` says what it has.");
            return ExitCode.TIMEOUT;
        }
        environment.err().println("Every partition of the job has read version " + version + ".");
        boolean isFaulty = false;
        for (RuleChange change : changes) {
            String fault = reached.get().of(change.id()).fault();
            if (fault != null && change.after() != null) {
                environment.err().println(change.id() + " does not judge so. " + fault);
                isFaulty = true;
            }
        }
        return isFaulty ? ExitCode.PARTIAL : ExitCode.OK;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
