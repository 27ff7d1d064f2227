package dev.aimonflink.job.config;

import dev.aimonflink.matrix.row.PartitionSettings;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.serve.mode.PaperPolicy;
import dev.aimonflink.query.serve.mode.ScanPolicies;
import dev.aimonflink.query.setup.KeptColumns;
import java.time.Duration;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.MemorySize;

/** Every option of the job. Flink's own options configure checkpoints, state backends and restarts. */
public final class AimOptions {
    public static final ConfigOption<String> BOOTSTRAP_SERVERS = ConfigOptions.key("aim.kafka.bootstrap-servers")
            .stringType()
            .defaultValue("localhost:9092")
            .withDescription("Address of the Kafka cluster, as HOST:PORT, or several with commas.");

    public static final ConfigOption<String> GROUP_ID = ConfigOptions.key("aim.kafka.group-id")
            .stringType()
            .defaultValue("aim")
            .withDescription("Consumer group under which offsets are committed.");

    public static final ConfigOption<String> START = ConfigOptions.key("aim.start")
            .stringType()
            .defaultValue("auto")
            .withDescription("Where a job without state begins in events and profiles: earliest, at the first record;"
                    + " committed, where its group left off; window, at the first event that the present windows"
                    + " may hold, and the first profile; auto, which is earliest for a group that has read"
                    + " nothing yet, and otherwise refuses to start. It has no effect on a restored job.");

    public static final ConfigOption<String> LOST_OFFSETS = ConfigOptions.key("aim.kafka.lost-offsets")
            .stringType()
            .defaultValue("stop")
            .withDescription("What a job does if Kafka no longer has its next records, because they were deleted"
                    + " unread or the topic was created anew: stop, and say what is lost; or skip, which goes on"
                    + " at the first record that Kafka has, and counts what is lost.");

    public static final ConfigOption<String> EVENTS_TOPIC = ConfigOptions.key("aim.topics.events")
            .stringType()
            .defaultValue("aim.events.v1")
            .withDescription("Topic of events.");

    public static final ConfigOption<String> PROFILES_TOPIC = ConfigOptions.key("aim.topics.profiles")
            .stringType()
            .defaultValue("aim.profiles.v1")
            .withDescription("Compacted topic of the entities' profiles.");

    public static final ConfigOption<String> QUERIES_TOPIC = ConfigOptions.key("aim.topics.queries")
            .stringType()
            .defaultValue("aim.queries.v1")
            .withDescription("Topic of queries.");

    public static final ConfigOption<String> RESULTS_TOPIC = ConfigOptions.key("aim.topics.results")
            .stringType()
            .defaultValue("aim.results.v1")
            .withDescription("Topic of answers.");

    public static final ConfigOption<String> DEAD_LETTERS_TOPIC = ConfigOptions.key("aim.topics.dead-letters")
            .stringType()
            .defaultValue("aim.dead-letters.v1")
            .withDescription("Topic of rejected records.");

    public static final ConfigOption<String> RULES_TOPIC = ConfigOptions.key("aim.topics.rules")
            .stringType()
            .defaultValue("aim.rules.v1")
            .withDescription("Topic of rules. Without it, there are none.");

    public static final ConfigOption<String> ALERTS_TOPIC = ConfigOptions.key("aim.topics.alerts")
            .stringType()
            .defaultValue("aim.alerts.v1")
            .withDescription("Topic of alerts.");

    public static final ConfigOption<String> DEAD_LETTERS_DELIVERY = ConfigOptions.key("aim.dead-letters.delivery")
            .stringType()
            .defaultValue("at-least-once")
            .withDescription("How dead letters are written: at-least-once, at once and perhaps again after a restart,"
                    + " or exactly-once, in a transaction that ends with each checkpoint.");

    public static final ConfigOption<Integer> DEAD_LETTERS_MAX_PER_SECOND = ConfigOptions.key(
                    "aim.dead-letters.max-per-second")
            .intType()
            .noDefaultValue()
            .withDescription("With at-least-once: how many dead letters the job writes in a second, in equal shares"
                    + " for its writers. Beyond them one in a hundred is written, the rest counted by"
                    + " reason. Without it, all are written.");

    public static final ConfigOption<Duration> TRANSACTION_TIMEOUT = ConfigOptions.key("aim.transaction-timeout")
            .durationType()
            .defaultValue(Duration.ofMinutes(10))
            .withDescription("With exactly-once: after how long the broker aborts an open transaction. It has to"
                    + " outlive slow and failed checkpoints and the longest outage together, or letters and"
                    + " alerts are lost. At most the broker's transaction.max.timeout.ms, which is 15 minutes"
                    + " unless set.");

    public static final ConfigOption<Duration> RULES_DELAY = ConfigOptions.key("aim.rules.delay")
            .durationType()
            .defaultValue(Duration.ofSeconds(2))
            .withDescription("How long after a rule Kafka takes the first event that it judges; at least 2 s, in which"
                    + " all readers hear of it. The same for all jobs that are to fire alike.");

    public static final ConfigOption<MemorySize> RULES_MAX_MEMORY = ConfigOptions.key("aim.rules.max-memory")
            .memoryType()
            .noDefaultValue()
            .withDescription("About how much heap rules may take in one partition to remember entities. Beyond it, the"
                    + " rule that remembers most is suspended. Without it, the partitions of a TaskManager share"
                    + " 15% of its heap.");

    public static final ConfigOption<List<String>> RULES_TOPICS = ConfigOptions.key("aim.rules.topics")
            .stringType()
            .asList()
            .noDefaultValue()
            .withDescription("Topics to which rules may write events, separated by semicolons. They have to exist.");

    public static final ConfigOption<String> RULES_ENGINE = ConfigOptions.key("aim.rules.engine")
            .stringType()
            .defaultValue("search")
            .withDescription("How true rules are found: search, among those whose thresholds are reached; or flat, one"
                    + " after the other, to compare with.");

    public static final ConfigOption<Boolean> ALERTS_ENABLED = ConfigOptions.key("aim.alerts.enabled")
            .booleanType()
            .defaultValue(true)
            .withDescription("Whether rules fire. If not, they are not read either.");

    public static final ConfigOption<String> ALERTS_DELIVERY = ConfigOptions.key("aim.alerts.delivery")
            .stringType()
            .defaultValue("at-least-once")
            .withDescription("How alerts and the events of rules are written; as aim.dead-letters.delivery.");

    public static final ConfigOption<Integer> ALERTS_MAX_PER_SECOND = ConfigOptions.key("aim.alerts.max-per-second")
            .intType()
            .noDefaultValue()
            .withDescription("With at-least-once: how many alerts the job writes in a second, in equal shares for the"
                    + " partitions. Beyond them one in a hundred is written, up to a tenth of the number, the"
                    + " rest counted. Without it, all are written.");

    public static final ConfigOption<String> EVENTS_FORMAT = ConfigOptions.key("aim.events.format")
            .stringType()
            .defaultValue("json")
            .withDescription(
                    "Format of events: json, binary, avro, or kryo for calls. docs/formats.md#events has each, byte by byte.");

    public static final ConfigOption<List<String>> AVRO_SCHEMAS = ConfigOptions.key("aim.events.avro-schemas")
            .stringType()
            .asList()
            .noDefaultValue()
            .withDescription("Schema files of events in Avro, separated by semicolons and read where the job is"
                    + " submitted: FILE, or ID=FILE with its id in a schema registry. Without it, the model's"
                    + " own schema.");
    public static final ConfigOption<Duration> MAX_FUTURE_SKEW = ConfigOptions.key("aim.events.max-future-skew")
            .durationType()
            .defaultValue(Duration.ofSeconds(10))
            .withDescription("How far an event may be ahead of its Kafka record and, on a topic with CreateTime, of"
                    + " the wall clock of its TaskManager. One further ahead is a dead letter: a wrong clock"
                    + " would turn the windows of all entities.");

    public static final ConfigOption<Duration> IDLE_TIMEOUT = ConfigOptions.key("aim.events.idle-timeout")
            .durationType()
            .defaultValue(Duration.ofSeconds(1))
            .withDescription("After how long without events a reader stops holding event time back.");

    public static final ConfigOption<Duration> BUFFER_TIMEOUT = ConfigOptions.key("aim.events.buffer-timeout")
            .durationType()
            .defaultValue(Duration.ofMillis(2))
            .withDescription(
                    "How long a decoded event may wait in a network buffer before it is sent to its partition.");

    public static final ConfigOption<String> MODEL = ConfigOptions.key("aim.model")
            .stringType()
            .defaultValue("aim-546")
            .withDescription("What is kept of which events: a model's name (aim-42 or aim-546), or a YAML file that is"
                    + " read where the job is submitted. docs/model.md#keys says how to write one.");

    public static final ConfigOption<List<String>> COLUMNS = ConfigOptions.key("aim.matrix.columns")
            .stringType()
            .asList()
            .defaultValues(KeptColumns.AUTO)
            .withDescription(
                    "Aggregates that are always kept as columns, for questions over all entities, separated by semicolons: names,"
                            + " stored or computed, and auto (what the catalogue scans; of another model as sql), sql (those and"
                            + " the first of the model, " + KeptColumns.MOST_FOR_SQL + " in all) and all.");

    public static final ConfigOption<MemorySize> COLUMNS_MEMORY = ConfigOptions.key("aim.matrix.columns-memory")
            .memoryType()
            .noDefaultValue()
            .withDescription(
                    "How much memory one partition may take for columns that are not of aim.matrix.columns: they"
                            + " are read from the records when a question needs them first, and stay until nobody has asked"
                            + " them for ten minutes, or others need their room. Without it, the partitions of a"
                            + " TaskManager share 15% of its heap, and less where entities fill it.");

    public static final ConfigOption<String> SCANS_MODE = ConfigOptions.key("aim.scans.mode")
            .stringType()
            .noDefaultValue()
            .withDescription("Where questions over all entities are answered: s1, on the threads of partitions,"
                    + " between events; s2, on a thread beside each; s3-is, the same, without merging what has"
                    + " changed; s3-ni, on both threads; or adaptive, where each partition chooses before each"
                    + " pass. Without it, s1 where a TaskManager has no more cores than slots, else adaptive."
                    + " `aim scans` changes it while the job runs.");

    public static final ConfigOption<String> SCANS_POLICY = ConfigOptions.key("aim.scans.policy")
            .stringType()
            .defaultValue(ScanPolicies.COST.label())
            .withDescription(
                    "How a partition chooses in the mode adaptive: cost, the state in which the pass should be over first;"
                            + " or paper, the rule of Adaptive HTAP: s2 for several queries at once and for one that reads"
                            + " much of the kept columns, and for others what the two options below say.");

    public static final ConfigOption<Double> SCANS_PAPER_ALPHA = ConfigOptions.key("aim.scans.paper.alpha")
            .doubleType()
            .defaultValue(PaperPolicy.USUAL.alpha())
            .withDescription(
                    "Of the rule of Adaptive HTAP: the share of the kept columns from which on a query reads much,"
                            + " from 0 to 1.");

    public static final ConfigOption<String> SCANS_PAPER_ELASTICITY = ConfigOptions.key("aim.scans.paper.elasticity")
            .stringType()
            .defaultValue(PaperPolicy.USUAL.elasticity().label())
            .withDescription(
                    "Of the rule of Adaptive HTAP: whether a query that reads little may take time of the thread"
                            + " of events. none: it may not (s3-is); hybrid: that thread helps (s3-ni); colocation: the query runs on it (s1).");

    public static final ConfigOption<Double> SCANS_MAX_SHARE = ConfigOptions.key("aim.scans.max-share")
            .doubleType()
            .defaultValue(1.0)
            .withDescription("The most of the time of a partition's thread that scans take while events wait, from"
                    + " 0.05 to 1: 0.2 leaves events four fifths. With 1 scans get up to two thirds. Where as"
                    + " many changed rows wait as may, the pass goes on all the same.");

    public static final ConfigOption<Integer> SQL_MAX_ROWS = ConfigOptions.key("aim.sql.max-rows")
            .intType()
            .defaultValue(AnswerLimits.USUAL.rows())
            .withDescription("The most rows of an answer to SQL. A request may ask for fewer.");

    public static final ConfigOption<Integer> SQL_MAX_GROUPS = ConfigOptions.key("aim.sql.max-groups")
            .intType()
            .defaultValue(AnswerLimits.USUAL.groups())
            .withDescription("The most groups of a GROUP BY, different values of count(DISTINCT ...) and rows that a"
                    + " statement sorts or joins, in each partition and in all.");

    public static final ConfigOption<Duration> SQL_MAX_SCAN_TIME = ConfigOptions.key("aim.sql.max-scan-time")
            .durationType()
            .defaultValue(Duration.ofNanos(AnswerLimits.USUAL.cpuNanos()))
            .withDescription("How much of a core's time a statement may take in one partition. Beyond it, it is ended,"
                    + " and equal ones are refused for a minute. An export may take ten times as much.");

    public static final ConfigOption<Duration> SQL_MAX_MERGE_TIME = ConfigOptions.key("aim.sql.max-merge-time")
            .durationType()
            .defaultValue(Duration.ofNanos(AnswerLimits.USUAL.mergeCpuNanos()))
            .withDescription("How much of a core's time a statement may take in the merger.");

    public static final ConfigOption<Duration> SQL_MAX_HOLD_TIME = ConfigOptions.key("aim.sql.max-hold-time")
            .durationType()
            .defaultValue(Duration.ofNanos(PartitionSettings.USUAL_MAX_HOLD_NANOS))
            .withDescription("How long a partition holds still between the two rounds of a statement, while other"
                    + " queries wait; then the statement fails with 40001. Raise it where writes to Kafka are"
                    + " slow.");

    public static final ConfigOption<Duration> SQL_MAX_PLANNING_TIME = ConfigOptions.key("aim.sql.max-planning-time")
            .durationType()
            .defaultValue(Duration.ofMillis(50))
            .withDescription("How much of a core's time planning a statement may take while statements of other"
                    + " clients wait to be planned; a second where none waits. Queries of tables alone whose"
                    + " values it needs are part of it.");

    public static final ConfigOption<Double> SQL_PLANNING_CPU_SHARE = ConfigOptions.key("aim.sql.planning-cpu-share")
            .doubleType()
            .defaultValue(0.25)
            .withDescription("How much of a core the planning of all statements may use, from 0.05 to 1. Beyond it"
                    + " statements of the clients that have used most wait, and are refused after a second.");

    public static final ConfigOption<MemorySize> SQL_MAX_MEMORY = ConfigOptions.key("aim.sql.max-memory")
            .memoryType()
            .defaultValue(new MemorySize(AnswerLimits.USUAL.bytes()))
            .withDescription("About how much a statement in SQL may keep in one partition, and in the merger. It may"
                    + " bound groups and rows before the other options do.");

    public static final ConfigOption<MemorySize> SQL_MAX_TOTAL_MEMORY = ConfigOptions.key("aim.sql.max-total-memory")
            .memoryType()
            .noDefaultValue()
            .withDescription("About how much all statements in SQL that run in one partition may keep together. Beyond"
                    + " it, the one that needs more fails with 53200. Without it, the partitions of a"
                    + " TaskManager share 15% of its heap.");

    public static final ConfigOption<MemorySize> EXPORTS_MEMORY = ConfigOptions.key("aim.exports.memory")
            .memoryType()
            .noDefaultValue()
            .withDescription(
                    "How much memory one partition may use for the rows of an export. It counts towards"
                            + " aim.sql.max-total-memory. An export that needs more fails with 53200. Without it, half of that.");

    public static final ConfigOption<Long> MAX_ENTITIES = ConfigOptions.key("aim.matrix.max-entities")
            .longType()
            .noDefaultValue()
            .withDescription("How many entities the job holds, in equal shares for the partitions. Events and profiles"
                    + " of further entities are dead letters. Without it, each partition computes a limit from"
                    + " its TaskManager's heap.");

    public static final ConfigOption<Duration> FORGET_AFTER = ConfigOptions.key("aim.matrix.forget-after")
            .durationType()
            .noDefaultValue()
            .withDescription("After how long without an event, in event time, an entity without a profile is"
                    + " forgotten; at least the longest window. Without it, none is.");

    public static final ConfigOption<Double> CHECKPOINT_CPU_SHARE = ConfigOptions.key("aim.checkpoints.cpu-share")
            .doubleType()
            .defaultValue(0.25)
            .withDescription("How much of a core each partition may use to write a checkpoint of records on the heap,"
                    + " from 0.05 to 1, which is full speed. A smaller share leaves more room for events and"
                    + " queries and makes checkpoints longer, up to half of Flink's interval or timeout of"
                    + " checkpoints. Savepoints, and records in RocksDB, are written at full speed.");

    public static final ConfigOption<String> TIME_ZONE = ConfigOptions.key("aim.time-zone")
            .stringType()
            .defaultValue("UTC")
            .withDescription("Where days and weeks begin at midnight, such as Europe/Zurich.");

    public static final ConfigOption<String> CLOCK_RESET = ConfigOptions.key("aim.clock.reset")
            .stringType()
            .noDefaultValue()
            .withDescription("Puts back a clock that a wrong timestamp has put forward: an instant such as"
                    + " 2026-11-22T12:00:00Z, or epoch milliseconds. It takes effect once, when a later clock is"
                    + " restored.");

    /** In the order of the documentation. */
    public static final List<ConfigOption<?>> ALL = List.of(
            BOOTSTRAP_SERVERS,
            GROUP_ID,
            START,
            LOST_OFFSETS,
            EVENTS_TOPIC,
            PROFILES_TOPIC,
            QUERIES_TOPIC,
            RESULTS_TOPIC,
            DEAD_LETTERS_TOPIC,
            RULES_TOPIC,
            ALERTS_TOPIC,
            DEAD_LETTERS_DELIVERY,
            DEAD_LETTERS_MAX_PER_SECOND,
            TRANSACTION_TIMEOUT,
            RULES_DELAY,
            RULES_MAX_MEMORY,
            RULES_TOPICS,
            RULES_ENGINE,
            ALERTS_ENABLED,
            ALERTS_DELIVERY,
            ALERTS_MAX_PER_SECOND,
            EVENTS_FORMAT,
            AVRO_SCHEMAS,
            MAX_FUTURE_SKEW,
            IDLE_TIMEOUT,
            BUFFER_TIMEOUT,
            MODEL,
            COLUMNS,
            COLUMNS_MEMORY,
            SCANS_MODE,
            SCANS_POLICY,
            SCANS_PAPER_ALPHA,
            SCANS_PAPER_ELASTICITY,
            SCANS_MAX_SHARE,
            SQL_MAX_ROWS,
            SQL_MAX_GROUPS,
            SQL_MAX_SCAN_TIME,
            SQL_MAX_MERGE_TIME,
            SQL_MAX_HOLD_TIME,
            SQL_MAX_PLANNING_TIME,
            SQL_PLANNING_CPU_SHARE,
            SQL_MAX_MEMORY,
            SQL_MAX_TOTAL_MEMORY,
            EXPORTS_MEMORY,
            MAX_ENTITIES,
            FORGET_AFTER,
            CHECKPOINT_CPU_SHARE,
            TIME_ZONE,
            CLOCK_RESET);

    private AimOptions() {}
}
