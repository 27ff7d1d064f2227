package dev.aimonflink.clients.output;

import dev.aimonflink.matrix.model.Labels;
import java.util.List;
import java.util.Locale;

/** The formats in which commands write data. */
public enum OutputFormat {
    /** For people. */
    TABLE,
    JSON,
    /** One document a line. */
    JSONL,
    /** RFC 4180, with a header. */
    CSV;

    public static OutputFormat of(String label) {
        String otherwise = "output=" + label + " is no format. Give one of ";
        return Labels.find(label, List.of(values()), OutputFormat::label, otherwise);
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
