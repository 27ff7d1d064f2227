package dev.aimonflink.matrix.format.event;

import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.format.model.ModelFileTest;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.RandomModels;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class BinaryModelCodecTest {
    private static final Model PAYMENTS = ModelFile.parse(ModelFileTest.PAYMENTS, "model.yaml");

    /** Card 7, 2026-11-20T00:00:00Z, 12.50, without a number of items, online, FUEL. */
    private static final String PAYMENT =
            "0000000000000007" + "000001a1f640bc00" + "01" + "00000000000004e2" + "01" + "0001";

    private final BinaryModelCodec codec = new BinaryModelCodec(PAYMENTS);

    private static DeclaredEvent decoded(BinaryModelCodec codec, byte[] bytes) {
        DeclaredEvent event = new DeclaredEvent(PAYMENTS.event());
        codec.decode(bytes, event);
        return event;
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    @Test
    void shouldKeepItsBytes() {
        DeclaredEvent event = decoded(codec, bytes(PAYMENT));
        assertThat(event.keyNumber()).isEqualTo(7);
        assertThat(event.timestampMs()).isEqualTo(1_795_132_800_000L);
        assertThat(event.values().bits(0)).isEqualTo(1_250);
        assertThat(event.values().isNull(1)).isTrue();
        assertThat(event.values().bits(2)).isEqualTo(1);
        assertThat(event.values().bits(3)).isEqualTo(1);
        assertThat(HexFormat.of().formatHex(codec.encode(event))).isEqualTo(PAYMENT);
    }

    @Test
    void shouldHaveNoTimeWhereThatOfTheRecordIsMeant() {
        Model timed = ModelFile.parse(ModelFileTest.PAYMENTS.replace("time: timestamp", "time: record"), "model.yaml");
        BinaryModelCodec ofTimed = new BinaryModelCodec(timed);
        DeclaredEvent read = new DeclaredEvent(timed.event());
        read.timestampMs(1_795_132_800_001L);
        String withoutTime = PAYMENT.replace("000001a1f640bc00", "");
        ofTimed.decode(bytes(withoutTime), read);
        assertThat(read.timestampMs()).isEqualTo(1_795_132_800_001L);
        assertThat(HexFormat.of().formatHex(ofTimed.encode(read))).isEqualTo(withoutTime);
        read.timestampMs(-1);
        assertFails(MalformedException.class, () -> ofTimed.decode(bytes(withoutTime), read))
                .hasMessage("record=-1 is outside 0..253370764800000");
    }

    private void assertMalformed(String hex, String message) {
        assertFails(MalformedException.class, () -> decoded(codec, bytes(hex))).hasMessage(message);
    }

    @Test
    void shouldSayWhatIsWrong() {
        assertMalformed(PAYMENT.substring(0, 54), "a binary payment is longer than 27 bytes");
        assertMalformed(PAYMENT + "00", "a binary payment ends after 28 of 29 bytes");
        assertMalformed(PAYMENT.replace("010001", "020001"), "online=2 is outside 0..1");
        assertMalformed(PAYMENT.replace("010001", "010004"), "merchant=4 is outside 0..3");
        assertMalformed(
                PAYMENT.replace("00000000000004e2", "0000000000989681"),
                "amount=100000.01 is outside -100000.00..100000.00");
        assertFails(MalformedException.class, () -> decoded(codec, null));
    }

    @Test
    void shouldRefuseATextThatIsNotUtf8() {
        Model model = ModelFile.parse(
                ModelFileTest.PAYMENTS.replace("key: cardId", "key: {name: cardId, type: text}"), "model.yaml");
        assertThatThrownBy(() -> decoded(new BinaryModelCodec(model), bytes("0001ff" + PAYMENT.substring(16))))
                .hasMessage("cardId is not UTF-8");
    }

    @RepeatedTest(100)
    void shouldReadWhatItWrites(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        Model model = RandomModels.next(random).model();
        BinaryModelCodec ofModel = new BinaryModelCodec(model);
        DeclaredEvent written = RandomModels.event(model, random);
        byte[] bytes = ofModel.encode(written);
        DeclaredEvent read = RandomModels.read(model, written);
        ofModel.decode(bytes, read);
        assertThat(ofModel.encode(read))
                .as("seed %d", repetition.getCurrentRepetition())
                .isEqualTo(bytes);
        assertThat(new JsonModelCodec(model).encode(read)).isEqualTo(new JsonModelCodec(model).encode(written));
        byte[] cut = Arrays.copyOf(bytes, random.nextInt(bytes.length));
        assertFails(MalformedException.class, () -> ofModel.decode(cut, read));
    }
}
