package dev.aimonflink.matrix.format.avro;

import dev.aimonflink.matrix.format.AvroWriter;
import dev.aimonflink.matrix.format.Damage;
import dev.aimonflink.matrix.format.Golden;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.format.event.JsonModelCodec;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.format.model.ModelFileTest;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.RandomModels;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageDecoder;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AvroModelCodecTest {
    private static final Model PAYMENTS = ModelFile.parse(ModelFileTest.PAYMENTS, "model.yaml");

    private static final String HEADER = "c301" + "7cb4221df23caff1";

    /** Card 7, 2026-11-20T00:00:00Z, 12.50, without a number of items, online, FUEL. */
    private static final String PAYMENT = HEADER + "0e" + "80f085e4be68" + "0404e2" + "00" + "01" + "02";

    /** The same event with the schema of another program. */
    private static final String SHOP = """
            {"type": "record", "name": "Payment", "namespace": "shop", "fields": [
              {"name": "cardId", "type": "long"},
              {"name": "timestamp", "type": "long"},
              {"name": "amount", "type": "string"},
              {"name": "online", "type": "boolean"},
              {"name": "merchant", "type": "string"}]}
            """;

    private static final String SHOP_PAYMENT =
            "{\"cardId\":7,\"timestamp\":1795132800000,\"amount\":\"12.50\",\"online\":true,\"merchant\":\"FUEL\"}";

    private final AvroModelCodec codec = new AvroModelCodec(PAYMENTS, AvroSchemas.none());
    private final DeclaredEvent event = new DeclaredEvent(PAYMENTS.event());

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    private void assertIsThePayment() {
        assertThat(event.keyNumber()).isEqualTo(7);
        assertThat(event.timestampMs()).isEqualTo(1_795_132_800_000L);
        assertThat(event.values().bits(0)).isEqualTo(1_250);
        assertThat(event.values().isNull(1)).isTrue();
        assertThat(event.values().bits(2)).isEqualTo(1);
        assertThat(event.values().bits(3)).isEqualTo(1);
    }

    @Test
    void shouldKeepItsBytesAndItsSchema() {
        assertThat(codec.schemaText()).isEqualTo(Golden.text("payment-v1.avsc").strip());
        codec.decode(Golden.bytes("payment-v1.avro.hex"), event);
        assertIsThePayment();
        assertThat(HexFormat.of().formatHex(codec.encode(event))).isEqualTo(PAYMENT);
        assertThat(codec.encode(event)).isEqualTo(Golden.bytes("payment-v1.avro.hex"));
    }

    @Test
    void shouldHaveNoTimeWhereThatOfTheRecordIsMeant() {
        Model timed = ModelFile.parse(ModelFileTest.PAYMENTS.replace("time: timestamp", "time: record"), "model.yaml");
        AvroModelCodec ofTimed = new AvroModelCodec(timed, new AvroSchemas(Map.of("shop.avsc", SHOP), Map.of()));
        codec.decode(bytes(PAYMENT), event);
        String written = HexFormat.of().formatHex(ofTimed.encode(event));
        assertThat(written).endsWith("0e" + "0404e2" + "00" + "01" + "02").hasSize(PAYMENT.length() - 12);
        DeclaredEvent read = new DeclaredEvent(timed.event());
        read.timestampMs(1_795_132_800_001L);
        ofTimed.decode(bytes(written), read);
        assertThat(read.timestampMs()).isEqualTo(1_795_132_800_001L);
        ofTimed.decode(new AvroWriter(SHOP).singleObject(SHOP_PAYMENT), read);
        assertThat(read.timestampMs()).isEqualTo(1_795_132_800_001L);
        assertThat(read.values().bits(0)).isEqualTo(1_250);
    }

    // ---- framing

    @Test
    void shouldFindTheSchemaByItsFingerprint() {
        AvroModelCodec both = new AvroModelCodec(PAYMENTS, new AvroSchemas(Map.of("shop.avsc", SHOP), Map.of()));
        both.decode(new AvroWriter(SHOP).singleObject(SHOP_PAYMENT), event);
        assertIsThePayment();
        both.decode(bytes(PAYMENT), event);
        assertIsThePayment();
    }

    @Test
    void shouldReadAnyIdWithTheOnlySchema() {
        new AvroModelCodec(PAYMENTS, new AvroSchemas(Map.of("shop.avsc", SHOP), Map.of()))
                .decode(new AvroWriter(SHOP).registered(Integer.MIN_VALUE, SHOP_PAYMENT), event);
        assertIsThePayment();
        codec.decode(bytes(PAYMENT.replace(HEADER, "0012345678")), event);
        assertIsThePayment();
    }

    @Test
    void shouldFindTheSchemaByItsIdIfIdsAreGiven() {
        AvroSchemas schemas = new AvroSchemas(
                Map.of("shop.avsc", SHOP, "own.avsc", codec.schemaText()), Map.of(17, "shop.avsc", 18, "own.avsc"));
        AvroModelCodec withIds = new AvroModelCodec(PAYMENTS, schemas);
        withIds.decode(new AvroWriter(SHOP).registered(17, SHOP_PAYMENT), event);
        assertIsThePayment();
        withIds.decode(bytes(PAYMENT.replace(HEADER, "0000000012")), event);
        assertIsThePayment();
        assertFails(
                        MalformedException.class,
                        () -> withIds.decode(new AvroWriter(SHOP).registered(19, SHOP_PAYMENT), event))
                .hasMessage("schema id=19 is not known");
    }

    @Test
    void shouldKnowNoIdOfOneAmongSeveralSchemas() {
        AvroSchemas schemas = new AvroSchemas(Map.of("shop.avsc", SHOP, "own.avsc", codec.schemaText()), Map.of());
        assertThatThrownBy(() -> new AvroModelCodec(PAYMENTS, schemas)
                        .decode(new AvroWriter(SHOP).registered(17, SHOP_PAYMENT), event))
                .hasMessage("schema id=17 is not known");
    }

    @ParameterizedTest
    @CsvSource({
        "'', an Avro payment is longer than 0 bytes",
        "c3, an Avro payment is longer than 1 bytes",
        "c3017cb4221df23caf, an Avro payment is longer than 9 bytes",
        "00123456, an Avro payment is longer than 4 bytes",
        "7b22, 'an Avro payment begins with c301 or 00, not with 7b'",
        "c302, 'an Avro payment begins with c301 or 00, not with c302'",
        "c301000000000000000f, schema fingerprint=000000000000000f is not known",
    })
    void shouldSayWhichFirstBytesAreWrong(String hex, String message) {
        assertFails(MalformedException.class, () -> codec.decode(bytes(hex), event))
                .hasMessage(message);
    }

    @Test
    void shouldRefuseARecordWithoutAValue() {
        assertFails(MalformedException.class, () -> codec.decode(null, event))
                .hasMessage("the value is null: an event cannot be deleted");
    }

    @ParameterizedTest
    @CsvSource({
        // Too short, too long, a length that is no length, a branch, a value and a number that are none.
        "0102, 01, an Avro payment is longer than 22 bytes",
        "0102, 010200, an Avro payment ends after 23 of 24 bytes",
        "0404e2, feffffff0704e2, an Avro payment is longer than 27 bytes",
        "0404e2, feffffffff3f04e2, an Avro payment is not as the model's own schema says",
        "0404e2, 0304e2, an Avro payment is not as the model's own schema says",
        "000102, 060102, an Avro payment is not as the model's own schema says",
        "000102, 000108, an Avro payment is not as the model's own schema says",
        "0e80f0, ffffffffffffffffffffff80f0, an Avro payment is not as the model's own schema says",
        "0404e2, 00, amount has 0 bytes instead of 1 to 32",
        "0404e2, 0800989681, amount=100000.01 is outside -100000.00..100000.00",
    })
    void shouldSayWhichBytesAreWrong(String right, String wrong, String message) {
        assertThat(PAYMENT).containsOnlyOnce(right);
        assertFails(MalformedException.class, () -> codec.decode(bytes(PAYMENT.replace(right, wrong)), event))
                .hasMessage(message);
    }

    @Test
    void shouldNotConfuseSchemasWithOneFingerprint() {
        String micros = SHOP.replace(
                "\"timestamp\", \"type\": \"long\"",
                "\"timestamp\", \"type\": {\"type\": \"long\", \"logicalType\": \"timestamp-micros\"}");
        assertThat(micros).isNotEqualTo(SHOP);
        AvroSchemas schemas = new AvroSchemas(Map.of("a.avsc", SHOP, "b.avsc", micros), Map.of());
        assertFails(InvalidInputException.class, () -> new AvroModelCodec(PAYMENTS, schemas))
                .message()
                .isIn(
                        "a.avsc has the fingerprint of b.avsc, and other logical types. Leave one of them out.",
                        "b.avsc has the fingerprint of a.avsc, and other logical types. Leave one of them out.");
        AvroSchemas own = new AvroSchemas(
                Map.of("own.avsc", codec.schemaText().replace("timestamp-millis", "timestamp-micros")), Map.of());
        assertThatThrownBy(() -> new AvroModelCodec(PAYMENTS, own))
                .hasMessage("own.avsc has the fingerprint of the model's own schema, and other logical types."
                        + " Rename the event in the model, or leave the schema out.");
    }

    @Test
    void shouldWriteNoEventWithoutARequiredField() {
        assertFails(IllegalArgumentException.class, () -> codec.encode(event))
                .hasMessage("amount is null, but not optional.");
        codec.decode(bytes(PAYMENT), event);
        assertThat(HexFormat.of().formatHex(codec.encode(event))).isEqualTo(PAYMENT);
    }

    // ---- any model

    @RepeatedTest(100)
    void shouldReadWhatItWrites(RepetitionInfo repetition) throws IOException {
        int seed = repetition.getCurrentRepetition();
        Random random = new Random(seed);
        Model model = RandomModels.next(random).model();
        AvroModelCodec ofModel = new AvroModelCodec(model, AvroSchemas.none());
        DeclaredEvent written = RandomModels.event(model, random);
        byte[] bytes = ofModel.encode(written);
        DeclaredEvent read = RandomModels.read(model, written);
        ofModel.decode(bytes, read);
        assertThat(new JsonModelCodec(model).encode(read))
                .as("seed %d", seed)
                .isEqualTo(new JsonModelCodec(model).encode(written));
        Schema schema = new Schema.Parser().parse(ofModel.schemaText());
        GenericRecord generic = new BinaryMessageDecoder<GenericRecord>(GenericData.get(), schema).decode(bytes);
        assertThat(generic.hasField("at")).isNotEqualTo(model.event().isTimedByRecord());
        if (generic.hasField("at")) {
            assertThat(generic.get("at")).as("seed %d", seed).isEqualTo(written.timestampMs());
        }
        byte[] cut = Arrays.copyOf(bytes, random.nextInt(bytes.length));
        assertThatThrownBy(() -> ofModel.decode(cut, read)).as("seed %d", seed).isInstanceOf(MalformedException.class);
    }

    @RepeatedTest(3)
    void shouldSurviveDamagedBytes(RepetitionInfo repetition) {
        int seed = repetition.getCurrentRepetition();
        Random random = new Random(seed);
        Model model = RandomModels.next(random).model();
        AvroModelCodec ofModel = new AvroModelCodec(model, AvroSchemas.none());
        List<byte[]> good = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            good.add(ofModel.encode(RandomModels.event(model, random)));
        }
        DeclaredEvent read = new DeclaredEvent(model.event());
        Damage.survives(seed, good, bytes -> ofModel.decode(bytes, read));
    }
}
