package dev.aimonflink.clients.cli.operate;

import dev.aimonflink.clients.Durations;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.TopicReport;
import dev.aimonflink.clients.TopicRole;
import dev.aimonflink.clients.TopicSettings;
import dev.aimonflink.clients.TopicState;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.options.ConnectionOptions;
import dev.aimonflink.clients.cli.options.OutputOptions;
import dev.aimonflink.clients.output.AnswerOutput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.config.TopicConfig;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code aim topics}. */
@Command(
        name = "topics",
        description = "Create the topics, or show how they are set up.",
        footer = {"", "Examples:", "  aim topics create", "  aim topics list --bootstrap kafka:9092"},
        mixinStandardHelpOptions = true)
public final class TopicsCommand {
    private static final List<String> COLUMNS = List.of(
            "topic",
            "name",
            "state",
            "partitions",
            "replicationFactor",
            "cleanupPolicy",
            "retention",
            "timestampType",
            "differences");

    private final Environment environment;

    public TopicsCommand(Environment environment) {
        this.environment = environment;
    }

    @Command(
            name = "create",
            description = {
                "Create the topics that do not exist, and show all. Topics that exist are never changed; where they"
                        + " differ from what would be created, the difference is shown and the exit code is 4.",
                "",
                "By default events and profiles have 4 partitions, the others 1. Events, alerts and dead letters are"
                        + " kept for 8 days, dead letters up to 1 GiB a partition, queries and results for an hour;"
                        + " profiles are compacted, and rules are kept for ever. All timestamps are the broker's"
                        + " (LogAppendTime)."
            },
            footer = {
                "",
                "Examples:",
                "  aim topics create",
                "  aim topics create --partitions events=8 --retention events=3d --replication-factor 3"
            },
            mixinStandardHelpOptions = true)
    int create(
            @Mixin ConnectionOptions kafka,
            @Mixin OutputOptions outputOptions,
            @Option(
                            names = "--partitions",
                            paramLabel = "TOPIC=N",
                            description = "How many partitions a topic gets, such as events=8. Repeatable.")
                    Map<TopicRole, Integer> partitions,
            @Option(
                            names = "--retention",
                            paramLabel = "TOPIC=TIME",
                            description = "How long a topic keeps records, such as events=3d. Repeatable.")
                    Map<TopicRole, Duration> retention,
            @Option(
                            names = "--replication-factor",
                            paramLabel = "N",
                            defaultValue = "1",
                            description = "On how many brokers each record is kept. Default: ${DEFAULT-VALUE}")
                    int replicationFactor) {
        TopicSettings settings = TopicSettings.defaults().withReplicationFactor(replicationFactor);
        for (Map.Entry<TopicRole, Integer> entry : orNone(partitions).entrySet()) {
            settings = settings.withPartitions(entry.getKey(), entry.getValue());
        }
        for (Map.Entry<TopicRole, Duration> entry : orNone(retention).entrySet()) {
            settings = settings.withRetention(entry.getKey(), entry.getValue());
        }
        try (TopicAdmin admin = environment.clients().topicAdmin(kafka.connection(environment))) {
            List<TopicReport> reports = admin.createMissing(kafka.topics(), settings);
            print(outputOptions.output(environment), reports);
            boolean asWanted =
                    reports.stream().allMatch(report -> report.differences().isEmpty());
            return asWanted ? ExitCode.OK : ExitCode.PARTIAL;
        }
    }

    private static <V> Map<TopicRole, V> orNone(Map<TopicRole, V> given) {
        return given == null ? Map.of() : new TreeMap<>(given);
    }

    @Command(
            name = "list",
            description = "Show our topics, and where they differ from what `aim topics create` would create.",
            footer = {"", "Example:", "  aim topics list --output json"},
            mixinStandardHelpOptions = true)
    int list(@Mixin ConnectionOptions kafka, @Mixin OutputOptions outputOptions) {
        try (TopicAdmin admin = environment.clients().topicAdmin(kafka.connection(environment))) {
            print(outputOptions.output(environment), admin.list(kafka.topics(), TopicSettings.defaults()));
            return ExitCode.OK;
        }
    }

    private static void print(AnswerOutput output, List<TopicReport> reports) {
        output.print(COLUMNS, reports.stream().map(TopicsCommand::row).toList());
    }

    private static List<Object> row(TopicReport report) {
        List<Object> row = new ArrayList<>();
        row.add(report.role().label());
        row.add(report.name());
        TopicState topic = report.state();
        row.add(topic == null ? "missing" : report.created() ? "created" : "exists");
        row.add(topic == null ? null : topic.partitions());
        row.add(topic == null ? null : topic.replicationFactor());
        row.add(config(topic, TopicConfig.CLEANUP_POLICY_CONFIG));
        row.add(retention(topic));
        row.add(config(topic, TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG));
        row.add(report.differences().isEmpty() ? null : String.join("; ", report.differences()));
        return row;
    }

    private static String config(TopicState topic, String key) {
        return topic == null ? null : topic.config().get(key);
    }

    /** A compacted topic has a meaningless retention. */
    private static String retention(TopicState topic) {
        String ms = config(topic, TopicConfig.RETENTION_MS_CONFIG);
        if (ms == null || TopicConfig.CLEANUP_POLICY_COMPACT.equals(config(topic, TopicConfig.CLEANUP_POLICY_CONFIG))) {
            return null;
        }
        String time = ms.equals("-1") ? "forever" : Durations.text(Duration.ofMillis(Long.parseLong(ms)));
        String bytes = config(topic, TopicConfig.RETENTION_BYTES_CONFIG);
        return bytes == null || bytes.equals("-1") ? time : time + " or " + (Long.parseLong(bytes) >> 20) + " MiB";
    }
}
