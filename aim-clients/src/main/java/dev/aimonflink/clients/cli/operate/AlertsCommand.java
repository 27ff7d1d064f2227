package dev.aimonflink.clients.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.clients.RefusedRecord;
import dev.aimonflink.clients.TopicReader;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.environment.StopSignal;
import dev.aimonflink.clients.cli.options.ConnectionOptions;
import dev.aimonflink.clients.cli.options.OutputOptions;
import dev.aimonflink.clients.output.AnswerOutput;
import dev.aimonflink.clients.output.OutputFormat;
import dev.aimonflink.matrix.model.Limits;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code aim alerts}. */
@Command(
        name = "alerts",
        description = {
            "Show what rules have fired: when, which rule, for whom, and what it says. The newest come last.",
            "",
            "The formats other than a table show all of each alert: its id, the rule's version, the time of the event, the values"
                    + " that the condition names, and for how many events the rule was silent before.",
            "",
            "With --follow, alerts are written as they come. A table then has a head for each batch, and json cannot be"
                    + " written: jsonl can."
        },
        footer = {
            "",
            "Examples:",
            "  aim alerts",
            "  aim alerts --rule dear-day --last 100 --output csv",
            "  aim alerts --follow --output jsonl"
        },
        mixinStandardHelpOptions = true)
public final class AlertsCommand implements Callable<Integer> {
    /** So many alerts fit into memory, whatever they say. */
    static final int MAX_LAST = 10_000;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> TABLE_COLUMNS = List.of("time", "rule", "state", "key", "message");

    private static final List<String> COLUMNS = List.of(
            "time",
            "alertId",
            "rule",
            "version",
            "state",
            "key",
            "eventTime",
            "message",
            "values",
            "suppressed",
            "suppressedSince");

    private final Environment environment;

    @Spec
    private CommandSpec spec;

    @Mixin
    private ConnectionOptions kafka;

    @Mixin
    private OutputOptions outputOptions;

    @Option(names = "--rule", paramLabel = "ID", description = "Of this rule only.")
    private String rule;

    @Option(
            names = "--last",
            paramLabel = "N",
            defaultValue = "20",
            description = "Show so many of the newest, at most " + MAX_LAST + ". Default: ${DEFAULT-VALUE}")
    private int last;

    @Option(names = "--follow", description = "Then show those that come, until Ctrl-C.")
    private boolean isFollowing;

    public AlertsCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        Limits.requireWithin("last", last, 1, MAX_LAST);
        if (isFollowing && outputOptions.format() == OutputFormat.JSON) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--output json is one document, and --follow writes alerts as they come. Give --output jsonl.");
        }
        String topic = kafka.topics().alerts();
        AnswerOutput output = outputOptions.output(environment);
        boolean isTable = output.format() == OutputFormat.TABLE;
        RecordRows rows = new RecordRows(
                output,
                isTable ? TABLE_COLUMNS : COLUMNS,
                record -> rule == null || rule.equals(text(alert(record), "rule")),
                isTable ? AlertsCommand::cells : AlertsCommand::row);
        try (StopSignal stop = new StopSignal();
                TopicReader reader = environment.clients().topicReader(kafka.connection(environment), topic)) {
            rows.write(reader, last, isFollowing, stop, () -> environment
                    .err()
                    .println("The topic " + topic + " has no alert" + (rule == null ? "" : " of rule " + rule) + "."));
        }
        return ExitCode.OK;
    }

    /** An empty object of what is no alert: anybody can write to the topic. */
    private static JsonNode alert(ConsumerRecord<byte[], byte[]> record) {
        try {
            JsonNode read = record.value() == null ? null : JSON.readTree(record.value());
            return read != null && read.isObject() ? read : JSON.createObjectNode();
        } catch (IOException foreign) {
            return JSON.createObjectNode();
        }
    }

    private static List<Object> cells(ConsumerRecord<byte[], byte[]> record) {
        JsonNode alert = alert(record);
        return Arrays.asList(
                Instant.ofEpochMilli(record.timestamp()),
                text(alert, "rule"),
                text(alert, "state"),
                text(alert, "key"),
                DeadLettersCommand.line(message(alert, record)));
    }

    private static List<Object> row(ConsumerRecord<byte[], byte[]> record) {
        JsonNode alert = alert(record);
        JsonNode suppressed = alert.path("suppressed");
        return Arrays.asList(
                Instant.ofEpochMilli(record.timestamp()),
                text(alert, "alertId"),
                text(alert, "rule"),
                number(alert, "version"),
                text(alert, "state"),
                text(alert, "key"),
                time(alert, "eventTime"),
                message(alert, record),
                alert.get("values"),
                number(suppressed, "count"),
                time(suppressed, "since"));
    }

    private static String message(JsonNode alert, ConsumerRecord<byte[], byte[]> record) {
        return alert.isEmpty() ? "no alert: " + RefusedRecord.of(record).value() : text(alert, "message");
    }

    private static String text(JsonNode of, String field) {
        return of.path(field).isTextual() ? of.get(field).textValue() : null;
    }

    private static Long number(JsonNode of, String field) {
        return of.path(field).canConvertToLong() ? (Long) of.get(field).longValue() : null;
    }

    private static Instant time(JsonNode of, String field) {
        Long epochMs = number(of, field);
        return epochMs == null ? null : Instant.ofEpochMilli(epochMs);
    }
}
