package dev.aimonflink.matrix.format.avro;

import dev.aimonflink.matrix.format.AvroWriter;
import dev.aimonflink.matrix.format.Damage;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.format.event.JsonModelCodec;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Events of writers whose schemas differ from the model. */
class AvroResolutionTest {
    private static final Model MODEL = ModelFile.parse("""
            model: readings
            entity: device
            event: reading
            key: {name: deviceId, type: text}
            time: at
            fields:
              count: {type: int, optional: true}
              total: long
              price: money
              level: double
              isOn: boolean
              mode: {type: enum, values: [AUTO, MANUAL, OTHER], unknown: OTHER}
              colour: {type: enum, values: [RED, GREEN]}
              note: {type: text, optional: true}
              since: time
            windows: [1 day]
            aggregates: {events: [count]}
            """, "model.yaml");

    private static final String MILLIS = "{\"type\": \"long\", \"logicalType\": \"timestamp-millis\"}";
    private static final String COLOUR =
            "{\"type\": \"enum\", \"name\": \"Colour\", \"symbols\": [\"GREEN\", \"RED\"]}";

    /** The writer's type and the value of each field, in Avro's JSON form. */
    private final Map<String, String> types = new LinkedHashMap<>();

    private final Map<String, String> values = new LinkedHashMap<>();
    private final DeclaredEvent event = new DeclaredEvent(MODEL.event());

    AvroResolutionTest() {
        write("deviceId", "\"string\"", "\"d\"");
        write("at", MILLIS, "1795132800000");
        write("count", "[\"null\", \"int\"]", "{\"int\": 3}");
        write("total", "\"long\"", "4000000000");
        write(
                "price",
                "{\"type\": \"bytes\", \"logicalType\": \"decimal\", \"precision\": 9, \"scale\": 2}",
                "\"\\u0004\\u00e2\"");
        write("level", "\"double\"", "0.5");
        write("isOn", "\"boolean\"", "true");
        write("mode", "{\"type\": \"enum\", \"name\": \"Mode\", \"symbols\": [\"AUTO\", \"MANUAL\"]}", "\"MANUAL\"");
        write("colour", COLOUR, "\"RED\"");
        write("note", "[\"null\", \"string\"]", "{\"string\": \"ä\"}");
        write("since", MILLIS, "5");
    }

    private void write(String field, String type, String value) {
        types.put(field, type);
        values.put(field, value);
    }

    private void leaveOut(String field) {
        types.remove(field);
        values.remove(field);
    }

    private String schema() {
        return types.entrySet().stream()
                .map(field -> "{\"name\": \"" + field.getKey() + "\", \"type\": " + field.getValue() + "}")
                .collect(Collectors.joining(
                        ", ",
                        "{\"type\": \"record\", \"name\": \"Reading\", \"namespace\": \"plant\", \"fields\": [",
                        "]}"));
    }

    private byte[] written() {
        String json = values.entrySet().stream()
                .map(field -> "\"" + field.getKey() + "\": " + field.getValue())
                .collect(Collectors.joining(", ", "{", "}"));
        return new AvroWriter(schema()).singleObject(json);
    }

    private AvroModelCodec codec() {
        return new AvroModelCodec(MODEL, new AvroSchemas(Map.of("reading.avsc", schema()), Map.of()));
    }

    /** The event as it was read, as JSON. */
    private String read() {
        codec().decode(written(), event);
        return new String(new JsonModelCodec(MODEL).encode(event), StandardCharsets.UTF_8);
    }

    private void assertMalformed(String message) {
        assertFails(MalformedException.class, this::read).hasMessage(message);
    }

    // ---- evolution

    private static final String READING =
            "{\"deviceId\":\"d\",\"at\":1795132800000,\"count\":3,\"total\":4000000000,\"price\":12.50,\"level\":0.5,"
                    + "\"isOn\":true,\"mode\":\"MANUAL\",\"colour\":\"RED\",\"note\":\"ä\",\"since\":5}";

    @Test
    void shouldReadAFieldOfEachType() {
        assertThat(read()).isEqualTo(READING);
    }

    @Test
    void shouldReadFieldsInTheOrderOfTheWriter() {
        List<String> names = List.copyOf(types.keySet());
        for (int i = names.size() - 1; i >= 0; i--) {
            String type = types.get(names.get(i));
            String value = values.get(names.get(i));
            leaveOut(names.get(i));
            write(names.get(i), type, value);
        }
        assertThat(types.keySet().iterator().next()).isEqualTo("since");
        assertThat(read()).isEqualTo(READING);
    }

    @Test
    void shouldSkipWhatTheModelDoesNotName() {
        String price = types.get("price");
        leaveOut("price");
        write("tags", "{\"type\": \"array\", \"items\": \"string\"}", "[\"a\", \"b\"]");
        write("labels", "{\"type\": \"map\", \"values\": [\"null\", \"long\"]}", "{\"x\": null, \"y\": {\"long\": 1}}");
        write("price", price, "\"\\u0004\\u00e2\"");
        write(
                "parts",
                "{\"type\": \"record\", \"name\": \"Part\", \"fields\": [{\"name\": \"next\", \"type\": [\"null\", \"Part\"]}]}",
                "{\"next\": {\"plant.Part\": {\"next\": null}}}");
        assertThat(read()).isEqualTo(READING);
    }

    @Test
    void shouldTakeAFieldThatIsNotThereForNull() {
        leaveOut("count");
        write("note", "[\"null\", \"string\"]", "null");
        assertThat(read()).isEqualTo(READING.replace("\"count\":3,", "").replace("\"note\":\"ä\",", ""));
    }

    @ParameterizedTest
    @CsvSource({"deviceId", "at", "total", "price", "level", "isOn", "mode", "colour", "since"})
    void shouldMissAFieldThatIsNotOptional(String field) {
        String type = types.get(field);
        leaveOut(field);
        assertMalformed(field + " is missing");
        write(field, "[\"null\", " + type + "]", "null");
        assertMalformed(field + " is missing");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            total|"int"|7|"total":7
            total|["null", "int", "long"]|{"int": 7}|"total":7
            total|["null", "int", "long"]|{"long": 7}|"total":7
            total|["double", "int"]|{"int": 7}|"total":7
            count|"long"|7|"count":7
            level|"int"|7|"level":7.0
            level|"long"|7|"level":7.0
            level|"float"|0.25|"level":0.25
            level|["float", "double"]|{"float": 0.25}|"level":0.25
            price|"int"|7|"price":7.00
            price|"long"|7|"price":7.00
            price|"float"|1.005|"price":1.01
            price|"double"|1.005|"price":1.01
            price|"string"|"1.005"|"price":1.01
            price|["null", "string", "double"]|{"double": 7.5}|"price":7.50
            price|["null", "string", "double"]|{"string": "7.5"}|"price":7.50
            price|{"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 3}|"\\u0004\\u00e5"|"price":1.25
            price|{"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 0}|"\\u00ff"|"price":-1.00
            price|{"type": "bytes", "logicalType": "decimal", "precision": 38, "scale": 2}|"\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0005"|"price":0.05
            price|{"type": "fixed", "name": "D", "size": 2, "logicalType": "decimal", "precision": 4, "scale": 2}|"\\u00fb\\u001e"|"price":-12.50
            price|{"type": "fixed", "name": "D", "size": 16, "logicalType": "decimal", "precision": 38, "scale": 2}|"\\u00ff\\u00ff\\u00ff\\u00ff\\u00ff\\u00ff\\u00ff\\u00ff\\u00ff\\u00ff\\u00ff\\u00ff\\u00ff\\u00ff\\u00fb\\u001e"|"price":-12.50
            mode|{"type": "enum", "name": "Mode", "symbols": ["NIGHT", "MANUAL", "AUTO"]}|"NIGHT"|"mode":"OTHER"
            mode|{"type": "enum", "name": "Mode", "symbols": ["NIGHT", "MANUAL", "AUTO"]}|"AUTO"|"mode":"AUTO"
            mode|"string"|"AUTO"|"mode":"AUTO"
            mode|"string"|"NIGHT"|"mode":"OTHER"
            colour|"string"|"GREEN"|"colour":"GREEN"
            note|"string"|"n"|"note":"n"
            note|{"type": "enum", "name": "Note", "symbols": ["A", "B"]}|"B"|"note":"B"
            since|"long"|7|"since":7
            since|{"type": "long", "logicalType": "timestamp-micros"}|7999|"since":7
            since|{"type": "long", "logicalType": "timestamp-nanos"}|7999999|"since":7
            at|{"type": "long", "logicalType": "timestamp-micros"}|1795132800000999|"at":1795132800000
            deviceId|["null", "string"]|{"string": "e"}|"deviceId":"e"
            """)
    void shouldReadOtherTypes(String field, String type, String value, String expected) {
        write(field, type, value);
        assertThat(read()).contains(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            count|"long"|3000000000|count=3000000000 is outside -2147483646..2147483646
            price|"float"|1e30|price=1.0E+30 is outside -9999999999999999.99..9999999999999999.99
            price|"string"|"1e999999999"|price=1E+999999999 is outside -9999999999999999.99..9999999999999999.99
            price|"string"|"cheap"|price='cheap' is no number
            price|"string"|"10000000000000000000000000000000000000000"|price has more than 40 characters
            colour|"string"|"BLUE"|colour='BLUE' is not one of RED, GREEN
            colour|{"type": "enum", "name": "Colour", "symbols": ["BLUE", "RED"]}|"BLUE"|colour='BLUE' is not one of RED, GREEN
            deviceId|"string"|""|deviceId has 0 bytes instead of 1 to 64
            at|"long"|-1|at=-1 is outside 0..253370764800000
            at|{"type": "long", "logicalType": "timestamp-micros"}|-1|at=-1 is outside 0..253370764800000
            total|["long", "string"]|{"string": "7"}|total must be a whole number, not the Avro type string
            price|["double", "boolean"]|{"boolean": true}|price must be a number, not the Avro type boolean
            isOn|["boolean", "int"]|{"int": 1}|isOn must be true or false, not the Avro type int
            mode|["string", "long"]|{"long": 1}|mode must be a text, not the Avro type long
            note|["string", {"type": "array", "items": "string"}]|{"array": []}|note must be a text, not the Avro type array
            since|["long", "string"]|{"string": "today"}|since must be a time, not the Avro type string
            deviceId|["string", "long"]|{"long": 1}|deviceId must be a text, not the Avro type long
            """)
    void shouldSayWhatIsWrongWithAValue(String field, String type, String value, String message) {
        write(field, type, value);
        assertMalformed(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            deviceId|"long"|deviceId must be a text, not the Avro type long
            at|"int"|at must be a time, not the Avro type int
            at|{"type": "long", "logicalType": "local-timestamp-millis"}|at must be a time, not the Avro type long (local-timestamp-millis)
            total|"string"|total must be a whole number, not the Avro type string
            total|["null", "double"]|total must be a whole number, not the Avro type double
            price|"bytes"|price must be a number, not the Avro type bytes
            price|{"type": "fixed", "name": "D", "size": 33, "logicalType": "decimal", "precision": 38, "scale": 2}|price must be a number, not the Avro type fixed (decimal)
            level|"string"|level must be a number, not the Avro type string
            isOn|"int"|isOn must be true or false, not the Avro type int
            mode|"bytes"|mode must be a text, not the Avro type bytes
            note|["null", "bytes"]|note must be a text, not the Avro type bytes
            since|"string"|since must be a time, not the Avro type string
            """)
    void shouldRefuseASchemaOfWhichNoValueFits(String field, String type, String message) {
        types.put(field, type);
        assertFails(InvalidInputException.class, this::codec)
                .hasMessage("reading.avsc: " + message
                        + ". Give the field another type or name in the model, or leave the schema out.");
    }

    @Test
    void shouldRefuseATextThatIsNotUtf8() {
        write("note", "\"string\"", "\"xyz\"");
        byte[] bytes = written();
        assertThat(HexFormat.of().formatHex(bytes)).containsOnlyOnce("0678797a");
        int at = HexFormat.of().formatHex(bytes).indexOf("0678797a") / 2;
        bytes[at + 2] = (byte) 0xff;
        assertThatThrownBy(() -> codec().decode(bytes, event)).hasMessage("note is not UTF-8");
        write("note", "\"string\"", "\"x\uFFFDz\"");
        assertThat(read()).contains("\"note\":\"x\uFFFDz\"");
    }

    @Test
    void shouldRefuseATextThatIsTooLong() {
        write("note", "\"string\"", "\"" + "ä".repeat(100_000) + "\"");
        assertMalformed("note is longer than 256 characters");
        write("note", "\"string\"", "\"" + "ä".repeat(256) + "\"");
        assertThat(read()).contains("ää");
    }

    @Test
    void shouldReadAnEventAfterOneThatFailsMidway() {
        write("total", "[\"long\", \"string\"]", "{\"string\": \"7\"}");
        byte[] bad = written();
        write("total", "[\"long\", \"string\"]", "{\"long\": 4000000000}");
        AvroModelCodec codec = codec();
        for (int cut = bad.length; cut > 0; cut--) {
            byte[] part = Arrays.copyOf(bad, cut);
            assertFails(MalformedException.class, () -> codec.decode(part, event));
        }
        codec.decode(written(), event);
        assertThat(new String(new JsonModelCodec(MODEL).encode(event), StandardCharsets.UTF_8))
                .isEqualTo(READING);
    }

    // ---- damage

    @RepeatedTest(3)
    void shouldSurviveDamagedBytes(RepetitionInfo repetition) {
        write("price", "[\"null\", \"string\", \"double\", " + types.get("price") + "]", "{\"bytes\": \"\\u0004\"}");
        write(
                "extra",
                "{\"type\": \"map\", \"values\": {\"type\": \"array\", \"items\": [\"null\", \"bytes\"]}}",
                "{\"x\": [{\"bytes\": \"abc\"}, null]}");
        write(
                "tree",
                "{\"type\": \"record\", \"name\": \"Tree\", \"fields\": ["
                        + "{\"name\": \"left\", \"type\": [\"null\", \"Tree\"]}, {\"name\": \"size\", \"type\": \"int\"}]}",
                "{\"left\": {\"plant.Tree\": {\"left\": null, \"size\": 1}}, \"size\": 2}");
        write("mode", "\"string\"", "\"AUTO\"");
        AvroModelCodec codec = codec();
        byte[] good = written();
        // Without the fingerprint, of which a damaged bit would end the reading.
        byte[] registered = new byte[good.length - 5];
        System.arraycopy(good, 10, registered, 5, good.length - 10);
        Damage.survives(
                repetition.getCurrentRepetition(), List.of(good, registered), bytes -> codec.decode(bytes, event));
    }
}
