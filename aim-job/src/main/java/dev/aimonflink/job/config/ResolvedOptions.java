package dev.aimonflink.job.config;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.util.TimeUtils;

/** Describes all options of a job, given or default, for the log; secrets are masked. */
public final class ResolvedOptions {
    static final String MASK = "******";

    /** Settings with these in their names are masked; masking too many is better than showing a secret. */
    private static final List<String> SECRET_PARTS =
            List.of("password", "secret", "jaas", "credential", "token", "user.info", ".key");

    private ResolvedOptions() {}

    /** A line for each option, in the order of the documentation, then for each Kafka setting. */
    public static String describe(Configuration given) {
        Map<String, String> values = given.toMap();
        StringBuilder lines = new StringBuilder();
        for (ConfigOption<?> option : AimOptions.ALL) {
            String value = values.get(option.key());
            line(lines, option.key(), value == null ? defaultOf(option) + " (default)" : value);
        }
        new TreeMap<>(values).forEach((key, value) -> {
            if (key.startsWith(JobArguments.KAFKA_PREFIX)) {
                line(lines, key, isSecret(key) ? MASK : value);
            }
        });
        return lines.toString();
    }

    private static void line(StringBuilder lines, String key, String value) {
        lines.append(lines.isEmpty() ? "" : "\n")
                .append("  ")
                .append(key)
                .append(" = ")
                .append(value);
    }

    static boolean isSecret(String key) {
        String name = key.toLowerCase(Locale.ROOT);
        return SECRET_PARTS.stream().anyMatch(name::contains);
    }

    /** As a user would write it. */
    static String defaultOf(ConfigOption<?> option) {
        return option.hasDefaultValue() ? shown(option.defaultValue()) : "none";
    }

    static String shown(Object value) {
        if (value instanceof Duration duration) {
            return TimeUtils.formatWithHighestUnit(duration);
        }
        if (value instanceof List<?> list) {
            return list.stream().map(ResolvedOptions::shown).collect(Collectors.joining(";"));
        }
        return String.valueOf(value);
    }
}
