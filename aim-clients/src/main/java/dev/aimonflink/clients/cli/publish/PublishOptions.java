package dev.aimonflink.clients.cli.publish;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.RecordPublisher;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.environment.ProgressLine;
import dev.aimonflink.clients.cli.environment.StopSignal;
import dev.aimonflink.clients.cli.publish.JsonLines.Invalid;
import dev.aimonflink.clients.cli.publish.JsonLines.Keyed;
import dev.aimonflink.clients.load.RatePacer;
import dev.aimonflink.clients.output.AnswerOutput;
import dev.aimonflink.clients.output.OutputFormat;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.query.serve.pass.NanoClock;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of all kinds of publishing; a mixin. */
final class PublishOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--count", paramLabel = "N", description = "Stop after N.")
    private Long count;

    private boolean wantsOffsets;

    @Option(names = "--seconds", paramLabel = "N", description = "Stop after N seconds.")
    private Long seconds;

    @Option(
            names = "--from",
            paramLabel = "FILE",
            description = "Publish the JSON lines of a file instead of generated records; - is the standard input.")
    private String from;

    @Option(
            names = "--skip-invalid",
            description =
                    "With --from: skip lines that are wrong. The first are named on stderr, all are counted, and the"
                            + " exit code is 4 if there are any.")
    private boolean isSkipping;

    @Option(
            names = "--unchecked",
            description = "With --from: send each line as it stands, for the job to refuse what is wrong.")
    private boolean isUnchecked;

    /** Null if records are generated. */
    private JsonLines lines;

    /** Adds the offsets behind what was published to the output. */
    void wantOffsets() {
        wantsOffsets = true;
    }

    boolean isFromFile() {
        return from != null;
    }

    /** @param decode throws {@link dev.aimonflink.matrix.format.MalformedException} if a line is wrong */
    int runLines(
            Environment environment,
            Connection connection,
            String topic,
            AnswerOutput output,
            double rate,
            Function<byte[], Keyed> decode)
            throws IOException {
        Invalid invalid = isUnchecked ? Invalid.SENT : isSkipping ? Invalid.SKIPPED : Invalid.REFUSED;
        long size = invalid == Invalid.REFUSED && JsonLines.isFile(from)
                ? checkedLines(environment, decode)
                : PublishLoop.NO_LIMIT;
        try (JsonLines opened = JsonLines.open(from, invalid, environment)) {
            lines = opened;
            return run(environment, connection, topic, output, rate, size, records -> () -> {
                Keyed record = opened.next(decode);
                if (record != null) {
                    records.publish(record.key(), record.value());
                }
                return record != null;
            });
        }
    }

    /** How many lines to publish; throws if one is wrong, before any is published. */
    private long checkedLines(Environment environment, Function<byte[], Keyed> decode) throws IOException {
        long most = positive("count", count);
        long checked = 0;
        try (JsonLines all = JsonLines.open(from, Invalid.REFUSED, environment);
                ProgressLine progress = new ProgressLine(environment, "check", ProgressLine.UNKNOWN)) {
            while (checked < most && all.next(decode) != null) {
                checked++;
                if (checked % RatePacer.MAX_BATCH == 0) {
                    progress.stepTo(checked);
                }
            }
        } catch (InvalidInputException wrong) {
            throw new InvalidInputException(
                    wrong.getMessage() + " Or give --skip-invalid. Nothing was published.", wrong);
        }
        return checked;
    }

    /** Throws if an option for generated records is given with a file, or the reverse. */
    void requireFitting(List<String> forGenerated) {
        if (from == null) {
            requireNone(List.of("--skip-invalid", "--unchecked"), " is for the lines of --from, and none is given.");
        } else {
            requireNone(forGenerated, " is for generated records, and --from=" + from + " gives others.");
        }
        if (isUnchecked) {
            requireNone(
                    List.of("--format", "--skip-invalid"), " is for lines that are read, and --unchecked sends them.");
        }
    }

    void requireNone(List<String> options, String reason) {
        for (String option : options) {
            if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                throw new ParameterException(spec.commandLine(), option + reason + " Leave one of them out.");
            }
        }
    }

    interface Source {
        PublishLoop.Feed feed(RecordPublisher records);
    }

    /**
     * Publishes to a topic, waits until all is acknowledged, and says so.
     *
     * @param size how many to publish if nothing stops it; {@link PublishLoop#NO_LIMIT} if unknown
     */
    int run(
            Environment environment,
            Connection connection,
            String topic,
            AnswerOutput output,
            double rate,
            long size,
            Source source)
            throws IOException {
        try (TopicAdmin admin = environment.clients().topicAdmin(connection)) {
            admin.require(List.of(topic));
        }
        try (RecordPublisher records = environment.clients().recordPublisher(connection, topic)) {
            return run(environment, output, rate, size, source.feed(records), records);
        }
    }

    private int run(
            Environment environment,
            AnswerOutput output,
            double rate,
            long size,
            PublishLoop.Feed feed,
            RecordPublisher records)
            throws IOException {
        long limit = Math.min(size, positive("count", count));
        RatePacer pacer = new RatePacer(rate);
        PublishLoop loop = new PublishLoop(pacer, NanoClock.SYSTEM, limit, positive("seconds", seconds));
        try (StopSignal stop = new StopSignal()) {
            long shown = limit == PublishLoop.NO_LIMIT ? ProgressLine.UNKNOWN : limit;
            try (ProgressLine progress = new ProgressLine(environment, spec.name(), shown)) {
                loop.run(feed, records::flush, stop::isRequested, progress);
            }
            if (loop.badInput() != null && loop.published() == 0) {
                throw loop.badInput();
            }
            Map<String, Object> summary = summary(loop, pacer, records.acknowledged());
            if (isSkipping) {
                summary.put("invalid", lines.skipped());
            }
            if (wantsOffsets && output.format() == OutputFormat.TABLE) {
                // Alone on stdout, so that another command can take it as it is.
                new AnswerOutput(OutputFormat.TABLE, environment.err()).printRecord(summary);
                environment.out().println(waitFor(records.nextOffsets()));
            } else {
                if (wantsOffsets) {
                    summary.put("waitFor", waitFor(records.nextOffsets()));
                }
                output.printRecord(summary);
            }
            if (pacer.skipped() > 0) {
                environment
                        .err()
                        .println("This machine or the broker was too slow for the rate, at which " + pacer.skipped()
                                + " more were due in the same time.");
            }
            if (loop.badInput() != null) {
                environment
                        .err()
                        .println(loop.badInput().getMessage()
                                + " Published before it: " + loop.published()
                                + ". What is sent again counts twice: publish from"
                                + " this line on, with --skip-invalid if others are wrong, too.");
                return ExitCode.PARTIAL;
            }
            return isSkipping && lines.skipped() > 0 ? ExitCode.PARTIAL : ExitCode.OK;
        }
    }

    /** As {@code --wait-for} takes it. */
    private static String waitFor(Map<Integer, Long> nextOffsets) {
        return nextOffsets.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(","));
    }

    private static long positive(String name, Long value) {
        if (value == null) {
            return PublishLoop.NO_LIMIT;
        }
        if (value < 1) {
            throw new InvalidInputException(name + "=" + value + " leaves nothing to do. Give 1 or more.");
        }
        return value;
    }

    private static Map<String, Object> summary(PublishLoop loop, RatePacer pacer, long acknowledged) {
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("published", loop.published());
        summary.put("acknowledged", acknowledged);
        summary.put("seconds", loop.seconds());
        summary.put("perSecond", loop.seconds() > 0 ? (Double) (loop.published() / loop.seconds()) : null);
        summary.put("behindRate", pacer.skipped());
        return summary;
    }
}
