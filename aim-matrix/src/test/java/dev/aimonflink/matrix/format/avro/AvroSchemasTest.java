package dev.aimonflink.matrix.format.avro;

import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AvroSchemasTest {
    private static final String RECORD = "{\"type\": \"record\", \"name\": \"R\", \"fields\": []}";

    @Test
    void shouldBeSentToOtherMachines() throws IOException, ClassNotFoundException {
        AvroSchemas schemas = new AvroSchemas(Map.of("r.avsc", RECORD), Map.of(17, "r.avsc"));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(schemas);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            assertThat(in.readObject()).isEqualTo(schemas);
        }
        assertThat(new AvroSchemas(Map.of("r.avsc", RECORD), Map.of()))
                .isEqualTo(new AvroSchemas(Map.of("r.avsc", RECORD), Map.of()));
        assertThat(AvroSchemas.none().texts()).isEmpty();
    }

    @Test
    void shouldRefuseAnIdOfNoSchema() {
        assertFails(InvalidInputException.class, () -> new AvroSchemas(Map.of("r.avsc", RECORD), Map.of(17, "s.avsc")))
                .hasMessage("id=17 is of s.avsc, which is not among the schemas. Add the schema, or take the id out.");
    }

    @Test
    void shouldTakeUpTo100Schemas() {
        Map<String, String> texts = new LinkedHashMap<>();
        for (int i = 0; i < AvroSchemas.MAX_SCHEMAS; i++) {
            texts.put(i + ".avsc", RECORD);
        }
        assertThat(new AvroSchemas(texts, Map.of()).texts()).hasSize(100);
        texts.put("one more.avsc", RECORD);
        assertThatThrownBy(() -> new AvroSchemas(texts, Map.of()))
                .hasMessage("schemas=101 is outside 0..100. Give a number inside.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ``|r.avsc is no Avro schema: Cannot parse <null> schema. Give the schema of a record as JSON.
            {"type": "record"|r.avsc, line 1, column 18: Unexpected end-of-input: expected close marker for Object. Give the schema of a record as JSON.
            {"type": record}|r.avsc, line 1, column 16: Unrecognized token 'record': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false'). Give the schema of a record as JSON.
            {"type": "record", "name": "R"}|r.avsc is no Avro schema: Record has no fields: {"type":"record","name":"R"}. Give the schema of a record as JSON.
            {"type": "record", "name": 5, "fields": []}|r.avsc is no Avro schema: No name in schema: {"type":"record","name":5,"fields":[]}. Give the schema of a record as JSON.
            {"type": "record", "name": "R", "fields": [{"name": "f", "type": "int"}, {"name": "f", "type": "int"}]}|r.avsc is no Avro schema: Duplicate field f in record R: f type:INT pos:1 and f type:INT pos:0. Give the schema of a record as JSON.
            {"type": "record", "name": "R", "fields": [{"name": "f", "type": "Other"}]}|r.avsc is no Avro schema: Undefined schema: Other. Give the schema of a record as JSON.
            "string"|r.avsc is a schema of the type string. Give the schema of a record.
            {"type": "record", "name": "R", "fields": [{"name": "f", "type": {"type": "array", "items": "null"}}]}|r.avsc has an array of the type null, which takes no bytes, so that its length has no limit. Take it out.
            {"type": "record", "name": "R", "fields": [{"name": "f", "type": ["null", {"type": "array", "items": {"type": "record", "name": "S", "fields": [{"name": "g", "type": {"type": "fixed", "name": "F", "size": 0}}]}}]}]}|r.avsc has an array of the type S, which takes no bytes, so that its length has no limit. Take it out.
            {"type": "record", "name": "R", "fields": [{"name": "f", "type": "R"}]}|r.avsc has a record R that always contains another one of itself and never ends. Make the field optional.
            {"type": "record", "name": "R", "fields": [{"name": "f", "type": {"type": "map", "values": {"type": "record", "name": "S", "fields": [{"name": "g", "type": {"type": "record", "name": "T", "fields": [{"name": "h", "type": "S"}]}}]}}}]}|r.avsc has a record S that always contains another one of itself and never ends. Make the field optional.
            """)
    void shouldRefuseWhatCannotBeRead(String text, String message) {
        assertFails(InvalidInputException.class, () -> new AvroSchemas(Map.of("r.avsc", text), Map.of()))
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"type": "record", "name": "R", "fields": [{"name": "f", "type": ["null", "R"]}]}
            {"type": "record", "name": "R", "fields": [{"name": "f", "type": {"type": "array", "items": "R"}}]}
            {"type": "record", "name": "R", "fields": [{"name": "f", "type": {"type": "map", "values": "null"}}]}
            """)
    void shouldReadRecordsWithin(String text) {
        assertThat(new AvroSchemas(Map.of("r.avsc", text), Map.of()).parsed()).containsKey("r.avsc");
    }
}
