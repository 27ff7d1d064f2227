package dev.aimonflink.matrix.format;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;

/** Writes JSON for people. */
public final class JsonText {
    private static final ObjectMapper JSON = new ObjectMapper();

    private JsonText() {}

    /** @param document of texts, numbers, booleans, lists and maps */
    public static String of(Map<String, Object> document) {
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(document);
        } catch (JsonProcessingException unwritable) {
            throw new IllegalArgumentException("The document has a value that JSON does not know.", unwritable);
        }
    }
}
