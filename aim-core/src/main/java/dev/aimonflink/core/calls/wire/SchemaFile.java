package dev.aimonflink.core.calls.wire;

import dev.aimonflink.core.calls.Presets;
import dev.aimonflink.core.calls.SchemaDefinition;
import dev.aimonflink.core.format.model.UserFile;
import dev.aimonflink.core.format.model.YamlFile;
import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.sql.text.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads the schema that a user gives: by name, by number, or as a YAML file.
 *
 * <pre>
 * windows: [1 hour, 1 day, 1 week]
 * filters: [all, local, long-distance]
 * aggregates:
 *   calls: [count]
 *   duration: [sum, min, max, avg]
 *   cost: [sum, min, max]
 * copies: 1
 * </pre>
 *
 * The default is all three filters and one copy. {@link #text} writes the same form, in which definitions are stored.
 */
public final class SchemaFile {
    /** The largest file: many times what the largest schema needs. A larger one is the wrong file. */
    public static final int MAX_FILE_BYTES = YamlFile.MAX_BYTES;

    private SchemaFile() {}

    /** The schema of a name, such as {@code aim-42}, of a multiple of 42, or of a YAML file. */
    public static SchemaDefinition of(String nameOrFile) {
        if (nameOrFile.matches("-?\\d+")) {
            try {
                return SchemaDefinition.withAggregates(Integer.parseInt(nameOrFile));
            } catch (NumberFormatException tooLarge) {
                throw new InvalidInputException(
                        "aggregates=" + Spelling.shortened(nameOrFile) + " is not a schema. Give a multiple of "
                                + SchemaDefinition.AGGREGATES_PER_COPY + " up to " + SchemaDefinition.MAX_COLUMNS
                                + ", such as 42 or 546.",
                        tooLarge);
            }
        }
        return Presets.named(nameOrFile)
                .orElseGet(() -> parse(new UserFile("Schema", Presets.names()).text(nameOrFile), nameOrFile));
    }

    /**
     * @param name what the text is called in messages
     * @throws InvalidInputException with the name, the line, what is wrong and how to fix it
     */
    public static SchemaDefinition parse(String yaml, String name) {
        return new SchemaYaml(name).parse(yaml);
    }

    /** Writes a definition as YAML, from which {@link #parse} reads an equal one. */
    public static String text(SchemaDefinition definition) {
        List<String> lines = new ArrayList<>();
        lines.add("version: " + SchemaYaml.VERSION);
        lines.add(line("windows", definition.windows().stream().map(Object::toString)));
        lines.add(line("filters", definition.filters().stream().map(each -> each.label())));
        lines.add("aggregates:");
        SchemaYaml.AGGREGATES.forEach((measure, aggregates) -> {
            List<String> labels = new ArrayList<>();
            aggregates.forEach((label, aggregate) -> {
                if (definition.functions().contains(aggregate)
                        || definition.derived().contains(aggregate)) {
                    labels.add(label);
                }
            });
            if (!labels.isEmpty()) {
                lines.add("  " + line(measure, labels.stream()));
            }
        });
        lines.add("copies: " + definition.copies());
        return String.join("\n", lines) + "\n";
    }

    private static String line(String key, Stream<String> values) {
        return key + ": [" + String.join(", ", values.toList()) + "]";
    }
}
