package dev.aimonflink.job.source;

import dev.aimonflink.job.message.DeadLetter;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.message.MatrixInput.ProfileChange;
import dev.aimonflink.job.message.MessageLayout;
import dev.aimonflink.job.message.RawRecord;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.CallProfiles;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.calls.Profile;
import dev.aimonflink.matrix.format.DeadLetterReason;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.EntityId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class DecodeProfilesTest {
    private static final Profile PROFILE = new Profile(7, "CH-8000", 2, 1, 3);
    private static final long LAYOUT = MessageLayout.ofProfiles(CallModel.entityType());

    private final CallProfiles codec = new CallProfiles();
    private FunctionHarness<MatrixInput> decoder;
    private long offset;

    @BeforeEach
    void open() throws Exception {
        decoder = new FunctionHarness<>(new DecodeProfiles(PresetModels.named("aim-42")), new MatrixInput.Format(), 0);
    }

    @AfterEach
    void close() throws Exception {
        decoder.close();
    }

    private static byte[] utf8(String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    private RawRecord process(byte[] key, byte[] value) throws Exception {
        RawRecord raw = new RawRecord("aim.profiles.v1", 2, offset++, 1, true, key, value);
        decoder.process(raw);
        return raw;
    }

    private void assertDeadLetter(RawRecord raw, String reason) {
        assertThat(decoder.output()).isEmpty();
        assertThat(decoder.deadLetters()).containsExactly(DeadLetter.of(raw, DeadLetterReason.MALFORMED, reason));
    }

    @Test
    void shouldDecodeAProfile() throws Exception {
        process(codec.encodeKey(7), codec.encode(PROFILE));
        assertThat(decoder.output())
                .containsExactly(new ProfileChange(EntityId.of(7), CallProfiles.attributes(PROFILE), LAYOUT, 2, 0));
        assertThat(decoder.deadLetters()).isEmpty();
    }

    @Test
    void shouldBelieveTheValueRatherThanTheKey() throws Exception {
        process(codec.encodeKey(8), codec.encode(PROFILE));
        process(null, codec.encode(PROFILE));
        process(utf8("no number"), codec.encode(PROFILE));
        assertThat(decoder.output())
                .containsExactly(
                        new ProfileChange(EntityId.of(7), CallProfiles.attributes(PROFILE), LAYOUT, 2, 0),
                        new ProfileChange(EntityId.of(7), CallProfiles.attributes(PROFILE), LAYOUT, 2, 1),
                        new ProfileChange(EntityId.of(7), CallProfiles.attributes(PROFILE), LAYOUT, 2, 2));
    }

    @Test
    void shouldTakeTheProfileAwayWhereThereIsNoValue() throws Exception {
        process(utf8("-12"), null);
        assertThat(decoder.output())
                .containsExactly(new ProfileChange(EntityId.of(-12), CallProfiles.attributes(null), LAYOUT, 2, 0));
    }

    @Test
    void shouldDecodeThatASubscriberIsToBeErased() throws Exception {
        process(codec.encodeKey(7), codec.encodeForget(7));
        assertThat(decoder.output()).containsExactly(new MatrixInput.Forget(EntityId.of(7)));
        assertThat(decoder.deadLetters()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(nullValues = "null", delimiter = '|', textBlock = """
            null | the key is null instead of a subscriberId
            abc | key='abc' is not a subscriberId in decimal digits
            '' | key='' is not a subscriberId in decimal digits
            123456789012345678901 | the key of 21 bytes is longer than any subscriberId
            9223372036854775808 | key='9223372036854775808' is not a subscriberId in decimal digits
            """)
    void shouldLayATombstoneWithABadKeyAside(String key, String reason) throws Exception {
        assertDeadLetter(process(utf8(key), null), reason);
    }

    @Test
    void shouldLayMalformedProfilesAsideAndGoOn() throws Exception {
        List<String> malformed = List.of(
                "",
                "7",
                "{}",
                "{\"subscriberId\":7",
                "{\"subscriberId\":\"7\",\"zip\":\"z\",\"subscriptionType\":1,\"category\":1,\"cellValueType\":1}",
                "{\"subscriberId\":7,\"zip\":\"" + "z".repeat(Attributes.MAX_TEXT_LENGTH + 1)
                        + "\",\"subscriptionType\":1,\"category\":1,\"cellValueType\":1}",
                "{\"subscriberId\":7,\"zip\":\"z\",\"subscriptionType\":1,\"category\":true}",
                "{\"subscriberId\":7,\"zip\":\"z\",\"subscriptionType\":1e99,\"category\":1,\"cellValueType\":1}",
                "[".repeat(100_000));
        for (String text : malformed) {
            RawRecord bad = process(codec.encodeKey(7), utf8(text));
            List<DeadLetter> letters = decoder.deadLetters();
            assertThat(letters).as(text).hasSize(1);
            assertThat(letters.get(0).reason()).as(text).isNotBlank();
            assertThat(letters.get(0))
                    .isEqualTo(DeadLetter.of(
                            bad, DeadLetterReason.MALFORMED, letters.get(0).reason()));
            process(codec.encodeKey(7), codec.encode(PROFILE));
            assertThat(decoder.output()).as(text).hasSize(1);
        }
        assertThat(decoder.counter(AimMetrics.DEAD_LETTERS)).isEqualTo(malformed.size());
        assertThat(decoder.counter("deadLettersMalformed")).isEqualTo(malformed.size());
    }
}
