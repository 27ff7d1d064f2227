package dev.aimonflink.job.config;

import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.matrix.format.avro.AvroSchemas;
import dev.aimonflink.matrix.format.event.ModelEventCodec;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.matrix.setup.ModelSource;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.serve.mode.PaperPolicy;
import dev.aimonflink.query.serve.mode.ScanPolicies;
import dev.aimonflink.query.serve.mode.ScanPolicy;
import dev.aimonflink.query.serve.mode.ScanSetting;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.setup.Catalogues;
import dev.aimonflink.query.setup.KeptColumns;
import dev.aimonflink.rules.judge.RuleColumns;
import dev.aimonflink.rules.report.RuleQueries;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;

/** The checked options of one job; serializable, so that each operator gets a copy. */
public final class JobSettings implements Serializable {
    private static final long serialVersionUID = 1L;

    private static final Map<String, ConfigOption<?>> OPTION_OF_KAFKA_SETTING = Map.of(
            "bootstrap.servers", AimOptions.BOOTSTRAP_SERVERS,
            "group.id", AimOptions.GROUP_ID,
            "transaction.timeout.ms", AimOptions.TRANSACTION_TIMEOUT);

    private static final Set<String> OWN_OF_THE_JOB = Set.of(
            "auto.offset.reset",
            "enable.auto.commit",
            "key.serializer",
            "value.serializer",
            "key.deserializer",
            "value.deserializer");

    private static final String ACKS = "acks";
    private static final Set<String> ALL_REPLICAS = Set.of("all", "-1");

    private final HashMap<String, String> kafka = new HashMap<>();
    private final String bootstrapServers;
    private final String groupId;
    private final Start start;
    private final LostOffsets lostOffsets;
    private final String eventsTopic;
    private final String profilesTopic;
    private final String queriesTopic;
    private final String resultsTopic;
    private final String deadLettersTopic;
    private final Delivery deadLetterDelivery;
    private final Integer deadLettersPerSecondOrNull;
    private final RuleSettings rules;
    private final Duration transactionTimeout;
    private final EventFormat eventFormat;
    private final AvroSchemas avroSchemas;
    private final Duration maxFutureSkew;
    private final Duration idleTimeout;
    private final Duration bufferTimeout;
    private final Model model;
    private final List<String> columns;
    private final ScanSetting scansOrNull;
    private final ScanPolicies scanPolicy;
    private final PaperPolicy paperPolicy;
    private final double maxScanShare;
    private final AnswerLimits answerLimits;
    private final Duration maxHoldTime;
    private final Long sqlTotalBytesOrNull;
    private final Long columnsBytesOrNull;
    private final Long exportBytesOrNull;
    private final PlanningLimits planningLimits;
    private final Long maxEntitiesOrNull;
    private final Duration forgetAfterOrNull;
    private final double checkpointCpuShare;
    private final ZoneId zone;
    private final Instant clockReset;
    private final EntityTables tables;

    private JobSettings(Configuration options) {
        bootstrapServers = options.get(AimOptions.BOOTSTRAP_SERVERS);
        groupId = options.get(AimOptions.GROUP_ID);
        lostOffsets = LostOffsets.of(options.get(AimOptions.LOST_OFFSETS));
        eventsTopic = options.get(AimOptions.EVENTS_TOPIC);
        profilesTopic = options.get(AimOptions.PROFILES_TOPIC);
        queriesTopic = options.get(AimOptions.QUERIES_TOPIC);
        resultsTopic = options.get(AimOptions.RESULTS_TOPIC);
        deadLettersTopic = options.get(AimOptions.DEAD_LETTERS_TOPIC);
        deadLetterDelivery = Delivery.of(options, AimOptions.DEAD_LETTERS_DELIVERY);
        deadLettersPerSecondOrNull = CheckedOptions.perSecond(
                options, AimOptions.DEAD_LETTERS_MAX_PER_SECOND, "letters", AimOptions.DEAD_LETTERS_DELIVERY);
        rules = RuleSettings.of(
                options, List.of(eventsTopic, profilesTopic, queriesTopic, resultsTopic, deadLettersTopic));
        transactionTimeout = CheckedOptions.intMillis(
                AimOptions.TRANSACTION_TIMEOUT, CheckedOptions.positive(options, AimOptions.TRANSACTION_TIMEOUT));
        eventFormat = EventFormat.of(options.get(AimOptions.EVENTS_FORMAT));
        maxFutureSkew = CheckedOptions.notNegative(options, AimOptions.MAX_FUTURE_SKEW);
        idleTimeout = CheckedOptions.positive(options, AimOptions.IDLE_TIMEOUT);
        bufferTimeout = CheckedOptions.notNegative(options, AimOptions.BUFFER_TIMEOUT);
        ModelSource source = CheckedOptions.model(options);
        model = source.model();
        start = Start.of(options.get(AimOptions.START));
        columns = List.copyOf(options.get(AimOptions.COLUMNS));
        scansOrNull = CheckedOptions.scanSetting(options);
        scanPolicy = CheckedOptions.scanPolicy(options);
        paperPolicy = CheckedOptions.paperPolicy(options);
        maxScanShare = CheckedOptions.cpuShare(options, AimOptions.SCANS_MAX_SHARE);
        answerLimits = CheckedOptions.answerLimits(options);
        maxHoldTime = CheckedOptions.maxHoldTime(options);
        exportBytesOrNull = CheckedOptions.memoryOrNull(options, AimOptions.EXPORTS_MEMORY);
        columnsBytesOrNull = CheckedOptions.memoryOrNull(options, AimOptions.COLUMNS_MEMORY);
        sqlTotalBytesOrNull = CheckedOptions.memoryOrNull(options, AimOptions.SQL_MAX_TOTAL_MEMORY);
        CheckedOptions.requireWithin(
                AimOptions.EXPORTS_MEMORY, exportBytesOrNull, AimOptions.SQL_MAX_TOTAL_MEMORY, sqlTotalBytesOrNull);
        planningLimits = CheckedOptions.planningLimits(options);
        maxEntitiesOrNull = CheckedOptions.maxEntities(options);
        forgetAfterOrNull = CheckedOptions.forgetAfter(options, model);
        checkpointCpuShare = CheckedOptions.cpuShare(options, AimOptions.CHECKPOINT_CPU_SHARE);
        zone = CheckedOptions.zone(options.get(AimOptions.TIME_ZONE));
        clockReset = options.getOptional(AimOptions.CLOCK_RESET)
                .map(CheckedOptions::clockReset)
                .orElse(null);
        avroSchemas = CheckedOptions.avroSchemas(options, eventFormat);
        newEventCodec(); // rejects a format that the events do not have
        tables = source.tables();
        for (Map.Entry<String, String> each : options.toMap().entrySet()) {
            if (each.getKey().startsWith(JobArguments.KAFKA_PREFIX)) {
                passThrough(each.getKey().substring(JobArguments.KAFKA_PREFIX.length()), each.getValue());
            }
        }
        columnSet(); // rejects unknown columns here, not on the cluster
    }

    /** Throws {@link InvalidInputException} for a wrong option. */
    public static JobSettings of(Configuration options) {
        return new JobSettings(options);
    }

    private void passThrough(String setting, String value) {
        ConfigOption<?> option = OPTION_OF_KAFKA_SETTING.get(setting);
        if (option != null) {
            throw new InvalidInputException(JobArguments.KAFKA_PREFIX + setting + "=" + value
                    + " would be overridden by " + option.key() + ". Set " + option.key() + " instead.");
        }
        if (OWN_OF_THE_JOB.contains(setting)) {
            throw new InvalidInputException(JobArguments.KAFKA_PREFIX + setting + "=" + value
                    + " would be overridden: the job has its own. Leave it out.");
        }
        if (setting.equals(ACKS) && !ALL_REPLICAS.contains(value)) {
            throw new InvalidInputException(JobArguments.KAFKA_PREFIX + setting + "=" + value
                    + " would lose answers with a broker. Give all, or leave it out.");
        }
        kafka.put(setting, value);
    }

    public Model model() {
        return model;
    }

    public MatrixSchema schema() {
        return MatrixSchema.of(model);
    }

    public ColumnSet columnSet() {
        MatrixSchema schema = schema();
        return new ColumnSet(schema, KeptColumns.of(schema, columns));
    }

    /** How many columns SQL can read, and how to have more. */
    public String columnsSummary() {
        return KeptColumns.summary(schema(), columns);
    }

    /** The limits of a statement, and of a preview or check of a rule. */
    public AnswerLimits answerLimits() {
        return answerLimits;
    }

    /** What names in rules mean. */
    public RuleColumns ruleColumns() {
        MatrixSchema schema = schema();
        return new RuleColumns(Catalogues.tables(schema, tables, KeptColumns.of(schema, columns)));
    }

    public Catalogue catalogue() {
        MatrixSchema schema = schema();
        Catalogue ofModel = Catalogues.of(schema, tables, answerLimits, KeptColumns.of(schema, columns));
        return RuleQueries.beside(ofModel, ruleColumns(), answerLimits);
    }

    public PlanningLimits planningLimits() {
        return planningLimits;
    }

    public Properties kafkaProperties() {
        Properties properties = new Properties();
        properties.putAll(kafka);
        properties.setProperty("bootstrap.servers", bootstrapServers);
        return properties;
    }

    public String groupId() {
        return groupId;
    }

    public Start start() {
        return start;
    }

    public LostOffsets lostOffsets() {
        return lostOffsets;
    }

    public String eventsTopic() {
        return eventsTopic;
    }

    public String profilesTopic() {
        return profilesTopic;
    }

    public String queriesTopic() {
        return queriesTopic;
    }

    public String resultsTopic() {
        return resultsTopic;
    }

    public String deadLettersTopic() {
        return deadLettersTopic;
    }

    public Delivery deadLetterDelivery() {
        return deadLetterDelivery;
    }

    /** Empty for all. */
    public Optional<Integer> deadLettersPerSecond() {
        return Optional.ofNullable(deadLettersPerSecondOrNull);
    }

    public String deadLetterTransactions() {
        return groupId + "-dead-letters";
    }

    public RuleSettings rules() {
        return rules;
    }

    public String alertTransactions() {
        return groupId + "-alerts";
    }

    public Duration transactionTimeout() {
        return transactionTimeout;
    }

    public ModelEventCodec newEventCodec() {
        return eventFormat.newCodec(model, avroSchemas);
    }

    public EventFormat eventFormat() {
        return eventFormat;
    }

    public Duration maxFutureSkew() {
        return maxFutureSkew;
    }

    public Duration idleTimeout() {
        return idleTimeout;
    }

    public Duration bufferTimeout() {
        return bufferTimeout;
    }

    /** Where scans run; empty if that depends on the TaskManager. */
    public Optional<ScanSetting> scans() {
        return Optional.ofNullable(scansOrNull);
    }

    /** The greatest share of a partition's thread for scans while events wait. */
    public double maxScanShare() {
        return maxScanShare;
    }

    /**
     * The policy of one partition whose scans are adaptive.
     *
     * @param hasIdleCore whether a thread beside the partition's has a core
     */
    public ScanPolicy scanPolicy(boolean hasIdleCore) {
        return scanPolicy.open(hasIdleCore, paperPolicy);
    }

    /** How long a partition holds a cut between two rounds at most. */
    public Duration maxHoldTime() {
        return maxHoldTime;
    }

    /** How much memory of a partition an export may take; empty for a share of that for statements. */
    public Optional<Long> exportBytes() {
        return Optional.ofNullable(exportBytesOrNull);
    }

    /** What columns may take in a partition that are not of the setting; empty if the heap decides. */
    public Optional<Long> columnsBytes() {
        return Optional.ofNullable(columnsBytesOrNull);
    }

    /** How much all statements in a partition may keep together; empty if the heap decides. */
    public Optional<Long> sqlTotalBytes() {
        return Optional.ofNullable(sqlTotalBytesOrNull);
    }

    /** How many entities the job holds; empty if the heap decides. */
    public Optional<Long> maxEntities() {
        return Optional.ofNullable(maxEntitiesOrNull);
    }

    /** After how long without an event an entity is forgotten; empty if never. */
    public Optional<Duration> forgetAfter() {
        return Optional.ofNullable(forgetAfterOrNull);
    }

    /** How much of a core each partition may use to write a checkpoint; 1 is full speed. */
    public double checkpointCpuShare() {
        return checkpointCpuShare;
    }

    public ZoneId zone() {
        return zone;
    }

    /** The instant to which a later clock is put back when it is restored. */
    public Optional<Instant> clockReset() {
        return Optional.ofNullable(clockReset);
    }

    /** The tables whose keys are attributes. */
    public EntityTables tables() {
        return tables;
    }
}
