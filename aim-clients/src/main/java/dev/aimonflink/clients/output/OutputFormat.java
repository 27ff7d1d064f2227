package dev.aimonflink.clients.output;

import dev.aimonflink.core.model.InvalidInputException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The formats in which commands write data. */
public enum OutputFormat {
    /** For people. */
    TABLE,
    /** One document, indented. */
    JSON,
    /** One document a line. */
    JSONL,
    /** RFC 4180, with a header. */
    CSV;

    public static OutputFormat of(String label) {
        return Arrays.stream(values())
                .filter(format -> format.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException("output=" + label + " is no format. Give one of "
                        + Arrays.stream(values()).map(OutputFormat::label).collect(Collectors.joining(", ")) + "."));
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
