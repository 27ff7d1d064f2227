package dev.aimonflink.clients.cli.rule;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.Durations;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.options.OutputOptions;
import dev.aimonflink.clients.rule.RuleChange;
import dev.aimonflink.clients.rule.RuleLog;
import dev.aimonflink.clients.rule.RulePreviews;
import dev.aimonflink.clients.rule.RuleVersion;
import dev.aimonflink.clients.rule.RulesOfJob;
import dev.aimonflink.clients.rule.RulesPublisher;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.rules.judge.Rule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How changes of rules are shown, written and awaited; a mixin. */
final class WriteOptions {
    private static final List<String> COLUMNS = List.of("rule", "change", "version", "judgesFrom");
    private static final String READS_NONE =
            "The versions are written, but the job reads no rules: it was started with aim.alerts.enabled=false.";

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

    /** What the job says of its rules before they change; empty if no job answers, with a message if that is an error. */
    Optional<RulesOfJob> job(Environment environment) {
        try (QueryClient client = rules.client(environment)) {
            return RulesOfJob.ask(client::answer, shorter(ANSWER_TIMEOUT, timeout));
        } catch (ClientException unsaid) {
            environment.err().println(unsaid.getMessage());
            return Optional.empty();
        }
    }

    /**
     * For how many entities rules are true now; empty if no job answers in time.
     *
     * @throws InvalidInputException if the job cannot search for these
     */
    Map<String, Long> preview(List<Rule> atOnce, Environment environment) {
        QueryResult answer;
        try (QueryClient client = rules.client(environment)) {
            answer = RulePreviews.ask(client::answer, atOnce, timeout);
        }
        if (answer.status() == QueryResult.Status.ERROR) {
            if (answer.error().code() == QueryError.Code.INVALID_PARAMETER) {
                throw new InvalidInputException(answer.error().message() + " Nothing was written.");
            }
            environment
                    .err()
                    .println("The job does not say for whom the rules are true: "
                            + answer.error().message());
        }
        Map<String, Long> entities = new LinkedHashMap<>();
        for (List<Object> row : answer.rows() == null ? List.<List<Object>>of() : answer.rows()) {
            if (row.get(1) != null) {
                entities.put((String) row.get(0), ((Number) row.get(1)).longValue());
            }
        }
        return entities;
    }

    /** Shows what becomes of rules, each differing line on standard error. */
    void show(List<RuleChange> changes, Environment environment) {
        for (RuleChange change : changes) {
            if (!change.isNone()) {
                environment.err().println(change.kind() + " " + change.id());
                change.differences().forEach(line -> environment.err().println("  " + line));
            }
        }
    }

    int dryRun(List<RuleChange> changes, Environment environment) {
        show(changes, environment);
        print(changes, new RuleLog(List.of()), null, environment);
        return ExitCode.OK;
    }

    /** Writes the changes, shows the new versions, and waits until the job judges by them. */
    int write(
            List<RuleChange> changes,
            RulesPublisher topic,
            RuleLog before,
            Optional<RulesOfJob> job,
            Environment environment) {
        List<RuleChange> real = changes.stream().filter(each -> !each.isNone()).toList();
        if (real.isEmpty()) {
            print(changes, before, null, environment);
            environment.err().println("Nothing changes.");
            return ExitCode.OK;
        }
        topic.write(real, rules.user(environment), note);
        final long writtenNanos = System.nanoTime();
        RuleLog after = topic.read();
        boolean isJudging = isJudging(environment);
        Duration delay = job.map(RulesOfJob::delay).orElse(null);
        print(changes, after, isJudging ? delay : null, environment);
        warnOfOthers(real, before, after, environment);
        if (!isJudging || (job.isPresent() && delay == null)) {
            environment.err().println(isJudging ? READS_NONE : judgesNone());
            return ExitCode.PARTIAL;
        }
        return isNotWaiting ? ExitCode.OK : await(real, after, writtenNanos, environment);
    }

    /**
     * @param log with the new versions, or with none
     * @param delayOrNull after which they judge; null if unknown
     */
    private void print(List<RuleChange> changes, RuleLog log, Duration delayOrNull, Environment environment) {
        Map<String, RuleVersion> newest = log.newestOfEach();
        List<List<Object>> rows = new ArrayList<>();
        for (RuleChange change : changes) {
            RuleVersion version = newest.get(change.id());
            rows.add(Arrays.asList(
                    change.id(),
                    change.kind(),
                    version == null ? null : version.number(),
                    version == null || change.isNone() || delayOrNull == null
                            ? null
                            : version.time().plus(delayOrNull)));
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

    /** Whether any rule judges events: none does for producers' times. */
    private boolean isJudging(Environment environment) {
        try (TopicAdmin admin = environment.clients().topicAdmin(rules.kafka().connection(environment))) {
            return !admin.hasTimesOfProducers(rules.kafka().topics().events());
        } catch (ClientException unknown) {
            return true;
        }
    }

    private String judgesNone() {
        return "The versions are written, but no rule judges the events of topic "
                + rules.kafka().topics().events()
                + ", because their producers set their times. Set message.timestamp.type=LogAppendTime for the topic.";
    }

    /** Also waits for the delay since the versions were written, so other machines' clocks do not matter. */
    private int await(List<RuleChange> changes, RuleLog written, long writtenNanos, Environment environment) {
        long version = written.newest();
        Optional<RulesOfJob> reached;
        List<String> errors = new ArrayList<>();
        try (QueryClient client = rules.client(environment)) {
            reached = Waiting.forValue(() -> reached(version, client, errors), timeout, POLL_MS);
        } catch (ClientException unasked) {
            errors.add(unasked.getMessage());
            reached = Optional.empty();
        }
        if (reached.isEmpty()) {
            errors.forEach(environment.err()::println);
            environment
                    .err()
                    .println("The versions are written, but within " + Durations.text(timeout)
                            + " no job has said that all its partitions have read version " + version
                            + ". See with `aim doctor` that one runs; `aim rules list` says what it has.");
            return ExitCode.TIMEOUT;
        }
        RulesOfJob job = reached.get();
        String read = "Every partition of the job has read version " + version + ".";
        List<String> faults = changes.stream()
                .filter(each -> each.after() != null && job.of(each.id()).fault() != null)
                .map(each ->
                        each.id() + " does not judge so. " + job.of(each.id()).fault())
                .toList();
        if (!faults.isEmpty()) {
            environment.err().println(read);
            faults.forEach(environment.err()::println);
            return ExitCode.PARTIAL;
        }
        boolean isJudging = Waiting.until(
                () -> System.nanoTime() - writtenNanos >= job.delay().toNanos(),
                timeout.minusNanos(System.nanoTime() - writtenNanos),
                POLL_MS);
        Instant judgesFrom = written.newestOfEach().values().stream()
                .map(RuleVersion::time)
                .max(Comparator.naturalOrder())
                .orElseThrow()
                .plus(job.delay());
        environment
                .err()
                .println(read + " It judges the events that Kafka takes from " + judgesFrom + " on"
                        + (isJudging ? "." : ", which is not within " + Durations.text(timeout) + "."));
        return isJudging ? ExitCode.OK : ExitCode.TIMEOUT;
    }

    /** @param errors has the last answer if it was an error, which a restarting job gives for a while */
    private Optional<RulesOfJob> reached(long version, QueryClient client, List<String> errors) {
        errors.clear();
        try {
            return RulesOfJob.ask(client::answer, shorter(ANSWER_TIMEOUT, timeout))
                    .filter(job -> job.delay() != null && job.read() >= version);
        } catch (ClientException unsaid) {
            errors.add(unsaid.getMessage());
            return Optional.empty();
        }
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
