package dev.aimonflink.matrix.format.avro;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Limits;
import dev.aimonflink.sql.text.Spelling;
import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;

/**
 * The schemas with which a topic's events were written.
 *
 * @param texts of schema files, by their names in messages
 * @param ids names of schema files by id in a registry. May be empty: then any id stands for the schema, if there is only one
 */
public record AvroSchemas(Map<String, String> texts, Map<Integer, String> ids) implements Serializable {
    /** More are a mistake: they are the versions of one schema. */
    public static final int MAX_SCHEMAS = 100;

    /** Longer messages of the parser quote the file. */
    private static final int MAX_REASON_LENGTH = 200;

    /** @throws InvalidInputException if a text is not a record schema, or an id has no schema */
    public AvroSchemas {
        texts = Collections.unmodifiableMap(new LinkedHashMap<>(texts));
        ids = Collections.unmodifiableMap(new LinkedHashMap<>(ids));
        Limits.requireWithin("schemas", texts.size(), 0, MAX_SCHEMAS);
        texts.forEach(AvroSchemas::parse);
        for (Map.Entry<Integer, String> id : ids.entrySet()) {
            if (!texts.containsKey(id.getValue())) {
                throw new InvalidInputException("id=" + id.getKey() + " is of " + id.getValue()
                        + ", which is not among the schemas. Add the schema, or take the id out.");
            }
        }
    }

    /** No schema but the model's own. */
    public static AvroSchemas none() {
        return new AvroSchemas(Map.of(), Map.of());
    }

    /** By name, in the given order. */
    Map<String, Schema> parsed() {
        Map<String, Schema> parsed = new LinkedHashMap<>();
        texts.forEach((name, text) -> parsed.put(name, parse(name, text)));
        return parsed;
    }

    private static Schema parse(String name, String text) {
        Schema schema;
        try {
            schema = new Schema.Parser().parse(text);
        } catch (AvroRuntimeException malformed) {
            throw new InvalidInputException(
                    name + reason(malformed) + ". Give the schema of a record as JSON.", malformed);
        }
        if (schema.getType() != Schema.Type.RECORD) {
            throw new InvalidInputException(
                    name + " is a schema of the type " + schema.getType().getName() + ". Give the schema of a record.");
        }
        AvroBounds.require(name, schema);
        return schema;
    }

    private static String reason(AvroRuntimeException malformed) {
        if (malformed.getCause() instanceof JsonProcessingException json && json.getLocation() != null) {
            // Jackson ends with a second place, without the name of the file.
            return ", line " + json.getLocation().getLineNr() + ", column "
                    + json.getLocation().getColumnNr() + ": "
                    + json.getOriginalMessage().replaceFirst(" \\(start marker.*", "");
        }
        return " is no Avro schema: "
                + Spelling.shortened(
                        String.valueOf(malformed.getMessage()).replaceFirst("\\.+$", ""), MAX_REASON_LENGTH);
    }
}
