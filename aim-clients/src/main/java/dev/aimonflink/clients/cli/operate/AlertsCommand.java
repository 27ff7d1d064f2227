package dev.aimonflink.clients.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.rule.AlertRecord;
import dev.aimonflink.matrix.model.Limits;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.rules.report.ShadowsReport;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code aim alerts}. */
@Command(
        name = "alerts",
        description = {
            "Show what rules have fired: when, which rule, for whom, and what it says. The newest come last.",
            "",
            "The formats other than a table show all of each alert, with the names and values of the topic: its id, the rule's"
                    + " version, the time of the event, the values that the condition names, and for how many events the rule"
                    + " was silent before.",
            "",
            "With --follow, alerts are written as they come, and json cannot be written: jsonl can."
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
    /** As many alerts as fit into memory, whatever they say. */
    static final int MAX_LAST = 10_000;

    private static final List<String> IN_TABLE = List.of("rule", "state", "key", "message");

    /** All fields of an alert, as its topic names them. */
    private static final List<String> IN_FULL =
            List.of("alertId", "rule", "version", "state", "key", "eventTime", "message", "values", "suppressed");

    private static final Duration SHADOWS_TIMEOUT = Duration.ofSeconds(5);

    private final Environment environment;

    @Mixin
    private RecordOptions records;

    @Option(names = "--rule", paramLabel = "ID", description = "Of this rule only.")
    private String rule;

    @Option(
            names = "--last",
            paramLabel = "N",
            defaultValue = "20",
            description = "Show the newest N, at most " + MAX_LAST + ". Default: ${DEFAULT-VALUE}")
    private int last;

    public AlertsCommand(Environment environment) {
        this.environment = environment;
    }

    @Option(
            names = "--shadow",
            description =
                    "Ask the job for some that its shadow rules would have made: the last few of each rule, one a second"
                            + " at most, since the job was started.")
    private boolean isOfShadows;

    @Override
    public Integer call() {
        Limits.requireWithin("last", last, 1, MAX_LAST);
        if (isOfShadows) {
            return showShadows();
        }
        return records.show(
                environment,
                records.kafka().topics().alerts(),
                last,
                this::isWanted,
                inTable(),
                inFull(),
                "alert" + (rule == null ? "" : " of rule " + rule));
    }

    private boolean isWanted(ConsumerRecord<byte[], byte[]> record) {
        return rule == null || rule.equals(AlertRecord.of(record).rule());
    }

    private static RecordOptions.Rows inTable() {
        return rows(IN_TABLE, text -> RecordOptions.line((String) text));
    }

    private static RecordOptions.Rows inFull() {
        return rows(IN_FULL, text -> text);
    }

    private int showShadows() {
        return ReportOptions.ask(
                environment,
                records.kafka(),
                ShadowsReport.asked(),
                SHADOWS_TIMEOUT,
                "what its shadow rules would have done",
                this::showShadows);
    }

    private void showShadows(QueryResult answer) {
        List<ConsumerRecord<byte[], byte[]>> wanted = answer.rows().stream()
                .map(AlertsCommand::record)
                .filter(this::isWanted)
                .toList();
        records.print(
                environment, wanted.subList(Math.max(0, wanted.size() - last), wanted.size()), inTable(), inFull());
    }

    /** As if it were from the topic. */
    private static ConsumerRecord<byte[], byte[]> record(List<Object> sample) {
        return new ConsumerRecord<>(
                "",
                0,
                0,
                Instant.parse((String) sample.get(0)).toEpochMilli(),
                TimestampType.LOG_APPEND_TIME,
                ConsumerRecord.NULL_SIZE,
                ConsumerRecord.NULL_SIZE,
                null,
                ((String) sample.get(1)).getBytes(StandardCharsets.UTF_8),
                new RecordHeaders(),
                Optional.empty());
    }

    private static RecordOptions.Rows rows(List<String> fields, UnaryOperator<Object> message) {
        List<String> columns = new ArrayList<>(List.of("time"));
        columns.addAll(fields);
        return new RecordOptions.Rows(columns, record -> {
            AlertRecord read = AlertRecord.of(record);
            List<Object> row = new ArrayList<>(List.of(read.time()));
            for (String field : fields) {
                Object value = value(read.alert().get(field));
                row.add(field.equals("message") ? message.apply(value) : value);
            }
            return row;
        });
    }

    private static Object value(JsonNode fieldOrNull) {
        return fieldOrNull != null && fieldOrNull.isTextual() ? fieldOrNull.textValue() : fieldOrNull;
    }
}
