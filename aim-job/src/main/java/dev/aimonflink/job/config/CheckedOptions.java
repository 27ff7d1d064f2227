package dev.aimonflink.job.config;

import dev.aimonflink.matrix.format.avro.AvroSchemas;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Labels;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.WindowPolicy;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.matrix.setup.ModelSource;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.compute.partial.GroupLimit;
import dev.aimonflink.query.serve.mode.PaperPolicy;
import dev.aimonflink.query.serve.mode.ScanPolicies;
import dev.aimonflink.query.serve.mode.ScanSetting;
import dev.aimonflink.query.serve.request.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;

/** Reads single options and checks their ranges; wrong values throw {@link InvalidInputException}. */
final class CheckedOptions {
    private static final Pattern ID_AND_FILE = Pattern.compile("(\\d{1,9})=(.+)");
    private static final Pattern EPOCH_MILLIS = Pattern.compile("\\d+");

    /** With less, a thread would park so long that a cancelled checkpoint would not end at once. */
    private static final double MIN_CPU_SHARE = 0.05;

    private CheckedOptions() {}

    /** Flink's own message names the key and the value, but no fix. */
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

    static Duration notNegative(Configuration options, ConfigOption<Duration> option) {
        Duration value = read(options, option);
        if (value.isNegative()) {
            throw outOfRange(option, value, "is negative");
        }
        return value;
    }

    static Duration positive(Configuration options, ConfigOption<Duration> option) {
        Duration value = read(options, option);
        if (value.isNegative() || value.isZero()) {
            throw outOfRange(option, value, "is not positive");
        }
        return value;
    }

    static Duration intMillis(ConfigOption<Duration> option, Duration value) {
        if (value.compareTo(Duration.ofMillis(Integer.MAX_VALUE)) > 0) {
            throw outOfRange(option, value, "is longer than Kafka accepts");
        }
        return value;
    }

    private static InvalidInputException outOfRange(ConfigOption<Duration> option, Duration value, String fault) {
        return new InvalidInputException(option.key() + "=" + ResolvedOptions.shown(value) + " " + fault
                + ". Give a duration such as " + ResolvedOptions.shown(option.defaultValue()) + ".");
    }

    static Long maxEntities(Configuration options) {
        if (!options.containsKey(AimOptions.MAX_ENTITIES.key())) {
            return null;
        }
        Long given;
        try {
            given = options.get(AimOptions.MAX_ENTITIES);
        } catch (IllegalArgumentException unparsable) {
            given = null;
        }
        if (given == null || given < 1) {
            throw new InvalidInputException(AimOptions.MAX_ENTITIES.key() + "="
                    + options.toMap().get(AimOptions.MAX_ENTITIES.key())
                    + " is no number of entities. Give a whole number from 1 on, or leave it out.");
        }
        return given;
    }

    /** How many of something the job writes in a second; null for all. */
    static Integer perSecond(
            Configuration options, ConfigOption<Integer> option, String things, ConfigOption<String> promise) {
        if (!options.containsKey(option.key())) {
            return null;
        }
        String given = option.key() + "=" + options.toMap().get(option.key());
        if (Delivery.of(options, promise) == Delivery.EXACTLY_ONCE) {
            throw new InvalidInputException(given + " would skip " + things + ", and " + promise.key() + "="
                    + Delivery.EXACTLY_ONCE.label() + " promises each. Leave one of them out.");
        }
        Integer value;
        try {
            value = options.get(option);
        } catch (IllegalArgumentException unparsable) {
            value = null;
        }
        if (value == null || value < 1) {
            throw new InvalidInputException(
                    given + " is no number of " + things + ". Give a whole number from 1 on, or leave it out.");
        }
        return value;
    }

    private static final MemorySize LEAST_MEMORY = MemorySize.ofMebiBytes(1);
    private static final MemorySize USUAL_MEMORY = MemorySize.ofMebiBytes(256);

    static AnswerLimits answerLimits(Configuration options) {
        int groups = countUpTo(GroupLimit.MAX_GROUPS, options, AimOptions.SQL_MAX_GROUPS);
        return new AnswerLimits(
                countUpTo(GroupLimit.MAX_GROUPS, options, AimOptions.SQL_MAX_ROWS),
                groups,
                groups,
                groups,
                positive(options, AimOptions.SQL_MAX_SCAN_TIME).toNanos(),
                positive(options, AimOptions.SQL_MAX_MERGE_TIME).toNanos(),
                memory(options, AimOptions.SQL_MAX_MEMORY));
    }

    /** Null if not given. */
    static Long memoryOrNull(Configuration options, ConfigOption<MemorySize> option) {
        return options.containsKey(option.key()) ? (Long) memory(options, option) : null;
    }

    /** Of two options that may be absent, the one is a part of the other. */
    static void requireWithin(
            ConfigOption<MemorySize> part, Long bytesOrNull, ConfigOption<MemorySize> whole, Long ofWholeOrNull) {
        if (bytesOrNull != null && ofWholeOrNull != null && bytesOrNull > ofWholeOrNull) {
            throw new InvalidInputException(part.key() + "=" + bytesOrNull + " bytes is more than " + whole.key() + "="
                    + ofWholeOrNull + " bytes, of which it is a part. Give less, or raise the other.");
        }
    }

    /** Null if not given. */
    static ScanSetting scanSetting(Configuration options) {
        String label = options.get(AimOptions.SCANS_MODE);
        return label == null ? null : ScanSetting.of(AimOptions.SCANS_MODE.key(), label);
    }

    static ScanPolicies scanPolicy(Configuration options) {
        return ScanPolicies.of(AimOptions.SCANS_POLICY.key(), options.get(AimOptions.SCANS_POLICY));
    }

    static PaperPolicy paperPolicy(Configuration options) {
        String elasticity = options.get(AimOptions.SCANS_PAPER_ELASTICITY);
        return new PaperPolicy(
                shareOfColumns(options, AimOptions.SCANS_PAPER_ALPHA),
                Labels.find(
                        elasticity,
                        List.of(PaperPolicy.Elasticity.values()),
                        PaperPolicy.Elasticity::label,
                        AimOptions.SCANS_PAPER_ELASTICITY.key() + "=" + elasticity
                                + " is no way to lend time. Use one of "));
    }

    /** No longer than a request may wait for its answer. */
    static Duration maxHoldTime(Configuration options) {
        Duration given = positive(options, AimOptions.SQL_MAX_HOLD_TIME);
        if (given.compareTo(Duration.ofMillis(Request.MAX_TIMEOUT_MS)) > 0) {
            throw new InvalidInputException(AimOptions.SQL_MAX_HOLD_TIME.key() + "=" + given.toMillis()
                    + " ms is longer than a request waits for its answer. Give at most " + Request.MAX_TIMEOUT_MS
                    + " ms.");
        }
        return given;
    }

    private static long memory(Configuration options, ConfigOption<MemorySize> option) {
        MemorySize given = read(options, option);
        if (given.getBytes() < LEAST_MEMORY.getBytes()) {
            throw new InvalidInputException(option.key() + "=" + given + " is too little. Give " + LEAST_MEMORY
                    + " or more, such as " + (option.hasDefaultValue() ? option.defaultValue() : USUAL_MEMORY) + ".");
        }
        return given.getBytes();
    }

    private static int countUpTo(int most, Configuration options, ConfigOption<Integer> option) {
        int value = read(options, option);
        if (value < 1 || value > most) {
            throw new InvalidInputException(option.key() + "=" + value + " is outside 1.." + most
                    + ". Give a number inside, such as " + option.defaultValue() + ".");
        }
        return value;
    }

    static double cpuShare(Configuration options, ConfigOption<Double> option) {
        double share = read(options, option);
        // Negated, so that NaN fails, too.
        if (!(share >= MIN_CPU_SHARE && share <= 1)) {
            throw new InvalidInputException(
                    option.key() + "=" + share + " is outside " + MIN_CPU_SHARE + "..1. Give a share of a core inside,"
                            + " such as " + option.defaultValue() + "; 1 is full speed.");
        }
        return share;
    }

    private static double shareOfColumns(Configuration options, ConfigOption<Double> option) {
        double share = read(options, option);
        // Negated, so that NaN fails, too.
        if (!(share >= 0 && share <= 1)) {
            throw new InvalidInputException(
                    option.key() + "=" + share + " is outside 0..1. Give a share of the kept columns inside,"
                            + " such as " + option.defaultValue() + ".");
        }
        return share;
    }

    static PlanningLimits planningLimits(Configuration options) {
        Duration ofText = positive(options, AimOptions.SQL_MAX_PLANNING_TIME);
        if (ofText.toNanos() > PlanningLimits.ALONE_NANOS) {
            throw new InvalidInputException(AimOptions.SQL_MAX_PLANNING_TIME.key() + "=" + ofText.toMillis()
                    + " ms is more than a statement has where no other waits. Give at most "
                    + Duration.ofNanos(PlanningLimits.ALONE_NANOS).toMillis() + " ms.");
        }
        return new PlanningLimits(ofText.toNanos(), cpuShare(options, AimOptions.SQL_PLANNING_CPU_SHARE));
    }

    static ModelSource model(Configuration options) {
        return ModelSource.of("Model", options.get(AimOptions.MODEL));
    }

    static AvroSchemas avroSchemas(Configuration options, EventFormat format) {
        List<String> given = options.getOptional(AimOptions.AVRO_SCHEMAS).orElse(List.of());
        if (!given.isEmpty() && format != EventFormat.AVRO) {
            throw new InvalidInputException(AimOptions.AVRO_SCHEMAS.key() + " is for events in Avro. Set "
                    + AimOptions.EVENTS_FORMAT.key() + "=avro, or leave it out.");
        }
        Map<String, String> texts = new LinkedHashMap<>();
        Map<Integer, String> ids = new LinkedHashMap<>();
        for (String each : given) {
            Matcher withId = ID_AND_FILE.matcher(each.strip());
            String file = withId.matches() ? withId.group(2) : each.strip();
            texts.put(file, text(file));
            if (withId.matches()) {
                ids.put(Integer.parseInt(withId.group(1)), file);
            }
        }
        return new AvroSchemas(texts, ids);
    }

    private static String text(String file) {
        try {
            return Files.readString(Path.of(file));
        } catch (NoSuchFileException absent) {
            throw new InvalidInputException(
                    AimOptions.AVRO_SCHEMAS.key() + "=" + file + " does not exist. Give the path of a schema file.",
                    absent);
        } catch (IOException | InvalidPathException unreadable) {
            throw new InvalidInputException(
                    AimOptions.AVRO_SCHEMAS.key() + "=" + file + " cannot be read: " + unreadable.getMessage()
                            + ". Give a readable schema file.",
                    unreadable);
        }
    }

    static Duration forgetAfter(Configuration options, Model model) {
        if (!options.containsKey(AimOptions.FORGET_AFTER.key())) {
            return null;
        }
        WindowPolicy longest = model.aggregates().windows().stream()
                .max(Comparator.comparing(WindowPolicy::longest))
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

    static ZoneId zone(String id) {
        try {
            return ZoneId.of(id);
        } catch (DateTimeException unknown) {
            throw new InvalidInputException(
                    AimOptions.TIME_ZONE.key() + "=" + id + " is no time zone. Give one such as UTC or Europe/Zurich.",
                    unknown);
        }
    }

    /** Parses the instant of a clock reset, which must not be in the future. */
    static Instant clockReset(String given) {
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
}
