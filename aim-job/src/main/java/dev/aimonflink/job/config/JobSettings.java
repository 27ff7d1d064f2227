package dev.aimonflink.job.config;

import dev.aimonflink.core.matrix.ColumnSet;
import dev.aimonflink.core.model.Dimensions;
import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.core.query.Catalogue;
import dev.aimonflink.core.schema.Aggregate;
import dev.aimonflink.core.schema.MatrixSchema;
import dev.aimonflink.core.schema.SchemaDefinition;
import dev.aimonflink.core.schema.Window;
import dev.aimonflink.core.wire.DimensionTables;
import dev.aimonflink.core.wire.EventFormat;
import dev.aimonflink.core.wire.SchemaFile;
import java.io.Serializable;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;

/** The options of one job, checked. Travels to the operators, which make from it what cannot travel. */
public final class JobSettings implements Serializable {
    private static final long serialVersionUID = 1L;

    private static final String AUTO = "auto";
    private static final String ALL = "all";

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

    private static final Pattern EPOCH_MILLIS = Pattern.compile("\\d+");

    private static final String ACKS = "acks";
    private static final Set<String> ALL_REPLICAS = Set.of("all", "-1");

    private final HashMap<String, String> kafka = new HashMap<>();
    private final String bootstrapServers;
    private final String groupId;
    private final Start start;
    private final String eventsTopic;
    private final String subscribersTopic;
    private final String queriesTopic;
    private final String resultsTopic;
    private final String deadLettersTopic;
    private final Delivery deadLetterDelivery;
    private final Duration transactionTimeout;
    private final EventFormat eventFormat;
    private final Duration maxFutureSkew;
    private final Duration idleTimeout;
    private final Duration bufferTimeout;
    private final SchemaDefinition schema;
    private final List<String> columns;
    private final Long maxSubscribersOrNull;
    private final Duration forgetAfterOrNull;
    private final ZoneId zone;
    private final Instant clockReset;
    private final Dimensions dimensions;

    private JobSettings(Configuration options) {
        bootstrapServers = options.get(AimOptions.BOOTSTRAP_SERVERS);
        groupId = options.get(AimOptions.GROUP_ID);
        start = Start.of(options.get(AimOptions.START));
        eventsTopic = options.get(AimOptions.EVENTS_TOPIC);
        subscribersTopic = options.get(AimOptions.SUBSCRIBERS_TOPIC);
        queriesTopic = options.get(AimOptions.QUERIES_TOPIC);
        resultsTopic = options.get(AimOptions.RESULTS_TOPIC);
        deadLettersTopic = options.get(AimOptions.DEAD_LETTERS_TOPIC);
        deadLetterDelivery = Delivery.of(options.get(AimOptions.DEAD_LETTERS_DELIVERY));
        transactionTimeout =
                intMillis(AimOptions.TRANSACTION_TIMEOUT, positive(options, AimOptions.TRANSACTION_TIMEOUT));
        eventFormat = EventFormat.of(options.get(AimOptions.EVENTS_FORMAT));
        maxFutureSkew = notNegative(options, AimOptions.MAX_FUTURE_SKEW);
        idleTimeout = positive(options, AimOptions.IDLE_TIMEOUT);
        bufferTimeout = notNegative(options, AimOptions.BUFFER_TIMEOUT);
        schema = SchemaFile.of(options.get(AimOptions.AGGREGATES));
        columns = List.copyOf(options.get(AimOptions.COLUMNS));
        maxSubscribersOrNull = maxSubscribers(options);
        forgetAfterOrNull = forgetAfter(options, schema);
        zone = zone(options.get(AimOptions.TIME_ZONE));
        clockReset = options.getOptional(AimOptions.CLOCK_RESET)
                .map(JobSettings::clockReset)
                .orElse(null);
        dimensions = options.getOptional(AimOptions.DIMENSIONS_FILE)
                .map(file -> DimensionTables.read(Path.of(file)))
                .orElseGet(DimensionTables::defaults);
        for (Map.Entry<String, String> each : options.toMap().entrySet()) {
            if (each.getKey().startsWith(JobArguments.KAFKA_PREFIX)) {
                passThrough(each.getKey().substring(JobArguments.KAFKA_PREFIX.length()), each.getValue());
            }
        }
        columnSet(); // fails now, not on the cluster
    }

    /** Checks the options. Throws {@link InvalidInputException} with what is wrong. */
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

    /** Flink's own message names the key and the value, and no mend. */
    private static <T> T read(Configuration options, ConfigOption<T> option) {
        try {
            return options.get(option);
        } catch (IllegalArgumentException unparsable) {
            String given = options.toMap().get(option.key());
            throw new InvalidInputException(
                    option.key() + "=" + given + " cannot be read. Give a value such as "
                            + ResolvedOptions.shown(option.defaultValue()) + ".",
                    unparsable);
        }
    }

    private static Duration notNegative(Configuration options, ConfigOption<Duration> option) {
        Duration value = read(options, option);
        if (value.isNegative()) {
            throw outOfRange(option, value, "is negative");
        }
        return value;
    }

    private static Duration positive(Configuration options, ConfigOption<Duration> option) {
        Duration value = read(options, option);
        if (value.isNegative() || value.isZero()) {
            throw outOfRange(option, value, "is not positive");
        }
        return value;
    }

    /** Kafka's settings of this kind are ints. */
    private static Duration intMillis(ConfigOption<Duration> option, Duration value) {
        if (value.compareTo(Duration.ofMillis(Integer.MAX_VALUE)) > 0) {
            throw outOfRange(option, value, "is longer than Kafka can say");
        }
        return value;
    }

    private static InvalidInputException outOfRange(ConfigOption<Duration> option, Duration value, String fault) {
        return new InvalidInputException(option.key() + "=" + ResolvedOptions.shown(value) + " " + fault
                + ". Give a duration such as " + ResolvedOptions.shown(option.defaultValue()) + ".");
    }

    private static Long maxSubscribers(Configuration options) {
        if (!options.containsKey(AimOptions.MAX_SUBSCRIBERS.key())) {
            return null;
        }
        Long given;
        try {
            given = options.get(AimOptions.MAX_SUBSCRIBERS);
        } catch (IllegalArgumentException unparsable) {
            given = null;
        }
        if (given == null || given < 1) {
            throw new InvalidInputException(AimOptions.MAX_SUBSCRIBERS.key() + "="
                    + options.toMap().get(AimOptions.MAX_SUBSCRIBERS.key())
                    + " is no number of subscribers. Give a whole number from 1 on, or leave it out.");
        }
        return given;
    }

    private static Duration forgetAfter(Configuration options, SchemaDefinition schema) {
        if (!options.containsKey(AimOptions.FORGET_AFTER.key())) {
            return null;
        }
        Window longest = schema.windows().stream()
                .max(Comparator.comparing(Window::longest))
                .orElseThrow();
        Duration given;
        try {
            given = options.get(AimOptions.FORGET_AFTER);
        } catch (IllegalArgumentException unparsable) {
            given = Duration.ZERO;
        }
        if (given.compareTo(longest.longest()) < 0) {
            throw new InvalidInputException(AimOptions.FORGET_AFTER.key() + "="
                    + options.toMap().get(AimOptions.FORGET_AFTER.key()) + " is not as long as the longest window, "
                    + longest + ". Give a duration of at least " + ResolvedOptions.shown(longest.longest())
                    + ", or leave it out.");
        }
        return given;
    }

    private static ZoneId zone(String id) {
        try {
            return ZoneId.of(id);
        } catch (DateTimeException unknown) {
            throw new InvalidInputException(
                    AimOptions.TIME_ZONE.key() + "=" + id + " is no time zone. Give one such as UTC or Europe/Zurich.",
                    unknown);
        }
    }

    /** The clock's own mistake was to be ahead, so it is not put there again. */
    private static Instant clockReset(String given) {
        Instant instant;
        try {
            instant = EPOCH_MILLIS.matcher(given).matches()
                    ? Instant.ofEpochMilli(Long.parseLong(given))
                    : Instant.parse(given);
        } catch (DateTimeException | NumberFormatException unreadable) {
            throw new InvalidInputException(
                    AimOptions.CLOCK_RESET.key() + "=" + given
                            + " is no instant. Give one such as 2026-11-22T12:00:00Z, or epoch milliseconds.",
                    unreadable);
        }
        if (instant.isAfter(Instant.now())) {
            throw new InvalidInputException(AimOptions.CLOCK_RESET.key() + "=" + given
                    + " is in the future. Give the time at which the clock was still right, or the present.");
        }
        return instant;
    }

    public MatrixSchema schema() {
        return MatrixSchema.of(schema);
    }

    /** The columns that scans find. */
    public ColumnSet columnSet() {
        MatrixSchema schema = schema();
        return new ColumnSet(schema, columnNames(schema));
    }

    private Collection<String> columnNames(MatrixSchema schema) {
        if (columns.equals(List.of(AUTO))) {
            return new Catalogue(schema).scannedColumns();
        }
        if (columns.equals(List.of(ALL))) {
            return schema.aggregates().stream().map(Aggregate::name).toList();
        }
        return columns;
    }

    /** The settings of every Kafka client of the job. */
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

    public String eventsTopic() {
        return eventsTopic;
    }

    public String subscribersTopic() {
        return subscribersTopic;
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

    public Duration transactionTimeout() {
        return transactionTimeout;
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

    /** How many subscribers the job holds; empty where the heap decides. */
    public Optional<Long> maxSubscribers() {
        return Optional.ofNullable(maxSubscribersOrNull);
    }

    /** After how long without an event a subscriber is forgotten; empty where none is. */
    public Optional<Duration> forgetAfter() {
        return Optional.ofNullable(forgetAfterOrNull);
    }

    public ZoneId zone() {
        return zone;
    }

    /** What a later clock is put back to when it is restored. */
    public Optional<Instant> clockReset() {
        return Optional.ofNullable(clockReset);
    }

    public Dimensions dimensions() {
        return dimensions;
    }
}
