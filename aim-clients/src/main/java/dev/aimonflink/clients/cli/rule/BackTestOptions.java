package dev.aimonflink.clients.cli.rule;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.Durations;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.TopicReader;
import dev.aimonflink.clients.TopicReplay;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.environment.ProgressLine;
import dev.aimonflink.clients.cli.options.ModelOptions;
import dev.aimonflink.clients.output.AnswerOutput;
import dev.aimonflink.clients.rule.BackTest;
import dev.aimonflink.clients.rule.BackTestRules;
import dev.aimonflink.clients.rule.BackTestSpan;
import dev.aimonflink.clients.rule.EntitySample;
import dev.aimonflink.clients.rule.RuleModel;
import dev.aimonflink.clients.rule.RuleVersion;
import dev.aimonflink.clients.rule.RulesOfJob;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Limits;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.rules.format.RuleTime;
import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.sql.text.Spelling;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** A back-test: which events are replayed, and how; a mixin. */
final class BackTestOptions {
    /** The options that mean nothing without {@code --from}. */
    static final List<String> OTHERS = List.of(
            "--to", "--sample", "--max-entities", "--alone", "--alerts", "--format", "--max-future-skew", "--timeout");

    /** Ten years, with a number for each day in the report. */
    static final int MAX_DAYS = 3_660;

    private static final Duration LEAST_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration MOST_TIMEOUT = Duration.ofHours(1);
    private static final Duration JOB_TIMEOUT = Duration.ofSeconds(2);

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description =
                    "Replay events, and report what fires since then: so long ago, such as 7d or 24h; or a day such as"
                            + " 2026-12-01, or a time such as 2026-12-01T18:00:00+01:00, at which Kafka took the event.")
    private String from;

    @Option(
            names = "--to",
            paramLabel = "TIME",
            description =
                    "Until then: so long ago, the end of a day, or a time. Default: the events that Kafka has now")
    private String to;

    @Option(
            names = "--sample",
            paramLabel = "SHARE",
            defaultValue = "100%",
            description = "Of a share of the entities, such as 1%%, the same ones each time. Default: ${DEFAULT-VALUE}")
    private String sample;

    @Option(
            names = "--max-entities",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "Keep at most N entities in memory, and leave out the events of others. Default:"
                    + " ${DEFAULT-VALUE}")
    private int maxEntities;

    @Option(names = "--alone", description = "Do not compare with the rules that the job has.")
    private boolean isAlone;

    @Option(
            names = "--alerts",
            paramLabel = "FILE",
            description = "A new file for each alert as the job would have written it, one JSON object a line.")
    private Path alertsFile;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "json",
            description = "How events are encoded, as the job's aim.events.format: json, binary, avro or kryo. Default:"
                    + " ${DEFAULT-VALUE}")
    private EventFormat format;

    @Option(
            names = "--max-future-skew",
            paramLabel = "TIME",
            defaultValue = "10s",
            description =
                    "By how much an event may be ahead of its record, as the job's aim.events.max-future-skew. Default:"
                            + " ${DEFAULT-VALUE}")
    private Duration skew;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "30s",
            description = "How long no broker may answer. Default: ${DEFAULT-VALUE}")
    private Duration timeout;

    boolean isWanted() {
        return from != null;
    }

    int run(
            String file,
            RulesTopicOptions topics,
            ModelOptions models,
            ZoneOptions zone,
            AnswerOutput output,
            Environment environment) {
        Limits.requireWithin("max-entities", maxEntities, 1, Integer.MAX_VALUE);
        requireTimeout();
        EntitySample ofEntities = EntitySample.parse(sample);
        String yaml = RuleFileOptions.rules(file, environment);
        Connection connection = topics.kafka().connection(environment);
        Optional<RulesOfJob> job = zone.isGiven() ? Optional.empty() : job(topics, environment);
        RuleModel model = RuleModel.of(models.required(environment, topics.kafka()), zone.of(job));
        List<Rule> given = model.rules(yaml, RuleFileOptions.nameOf(file));
        Instant now = Instant.now();
        Instant since = since(now, model.zone());
        Instant until = until(now, since, model.zone());
        BackTestRules rules = new BackTestRules(given, isAlone ? List.of() : live(topics, environment), model);
        BackTestSpan span = rules.span(since, until, skew);
        zone.print(job, environment);
        try (TopicReplay events = environment
                        .clients()
                        .topicReplay(
                                connection,
                                topics.kafka().topics().events(),
                                span.replayMs(),
                                to == null ? Long.MAX_VALUE : until.toEpochMilli(),
                                timeout);
                AlertLines alerts =
                        new AlertLines(alertsFile, topics.kafka().topics().events())) {
            BackTest test = new BackTest(rules, span, new BackTest.Settings(format, ofEntities, maxEntities), alerts);
            List<String> notes = new ArrayList<>(rules.notes());
            notes.addAll(span.notes(events.stretches()));
            notes.forEach(environment.err()::println);
            try {
                readProfiles(test, rules, topics, connection, environment);
                replay(test, events, environment);
            } catch (ClientException lost) {
                environment.err().println(lost(lost, test, events));
                return ExitCode.TIMEOUT;
            }
            List<String> lacking = lacking(test, events);
            lacking.forEach(environment.err()::println);
            notes.addAll(lacking);
            new BackTestOutput(test.report(), span, model.zone(), ofEntities, notes).print(output, environment);
        }
        return ExitCode.OK;
    }

    // ---- what is asked for

    private void requireTimeout() {
        if (timeout.compareTo(LEAST_TIMEOUT) < 0 || timeout.compareTo(MOST_TIMEOUT) > 0) {
            throw new InvalidInputException("timeout=" + Durations.text(timeout) + " is outside "
                    + Durations.text(LEAST_TIMEOUT) + ".." + Durations.text(MOST_TIMEOUT) + ". Give a time inside.");
        }
    }

    private Instant since(Instant now, ZoneId zone) {
        Instant since = time("from", from, now, written -> RuleTime.parse(written, zone));
        if (since.isAfter(now)) {
            throw new InvalidInputException(
                    "from=" + from + " is in the future, of which there are no events. Give a past time, such as 7d.");
        }
        return since;
    }

    private Instant until(Instant now, Instant since, ZoneId zone) {
        Instant until = to == null ? now : time("to", to, now, written -> RuleTime.parseEnd(written, zone));
        until = until.isAfter(now) ? now : until;
        if (until.isBefore(since)) {
            throw new InvalidInputException("to=" + to + " is before from=" + from + ". Give a later time.");
        }
        if (Duration.between(since, until).toDays() >= MAX_DAYS) {
            throw new InvalidInputException("from=" + from + " is more than " + MAX_DAYS
                    + " days before the end, and each day is a number in the report. Give a later time.");
        }
        return until;
    }

    private static Instant time(String option, String written, Instant now, Function<String, Instant> dayOrInstant) {
        try {
            return Durations.isForm(written) ? now.minus(Durations.parse(written)) : dayOrInstant.apply(written);
        } catch (DateTimeException none) {
            throw new InvalidInputException(
                    option + "=" + Spelling.shortened(written)
                            + " is no time. Give how long ago, such as 7d or 24h, a day such as"
                            + " 2026-12-01, or a time such as 2026-12-01T18:00:00Z.",
                    none);
        }
    }

    // ---- what the job says

    private static Optional<RulesOfJob> job(RulesTopicOptions topics, Environment environment) {
        try (QueryClient client = topics.client(environment)) {
            return RulesOfJob.ask(client, JOB_TIMEOUT);
        } catch (ClientException unsaid) {
            environment.err().println(unsaid.getMessage());
            return Optional.empty();
        }
    }

    private static List<RuleVersion> live(RulesTopicOptions topics, Environment environment) {
        try {
            return List.copyOf(topics.topic(environment).read().present().values());
        } catch (ClientException unread) {
            throw new ClientException(
                    unread.getMessage() + " Or test the rules without those of the job, with --alone.", unread);
        }
    }

    // ---- replay

    private static void readProfiles(
            BackTest test,
            BackTestRules rules,
            RulesTopicOptions topics,
            Connection connection,
            Environment environment) {
        if (rules.needProfiles()) {
            try (TopicReader profiles = environment
                    .clients()
                    .topicReader(connection, topics.kafka().topics().profiles())) {
                test.readProfiles(profiles);
            }
        }
    }

    private static void replay(BackTest test, TopicReplay events, Environment environment) {
        try (ProgressLine progress = new ProgressLine(environment, "events", events.size())) {
            test.run(events, progress::stepTo);
        }
    }

    private String lost(ClientException why, BackTest test, TopicReplay events) {
        return why.getMessage() + "\nThe back-test had read "
                + (events.size() == 0 ? 100 : 100 * events.done() / events.size()) + "% of the events"
                + (test.reached() == null ? "" : ", up to those of " + test.reached())
                + ", and nothing was changed. Run it again; --timeout says how long no broker may answer, now "
                + Durations.text(timeout) + ".";
    }

    /** The report's limitations, in sentences. */
    private static List<String> lacking(BackTest test, TopicReplay events) {
        List<String> lacking = new ArrayList<>();
        if (events.size() == 0) {
            lacking.add("Kafka has no events of this time.");
        }
        if (test.eventsBeyondEntities() > 0) {
            lacking.add(String.format(
                    Locale.ROOT,
                    "%,d events were left out: they are of more than the %,d entities for which there is room. Use --sample.",
                    test.eventsBeyondEntities(),
                    test.maxEntities()));
        }
        if (test.profilesLeftOut() > 0) {
            lacking.add(String.format(
                    Locale.ROOT,
                    "%,d profiles were left out: they are malformed, or of more than the %,d entities for which there is room.",
                    test.profilesLeftOut(),
                    test.maxEntities()));
        }
        return lacking;
    }
}
