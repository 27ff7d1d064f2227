package dev.aimonflink.core.calls.wire;

import dev.aimonflink.core.calls.Profile;
import dev.aimonflink.core.calls.SubscriberUpdate;
import dev.aimonflink.core.format.Damage;
import dev.aimonflink.core.format.Golden;
import dev.aimonflink.core.format.MalformedException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ProfileCodecTest {
    private static final List<Profile> GOLDEN = List.of(
            new Profile(7, "CH-8000", 2, 1, 3),
            new Profile(Long.MIN_VALUE, "Z\u00fcrich \"1\"", Integer.MAX_VALUE, -1, 0));

    private final ProfileCodec codec = new ProfileCodec();

    private Profile decode(String json) {
        return codec.decode(Golden.utf8(json));
    }

    @Test
    void shouldDecodeGoldenText() {
        assertThat(Golden.lines("profile-v1.json").stream().map(this::decode)).isEqualTo(GOLDEN);
    }

    @Test
    void shouldEncodeToGoldenText() {
        assertThat(GOLDEN.stream().map(codec::encode))
                .containsExactlyElementsOf(Golden.lines("profile-v1.json").stream()
                        .map(Golden::utf8)
                        .toList());
    }

    @Test
    void shouldDecodeWhatItEncoded() {
        long seed = 3;
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            char[] zip = new char[1 + random.nextInt(Profile.MAX_ZIP_LENGTH)];
            for (int c = 0; c < zip.length; c++) {
                // Any character, halves of surrogate pairs and control characters too.
                zip[c] = (char) random.nextInt(Character.MAX_VALUE + 1);
            }
            Profile profile = new Profile(
                    random.nextLong(), new String(zip), random.nextInt(), random.nextInt(), random.nextInt());
            assertThat(codec.decode(codec.encode(profile)))
                    .as("seed=%d, i=%d", seed, i)
                    .isEqualTo(profile);
        }
    }

    @Test
    void shouldReadAndWriteThatASubscriberIsToBeErased() {
        String golden = Golden.lines("forget-v1.json").get(0);
        assertThat(codec.encodeForget(7)).isEqualTo(Golden.utf8(golden));
        assertThat(codec.decodeUpdate(Golden.utf8(golden))).isEqualTo(new SubscriberUpdate.Forget(7));
        assertThatThrownBy(() -> decode(golden))
                .isInstanceOf(MalformedException.class)
                .hasMessage("forget is true, where a profile is expected");
        assertThatThrownBy(() -> decode("{\"forget\":true}"))
                .isInstanceOf(MalformedException.class)
                .hasMessage("subscriberId is missing");
        assertThatThrownBy(() -> decode("{\"subscriberId\":7,\"forget\":1}"))
                .isInstanceOf(MalformedException.class)
                .hasMessage("forget must be true or false, not a number");
    }

    @Test
    void shouldReadAProfileThatIsNotToBeErased() {
        assertThat(codec.decodeUpdate(codec.encodeForget(8))).isEqualTo(new SubscriberUpdate.Forget(8));
        String profile = Golden.lines("profile-v1.json").get(0);
        assertThat(codec.decodeUpdate(Golden.utf8(profile)))
                .as("after one that is")
                .isEqualTo(GOLDEN.get(0));
        assertThat(decode(profile.replace("}", ",\"forget\":false}"))).isEqualTo(GOLDEN.get(0));
    }

    @Test
    void shouldThrowNothingButMalformedForAnyBytes() {
        List<byte[]> good = GOLDEN.stream().map(codec::encode).toList();
        Damage.survives(
                4, good, bytes -> assertThat(codec.decode(bytes).fault()).isEmpty());
        Damage.survives(5, List.of(codec.encodeKey(Long.MIN_VALUE), codec.encodeKey(7)), codec::decodeKey);
    }

    @Test
    void shouldIgnoreUnknownFields() {
        assertThat(decode("{\"name\":[],\"zip\":\"CH-8000\",\"category\":1,\"cellValueType\":3,\"subscriptionType\":2,"
                        + "\"subscriberId\":7}"))
                .isEqualTo(GOLDEN.get(0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"zip\":\"CH-8000\" | \"zip\":8000 | zip must be a text, not a number",
                "\"zip\":\"CH-8000\" | \"zip\":\"\" | zip is missing",
                "\"zip\":\"CH-8000\", | '' | zip is missing",
                "\"zip\":\"CH-8000\" | \"zip\":null | zip must be a text, not null",
                "\"category\":1 | \"category\":1.0 | category must be a whole number, not a fraction",
                "\"category\":1 | \"category\":1,\"category\":1 | category is given twice",
                "\"category\":1 | \"kategory\":1 | category is missing"
            })
    void shouldRejectWrongProfiles(String good, String wrong, String reason) {
        String json = Golden.lines("profile-v1.json").get(0);
        assertThat(json).contains(good);
        assertThatThrownBy(() -> decode(json.replace(good, wrong)))
                .isInstanceOf(MalformedException.class)
                .hasMessage(reason);
    }

    @Test
    void shouldRejectZipsOverTheLimit() {
        String atLimit = "x".repeat(Profile.MAX_ZIP_LENGTH);
        String json = Golden.lines("profile-v1.json").get(0);
        assertThat(decode(json.replace("CH-8000", atLimit)).zip()).isEqualTo(atLimit);
        assertThatThrownBy(() -> decode(json.replace("CH-8000", atLimit + "x")))
                .isInstanceOf(MalformedException.class)
                .hasMessage("zip is longer than 64 characters");
    }

    @Test
    void shouldRejectTextThatIsNotUtf8() {
        byte[] latin1 = Golden.lines("profile-v1.json").get(1).getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> codec.decode(latin1))
                .isInstanceOf(MalformedException.class)
                .hasMessageContaining("Invalid UTF-8");
    }

    @Test
    void shouldLeaveTombstonesToTheCaller() {
        assertThatThrownBy(() -> codec.decode(null))
                .isInstanceOf(MalformedException.class)
                .hasMessage("the value is null");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 7, -1, Long.MAX_VALUE, Long.MIN_VALUE})
    void shouldWriteKeysAsDecimalDigits(long id) {
        assertThat(codec.encodeKey(id)).asString().isEqualTo(Long.toString(id));
        assertThat(codec.decodeKey(codec.encodeKey(id))).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "seven", "7.0", " 7", "0x7", "\u0667", "9223372036854775808"})
    void shouldRejectKeysThatAreNoId(String key) {
        assertThatThrownBy(() -> codec.decodeKey(Golden.utf8(key)))
                .isInstanceOf(MalformedException.class)
                .hasMessageEndingWith("is not a subscriber's id in decimal digits");
    }

    @Test
    void shouldRejectMissingAndEndlessKeys() {
        assertThatThrownBy(() -> codec.decodeKey(null))
                .isInstanceOf(MalformedException.class)
                .hasMessage("the key is null instead of a subscriber's id");
        assertThatThrownBy(() -> codec.decodeKey(Golden.utf8("0".repeat(21))))
                .isInstanceOf(MalformedException.class)
                .hasMessage("the key of 21 bytes is longer than any subscriber's id");
    }
}
