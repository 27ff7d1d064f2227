package dev.aimonflink.matrix.format.event;

import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.format.model.ModelFileTest;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.FieldType.Kind;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.RandomModels;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class JsonModelCodecTest {
    private static final String PAYMENT =
            "{\"cardId\":7,\"timestamp\":1795132800000,\"amount\":12.50,\"items\":3,\"online\":true,\"merchant\":\"FUEL\"}";

    private final Model payments = ModelFile.parse(ModelFileTest.PAYMENTS, "model.yaml");
    private final DeclaredEvent event = new DeclaredEvent(payments.event());

    private void decode(String json) {
        new JsonModelCodec(payments).decode(json.getBytes(StandardCharsets.UTF_8), event);
    }

    @Test
    void shouldReadFieldsByTheirNames() {
        decode(PAYMENT);
        assertThat(event.keyNumber()).isEqualTo(7);
        assertThat(event.timestampMs()).isEqualTo(1_795_132_800_000L);
        assertThat(event.values().bits(0)).isEqualTo(1_250);
        assertThat(event.values().bits(1)).isEqualTo(3);
        assertThat(event.values().bits(2)).isEqualTo(1);
        assertThat(event.values().bits(3)).isEqualTo(1);
    }

    @Test
    void shouldTakeNullForAFieldThatIsNotThere() {
        decode(PAYMENT.replace("\"items\":3", "\"items\":null"));
        assertThat(event.values().isNull(1)).isTrue();
        decode(PAYMENT.replace("\"items\":3,", ""));
        assertThat(event.values().isNull(1)).isTrue();
    }

    @Test
    void shouldIgnoreWhatTheModelDoesNotName() {
        decode(PAYMENT.replace("{", "{\"terminal\":{\"id\":[1,{}]},"));
        assertThat(event.values().bits(0)).isEqualTo(1_250);
    }

    @Test
    void shouldHaveNoTimeWhereThatOfTheRecordIsMeant() {
        JsonModelCodec timed = new JsonModelCodec(
                ModelFile.parse(ModelFileTest.PAYMENTS.replace("time: timestamp", "time: record"), "model.yaml"));
        event.timestampMs(1_795_132_800_001L);
        timed.decode(PAYMENT.replace("timestamp", "record").getBytes(StandardCharsets.UTF_8), event);
        assertThat(event.timestampMs()).isEqualTo(1_795_132_800_001L);
        assertThat(timed.encode(event))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo(PAYMENT.replace("\"timestamp\":1795132800000,", ""));
    }

    @Test
    void shouldReadATimeAsNumberOrText() {
        decode(PAYMENT.replace("1795132800000", "\"2026-11-20T01:00:00+01:00\""));
        assertThat(event.timestampMs()).isEqualTo(1_795_132_800_000L);
    }

    @ParameterizedTest
    @CsvSource({"1.005, 101", "-1.005, -101", "1e2, 10000", "0.004, 0", "100000.004, 10000000"})
    void shouldRoundToTheNearestCent(String amount, long cents) {
        decode(PAYMENT.replace("12.50", amount));
        assertThat(event.values().bits(0)).isEqualTo(cents);
    }

    @Test
    void shouldTakeTheDeclaredValueForUnknownOnes() {
        decode(PAYMENT.replace("FUEL", "PIZZA"));
        assertThat(event.values().bits(3)).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "cardId":7,||cardId is missing
            "timestamp":1795132800000,||timestamp is missing
            "amount":12.50,||amount is missing
            "online":true|"online":null|online is missing
            "cardId":7|"cardId":"7"|cardId must be a whole number, not a text
            "cardId":7|"cardId":7,"cardId":8|cardId is given twice
            "items":3|"items":3,"items":3|items is given twice
            "items":3|"items":3.0|items must be a whole number, not a fraction
            "items":3|"items":10001|items=10001 is outside 0..10000
            "items":3|"items":9223372036854775808|items=9223372036854775808 is outside 0..10000
            "amount":12.50|"amount":"12.50"|amount must be a number, not a text
            "amount":12.50|"amount":100000.005|amount=100000.01 is outside -100000.00..100000.00
            "amount":12.50|"amount":1e30|amount=1e30 is outside -100000.00..100000.00
            "amount":12.50|"amount":1e999999999|amount=1e999999999 is outside -100000.00..100000.00
            "online":true|"online":1|online must be true or false, not a number
            "merchant":"FUEL"|"merchant":2|merchant must be a text, not a number
            1795132800000|-1|timestamp=-1 is outside 0..253370764800000
            1795132800000|"yesterday"|timestamp='yesterday' is no time like 2026-11-20T08:00:00Z
            """)
    void shouldSayWhatIsWrong(String right, String wrong, String message) {
        assertThat(PAYMENT).contains(right);
        assertFails(MalformedException.class, () -> decode(PAYMENT.replace(right, wrong == null ? "" : wrong)))
                .hasMessage(message);
    }

    @Test
    void shouldRefuseUnknownValuesWhereNoneIsDeclared() {
        Model strict = ModelFile.parse(ModelFileTest.PAYMENTS.replace(", unknown: OTHER", ""), "model.yaml");
        assertThatThrownBy(() -> new JsonModelCodec(strict)
                        .decode(PAYMENT.replace("FUEL", "PIZZA").getBytes(StandardCharsets.UTF_8), event))
                .hasMessage("merchant='PIZZA' is not one of FOOD, FUEL, TRAVEL, OTHER");
    }

    @Test
    void shouldReadKeysOfUpTo64Bytes() {
        Model model = ModelFile.parse(
                ModelFileTest.PAYMENTS.replace("key: cardId", "key: {name: cardId, type: text}"), "model.yaml");
        JsonModelCodec codec = new JsonModelCodec(model);
        String longest = "ä".repeat(32);
        codec.decode(PAYMENT.replace(":7,", ":\"" + longest + "\",").getBytes(StandardCharsets.UTF_8), event);
        assertThat(event.keyText()).isEqualTo(longest);
        assertThatThrownBy(() -> codec.decode(
                        PAYMENT.replace(":7,", ":\"a" + longest + "\",").getBytes(StandardCharsets.UTF_8), event))
                .hasMessage("cardId has 65 bytes instead of 1 to 64");
        assertThatThrownBy(() -> codec.decode(
                        PAYMENT.replace(":7,", ":\"half \\ud83d\",").getBytes(StandardCharsets.UTF_8), event))
                .hasMessage("cardId is not Unicode: it has half of a character");
        assertThatThrownBy(() -> codec.decode(PAYMENT.replace(":7,", ":\"\",").getBytes(StandardCharsets.UTF_8), event))
                .hasMessage("cardId has 0 bytes instead of 1 to 64");
    }

    @Test
    void shouldRefuseAKeyWithHalfACharacter() {
        Model model = ModelFile.parse(
                ModelFileTest.PAYMENTS.replace("key: cardId", "key: {name: cardId, type: text}"), "model.yaml");
        JsonModelCodec codec = new JsonModelCodec(model);
        for (String half : List.of("\\ud83d", "a\\ud83db", "\\ude80", "\\ude80\\ud83d")) {
            byte[] json = PAYMENT.replace(":7,", ":\"" + half + "\",").getBytes(StandardCharsets.UTF_8);
            assertThatThrownBy(() -> codec.decode(json, event))
                    .as(half)
                    .hasMessage("cardId is not Unicode: it has half of a character");
        }
        byte[] whole = PAYMENT.replace(":7,", ":\"\\ud83d\\ude80\",").getBytes(StandardCharsets.UTF_8);
        codec.decode(whole, event);
        assertThat(event.keyText()).isEqualTo("\ud83d\ude80");
    }

    @RepeatedTest(100)
    void shouldReadWhatItWrites(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        Model model = RandomModels.next(random).model();
        JsonModelCodec codec = new JsonModelCodec(model);
        DeclaredEvent written = RandomModels.event(model, random);
        DeclaredEvent read = RandomModels.read(model, written);
        codec.decode(codec.encode(written), read);
        assertThat(read.timestampMs()).isEqualTo(written.timestampMs());
        if (model.event().key().isText()) {
            assertThat(read.keyText()).isEqualTo(written.keyText());
        } else {
            assertThat(read.keyNumber()).isEqualTo(written.keyNumber());
        }
        List<EventField> fields = model.event().fields();
        for (int field = 0; field < fields.size(); field++) {
            String what = "seed " + repetition.getCurrentRepetition() + ", " + fields.get(field);
            assertThat(read.values().isNull(field))
                    .as(what)
                    .isEqualTo(written.values().isNull(field));
            if (!written.values().isNull(field)) {
                if (fields.get(field).type().is(Kind.TEXT)) {
                    assertThat(read.values().text(field))
                            .as(what)
                            .isEqualTo(written.values().text(field));
                } else {
                    assertThat(read.values().bits(field))
                            .as(what)
                            .isEqualTo(written.values().bits(field));
                }
            }
        }
    }
}
