package dev.aimonflink.job.config;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.sql.text.Spelling;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;

/**
 * Reads the job's arguments: {@code --aim.option value} or {@code --aim.option=value}, {@code --kafka.setting value}, and {@code
 * --properties FILE} with lines of the same keys. Arguments win over the file.
 */
public final class JobArguments {
    /** Settings of Kafka clients are passed on under this prefix. */
    public static final String KAFKA_PREFIX = "kafka.";

    private static final String PROPERTIES = "properties";

    private JobArguments() {}

    public static Configuration parse(String... arguments) {
        Configuration given = new Configuration();
        Configuration fromFile = new Configuration();
        for (int i = 0; i < arguments.length; i++) {
            if (!arguments[i].startsWith("--")) {
                throw new InvalidInputException(
                        "Argument '" + arguments[i] + "' is no option. Write options as --aim.option value.");
            }
            String option = arguments[i].substring(2);
            int equals = option.indexOf('=');
            String key = equals < 0 ? option : option.substring(0, equals);
            String value;
            if (equals >= 0) {
                value = option.substring(equals + 1);
            } else if (i + 1 < arguments.length) {
                value = arguments[++i];
            } else {
                throw new InvalidInputException("Option --" + key + " has no value. Write --" + key + " value.");
            }
            if (key.equals(PROPERTIES)) {
                fromFile = readFile(Path.of(value));
            } else {
                set(given, key, value, "--" + key);
            }
        }
        fromFile.addAll(given);
        return fromFile;
    }

    private static Configuration readFile(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException unreadable) {
            throw new InvalidInputException(
                    "Cannot read the properties file " + file + ": " + unreadable.getMessage()
                            + ". Check its path and that it is a Java properties file.",
                    unreadable);
        }
        Configuration configuration = new Configuration();
        for (String key : properties.stringPropertyNames()) {
            set(configuration, key, properties.getProperty(key), key + " in " + file);
        }
        return configuration;
    }

    private static void set(Configuration configuration, String key, String value, String shown) {
        List<String> known = AimOptions.ALL.stream().map(ConfigOption::key).toList();
        if (!known.contains(key) && !key.startsWith(KAFKA_PREFIX)) {
            throw new InvalidInputException("There is no option " + shown + ". " + suggestion(key, known));
        }
        configuration.setString(key, value);
    }

    private static String suggestion(String key, List<String> known) {
        return Spelling.closest(key, known)
                .map(nearest -> "Did you mean " + nearest + "?")
                .orElseGet(() -> "Options are " + String.join(", ", known) + " and kafka.*.");
    }
}
