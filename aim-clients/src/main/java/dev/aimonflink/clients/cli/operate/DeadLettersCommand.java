package dev.aimonflink.clients.cli.operate;

import dev.aimonflink.clients.RefusedRecord;
import dev.aimonflink.clients.ShownEvents;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.options.ModelOptions;
import dev.aimonflink.matrix.model.Limits;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code aim dead-letters}. */
@Command(
        name = "dead-letters",
        description = {
            "Show the records that the job refused: when, why, where each was, and the record itself.",
            "",
            "The newest come last. Records are text if they are, such as JSON, and hex digits otherwise; Avro events of"
                    + " the model are shown as JSON if they can be read. A table shows the beginning of long ones; the"
                    + " other formats show all of each, the record's key, and the class of the reason.",
            "",
            "With --all and with --follow, letters are written as they are read, and json cannot be written: jsonl can."
        },
        footer = {
            "",
            "Examples:",
            "  aim dead-letters",
            "  aim dead-letters --limit 3 --output json",
            "  aim dead-letters --all --output csv",
            "  aim dead-letters --follow"
        },
        mixinStandardHelpOptions = true)
public final class DeadLettersCommand implements Callable<Integer> {
    /** As many letters of up to Kafka's usual record size as fit into memory. */
    static final int MAX_LIMIT = 1_000;

    private static final List<String> TABLE_COLUMNS = List.of("time", "reason", "record", "value");

    private static final List<String> COLUMNS =
            List.of("time", "reason", "topic", "partition", "offset", "recordTime", "key", "value", "cutFrom", "class");

    private final Environment environment;

    @Spec
    private CommandSpec spec;

    @Mixin
    private RecordOptions records;

    @Mixin
    private ModelOptions models;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "20",
            description = "Show the newest N, at most " + MAX_LIMIT + ". Default: ${DEFAULT-VALUE}")
    private int limit;

    @Option(names = "--all", description = "Show all that the topic has, the oldest of each partition first.")
    private boolean isShowingAll;

    public DeadLettersCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        Limits.requireWithin("limit", limit, 1, MAX_LIMIT);
        if (isShowingAll && spec.commandLine().getParseResult().hasMatchedOption("--limit")) {
            throw new ParameterException(
                    spec.commandLine(), "--limit is for the newest, and --all shows all. Leave one of them out.");
        }
        ShownEvents events =
                new ShownEvents(() -> models.known(environment, records.kafka()).model());
        return records.show(
                environment,
                records.kafka().topics().deadLetters(),
                isShowingAll ? RecordOptions.ALL : limit,
                record -> true,
                new RecordOptions.Rows(TABLE_COLUMNS, record -> cells(RefusedRecord.of(record), events)),
                new RecordOptions.Rows(COLUMNS, record -> row(RefusedRecord.of(record), events)),
                "dead letter");
    }

    private static List<Object> row(RefusedRecord letter, ShownEvents events) {
        return Arrays.asList(
                letter.time(),
                letter.reason(),
                letter.topic(),
                letter.partition(),
                letter.offset(),
                letter.recordTime(),
                letter.key(),
                events.value(letter),
                letter.cutFrom(),
                letter.reasonClass());
    }

    private static List<Object> cells(RefusedRecord letter, ShownEvents events) {
        return Arrays.asList(
                letter.time(),
                RecordOptions.line(letter.reason()),
                letter.place(),
                RecordOptions.line(events.value(letter)));
    }
}
