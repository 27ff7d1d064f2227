package dev.aimonflink.clients.cli.rule;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.Durations;
import dev.aimonflink.clients.JobTopics;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.environment.ProgressLine;
import dev.aimonflink.clients.cli.options.ModelOptions;
import dev.aimonflink.clients.output.AnswerOutput;
import dev.aimonflink.clients.rule.BackTest;
import dev.aimonflink.clients.rule.BackTestRules;
import dev.aimonflink.clients.rule.BackTestRun;
import dev.aimonflink.clients.rule.BackTestSpan;
import dev.aimonflink.clients.rule.BackTestTime;
import dev.aimonflink.clients.rule.EntitySample;
import dev.aimonflink.clients.rule.RuleModel;
import dev.aimonflink.clients.rule.RuleVersion;
import dev.aimonflink.clients.rule.RulesOfJob;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Limits;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.rules.judge.Rule;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** A back-test: which events are replayed, and how; a mixin. */
final class BackTestOptions {
    /** The options that mean nothing without {@code --from}. */
    static final List<String> OTHERS = List.of(
            "--to", "--sample", "--max-entities", "--alone", "--alerts", "--format", "--max-future-skew", "--timeout");

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
        Optional<RulesOfJob> job = zone.isGiven() ? Optional.empty() : job(topics, environment);
        RuleModel model = RuleModel.of(models.required(environment, topics.kafka()), zone.of(job));
        List<Rule> given = model.rules(yaml, RuleFileOptions.nameOf(file));
        BackTestTime time = BackTestTime.of(from, to, Instant.now(), model.zone());
        BackTestRules rules = new BackTestRules(given, isAlone ? List.of() : live(topics, environment), model);
        BackTestSpan span = rules.span(time.from(), time.until(), skew);
        zone.print(job, environment);
        JobTopics ofJob = topics.kafka().jobTopics(environment);
        BackTest.Settings settings = new BackTest.Settings(format, ofEntities, maxEntities);
        try (BackTestRun run = new BackTestRun(ofJob, rules, span, settings, to == null, timeout);
                AlertLines alerts = new AlertLines(alertsFile, ofJob.names().events())) {
            try (ProgressLine progress = new ProgressLine(environment, "events", run.size())) {
                run.run(alerts, environment.err()::println, progress::stepTo);
            } catch (ClientException lost) {
                environment.err().println(lost.getMessage());
                return ExitCode.TIMEOUT;
            }
            new BackTestOutput(run.document(ofEntities)).print(output, environment);
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

    // ---- what the job says

    private static Optional<RulesOfJob> job(RulesTopicOptions topics, Environment environment) {
        try (QueryClient client = topics.client(environment)) {
            return RulesOfJob.ask(client::answer, JOB_TIMEOUT);
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
}
