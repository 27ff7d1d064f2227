package dev.aimonflink.matrix.format.event;

import dev.aimonflink.matrix.format.Damage;
import dev.aimonflink.matrix.format.Golden;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.format.model.ModelFileTest;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EntityProfile;
import dev.aimonflink.matrix.model.EntityUpdate;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.RandomModels;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ProfileModelCodecTest {
    private static final String YAML =
            ModelFileTest.PAYMENTS.replace("  tier:", """
              limit: money
              points: long
              age: int
              score: double
              blocked: boolean
              since: time
              tier:""".indent(2).stripTrailing());

    private static final Model CARDS = ModelFile.parse(order(YAML), "model.yaml");
    private static final Model DEVICES =
            ModelFile.parse(YAML.replace("key: cardId", "key: {name: device, type: text}"), "model.yaml");

    private static final List<EntityProfile> GOLDEN = List.of(
            new EntityProfile(
                    EntityId.of(7),
                    Attributes.of(
                            "CH-8000", "gold", -1_250L, 9_007_199_254_740_993L, 42L, 0.1, true, 1_795_132_800_000L)),
            new EntityProfile(EntityId.of(Long.MIN_VALUE), Attributes.of("Z\u00fcrich \"1\"")));

    private final ProfileModelCodec codec = new ProfileModelCodec(CARDS);
    private final ProfileModelCodec ofTexts = new ProfileModelCodec(DEVICES);

    /** With the tier behind the zip, as in the golden file. */
    private static String order(String yaml) {
        String tier = yaml.lines()
                .filter(line -> line.startsWith("  tier:"))
                .findFirst()
                .orElseThrow();
        return yaml.replace(tier + "\n", "").replace("  limit: money", tier + "\n  limit: money");
    }

    private EntityUpdate decode(String json) {
        return codec.decode(Golden.utf8(json));
    }

    @Test
    void shouldKeepItsText() {
        List<String> golden = Golden.lines("model-profile-v1.json");
        assertThat(golden.stream().map(this::decode)).isEqualTo(GOLDEN);
        assertThat(GOLDEN.stream().map(codec::encode))
                .containsExactlyElementsOf(golden.stream().map(Golden::utf8).toList());
    }

    @RepeatedTest(100)
    void shouldReadWhatItWrites(RepetitionInfo repetition) {
        int seed = repetition.getCurrentRepetition();
        Random random = new Random(seed);
        Model model = RandomModels.withAttributes(RandomModels.next(random).model(), random);
        ProfileModelCodec ofModel = new ProfileModelCodec(model);
        for (int i = 0; i < 20; i++) {
            EntityProfile written = RandomModels.profile(model, random);
            String what = "seed=%d, i=%d, model=%s".formatted(seed, i, model);
            assertThat(ofModel.decode(ofModel.encode(written))).as(what).isEqualTo(written);
            assertThat(ofModel.decodeKey(ofModel.encodeKey(written.key())))
                    .as(what)
                    .isEqualTo(written.key());
            assertThat(ofModel.decode(ofModel.encodeForget(written.key())))
                    .as(what)
                    .isEqualTo(new EntityUpdate.Forget(written.key()));
        }
    }

    @Test
    void shouldIgnoreUnknownFieldsAndTakeNullForMissingOnes() {
        EntityProfile bare = new EntityProfile(EntityId.of(7), Attributes.of(null, "gold"));
        assertThat(decode("{\"name\":[{}],\"tier\":\"gold\",\"cardId\":7}")).isEqualTo(bare);
        assertThat(decode("{\"zip\":null,\"since\":null,\"tier\":\"gold\",\"cardId\":7}"))
                .isEqualTo(bare);
        assertThat(decode("{\"cardId\":7}")).isEqualTo(new EntityProfile(EntityId.of(7), Attributes.NONE));
    }

    @Test
    void shouldReadTimesAsTextsAndRoundDecimals() {
        assertThat(decode("{\"cardId\":7,\"since\":\"2026-11-20T01:00:00+01:00\",\"limit\":1.005,\"score\":1}"))
                .isEqualTo(new EntityProfile(
                        EntityId.of(7), Attributes.of(null, null, 101L, null, null, 1.0, null, 1_795_132_800_000L)));
    }

    @Test
    void shouldShareValuesOfProfiles() {
        String json = Golden.lines("model-profile-v1.json").get(0);
        Attributes first = ((EntityProfile) decode(json)).attributes();
        Attributes second = ((EntityProfile) decode(json)).attributes();
        for (int index = 0; index < 8; index++) {
            assertThat(second.value(index)).as("attribute %d", index).isSameAs(first.value(index));
        }
    }

    @Test
    void shouldEraseEntities() {
        String forget = "{\"cardId\":7,\"forget\":true}";
        assertThat(codec.encodeForget(EntityId.of(7))).isEqualTo(Golden.utf8(forget));
        assertThat(decode(forget)).isEqualTo(new EntityUpdate.Forget(EntityId.of(7)));
        assertThat(decode("{\"cardId\":7,\"tier\":\"gold\"}"))
                .as("after one that erases")
                .isInstanceOf(EntityProfile.class);
        assertThat(decode("{\"cardId\":7,\"forget\":false}")).isInstanceOf(EntityProfile.class);
        assertThat(ofTexts.encodeForget(EntityId.of("A-7")))
                .isEqualTo(Golden.utf8("{\"device\":\"A-7\",\"forget\":true}"));
    }

    @Test
    void shouldClearTheProfileOfATombstonesKey() {
        assertThat(codec.decode(Golden.utf8("-7"), null))
                .isEqualTo(new EntityProfile(EntityId.of(-7), Attributes.NONE));
        assertThat(ofTexts.decode(Golden.utf8("Gerät"), null))
                .isEqualTo(new EntityProfile(EntityId.of("Gerät"), Attributes.NONE));
        assertThat(codec.decode(Golden.utf8("8"), Golden.utf8("{\"cardId\":7}"))
                        .key()
                        .number())
                .as("the value's key holds")
                .isEqualTo(7);
        assertThatThrownBy(() -> codec.decode(null)).hasMessage("the value is null");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "cardId":7,||cardId is missing
            "cardId":7|"cardId":"7"|cardId must be a whole number, not a text
            "cardId":7|"cardId":null|cardId must be a whole number, not null
            "cardId":7|"cardId":7,"cardId":7|cardId is given twice
            "cardId":7|"cardId":7,"forget":1|forget must be true or false, not a number
            "cardId":7|"cardId":7,"forget":true,"forget":true|forget is given twice
            "zip":"CH-8000"|"zip":8000|zip must be a text, not a number
            "zip":"CH-8000"|"zip":null,"zip":"CH-8000"|zip is given twice
            "tier":"gold"|"tier":"silver"|tier='silver' is not one of basic, gold
            "tier":"gold"|"tier":1|tier must be a text, not a number
            -12.50|"12"|limit must be a number, not a text
            -12.50|1e16|limit=10000000000000000.00 is outside -9999999999999999.99..9999999999999999.99
            -12.50|1e30|limit=1e30 is outside -9999999999999999.99..9999999999999999.99
            9007199254740993|1.0|points must be a whole number, not a fraction
            9007199254740993|9223372036854775808|points=9223372036854775808 is outside -9223372036854775807..9223372036854775807
            9007199254740993|-9223372036854775808|points=-9223372036854775808 is outside -9223372036854775807..9223372036854775807
            42|2147483648|age=2147483648 is outside -2147483648..2147483647
            42|-2147483649|age=-2147483649 is outside -2147483648..2147483647
            0.1|1e999|score=Infinity is no finite number
            0.1|"NaN"|score must be a number, not a text
            true|1|blocked must be true or false, not a number
            1795132800000|-1|since=-1 is outside 0..253370764800000
            1795132800000|"today"|since='today' is no time like 2026-11-20T08:00:00Z
            """)
    void shouldSayWhatIsWrong(String right, String wrong, String message) {
        String json = Golden.lines("model-profile-v1.json").get(0);
        assertThat(json).contains(right);
        assertFails(MalformedException.class, () -> decode(json.replace(right, wrong == null ? "" : wrong)))
                .hasMessage(message);
    }

    @Test
    void shouldAcceptTheExtremesOfAType() {
        assertThat(decode("{\"cardId\":9223372036854775807,\"age\":2147483647,\"points\":-9223372036854775807,"
                        + "\"limit\":-9999999999999999.99}"))
                .isEqualTo(new EntityProfile(
                        EntityId.of(Long.MAX_VALUE),
                        Attributes.of(
                                null, null, -999_999_999_999_999_999L, -Long.MAX_VALUE, (long) Integer.MAX_VALUE)));
    }

    @Test
    void shouldReadTextsOfUpTo1000Characters() {
        String longest = "ä".repeat(1_000);
        assertThat(decode("{\"cardId\":7,\"zip\":\"" + longest + "\"}"))
                .isEqualTo(new EntityProfile(EntityId.of(7), Attributes.of(longest)));
        assertFails(MalformedException.class, () -> decode("{\"cardId\":7,\"zip\":\"" + longest + "ä\"}"))
                .hasMessage("zip is longer than 1000 characters");
    }

    @Test
    void shouldReadTextKeysOfUpTo64Bytes() {
        String longest = "ä".repeat(32);
        assertThat(ofTexts.decode(Golden.utf8("{\"device\":\"" + longest + "\"}"))
                        .key()
                        .text())
                .isEqualTo(longest);
        assertThat(ofTexts.decodeKey(Golden.utf8(longest))).isEqualTo(EntityId.of(longest));
        for (String json : List.of("{\"device\":\"a%s\"}", "{\"device\":\"a%s\",\"forget\":true}")) {
            assertFails(MalformedException.class, () -> ofTexts.decode(Golden.utf8(json.formatted(longest))))
                    .hasMessage("device has 65 bytes instead of 1 to 64");
        }
        assertThatThrownBy(() -> ofTexts.decode(Golden.utf8("{\"device\":\"\"}")))
                .hasMessage("device has 0 bytes instead of 1 to 64");
        assertFails(MalformedException.class, () -> ofTexts.decodeKey(Golden.utf8("a" + longest)))
                .hasMessage("device has 65 bytes instead of 1 to 64");
        assertThatThrownBy(() -> ofTexts.decodeKey(new byte[0])).hasMessage("device has 0 bytes instead of 1 to 64");
        assertFails(MalformedException.class, () -> ofTexts.decodeKey(new byte[] {'a', (byte) 0xFF}))
                .hasMessage("device is not UTF-8");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 7, -1, Long.MAX_VALUE, Long.MIN_VALUE})
    void shouldWriteNumbersAsDecimalDigits(long key) {
        assertThat(codec.encodeKey(EntityId.of(key))).asString().isEqualTo(Long.toString(key));
        assertThat(codec.decodeKey(codec.encodeKey(EntityId.of(key)))).isEqualTo(EntityId.of(key));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "seven", "7.0", " 7", "0x7", "9223372036854775808"})
    void shouldRefuseKeysThatAreNoNumber(String key) {
        assertFails(MalformedException.class, () -> codec.decodeKey(Golden.utf8(key)))
                .hasMessage("key='" + key + "' is not a cardId in decimal digits");
    }

    @Test
    void shouldRefuseMissingAndEndlessKeys() {
        assertFails(MalformedException.class, () -> codec.decode(null, null))
                .hasMessage("the key is null instead of a cardId");
        assertFails(MalformedException.class, () -> codec.decodeKey(Golden.utf8("0".repeat(21))))
                .hasMessage("the key of 21 bytes is longer than any cardId");
    }

    @Test
    void shouldThrowNothingButMalformedForAnyBytes() {
        List<byte[]> good = GOLDEN.stream().map(codec::encode).toList();
        Damage.survives(6, good, bytes -> {
            EntityProfile read = (EntityProfile) codec.decode(bytes);
            assertThat(codec.decode(codec.encode(read))).isEqualTo(read);
        });
        Damage.survives(7, List.of(codec.encodeKey(EntityId.of(Long.MIN_VALUE))), codec::decodeKey);
        Damage.survives(8, List.of(Golden.utf8("Gerät 7")), ofTexts::decodeKey);
    }
}
