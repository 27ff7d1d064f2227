package dev.aimonflink.clients;

import dev.aimonflink.core.wire.MalformedException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ModelProfileRecordsTest {
    private static final String DEVICE = "{\"deviceId\":\"d-7\",\"site\":\"Zürich\",\"active\":true,\"floor\":-2,"
            + "\"serial\":5000000000,\"price\":12.50,\"weight\":0.1,\"model\":\"B\",\"installed\":1795132800000}";

    private final ModelProfileRecords devices = new ModelProfileRecords(TestModels.DEVICES);

    private ModelProfile decode(String json) {
        return devices.decode(json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void shouldReadAttributesByTheirNames() {
        ModelProfile profile = decode(DEVICE);
        assertThat(profile.key()).isEqualTo("d-7");
        assertThat(profile.attributes())
                .containsEntry("site", "Zürich")
                .containsEntry("active", true)
                .containsEntry("floor", -2L)
                .containsEntry("serial", 5_000_000_000L)
                .containsEntry("model", "B")
                .containsEntry("installed", 1_795_132_800_000L);
        assertThat((BigDecimal) profile.attributes().get("price")).isEqualByComparingTo("12.5");
        assertThat((BigDecimal) profile.attributes().get("weight")).isEqualByComparingTo("0.1");
        assertThat(new String(devices.key(profile), StandardCharsets.UTF_8)).isEqualTo("d-7");
    }

    @Test
    void shouldWriteANumberAsKeyLikeTheProfilesOfSubscribers() {
        ModelProfileRecords cards = new ModelProfileRecords(TestModels.PAYMENTS);
        ModelProfile card = new ModelProfile(7L, Map.of("tier", "gold"));
        assertThat(new String(cards.key(card), StandardCharsets.UTF_8)).isEqualTo("7");
        assertThat(new String(cards.value(card), StandardCharsets.UTF_8)).isEqualTo("{\"cardId\":7,\"tier\":\"gold\"}");
        assertThat(cards.decode(cards.value(card))).isEqualTo(card);
    }

    @Test
    void shouldLeaveOutWhatIsNotThereOrUnknown() {
        assertThat(decode("{\"deviceId\":\"d\",\"site\":null,\"colour\":{\"red\":1}}"))
                .isEqualTo(new ModelProfile("d", Map.of()));
    }

    @Test
    void shouldReadATimeAsText() {
        assertThat(decode(DEVICE.replace("1795132800000", "\"2026-11-20T01:00:00+01:00\"")))
                .isEqualTo(decode(DEVICE));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "deviceId":"d-7",||deviceId is missing
            "deviceId":"d-7"|"deviceId":7|deviceId must be a text, not a number
            "deviceId":"d-7"|"deviceId":""|deviceId has 0 bytes instead of 1 to 64
            "site":"Zürich"|"site":[]|site must be a text, not an array
            "active":true|"active":1|active must be true or false, not a number
            "floor":-2|"floor":1.5|floor must be a whole number, not a fraction
            "floor":-2|"floor":2147483648|floor=2147483648 does not fit 32 bits
            5000000000|9223372036854775808|serial=9223372036854775808 does not fit 64 bits
            "price":12.50|"price":"12.50"|price must be a number, not a text
            "model":"B"|"model":"D"|model='D' is not one of its 3 values
            1795132800000|"yesterday"|installed='yesterday' is no time like 2026-11-20T08:00:00Z
            "floor":-2|"floor":-2,"forget":true|forget is true, where a profile is expected
            "floor":-2|"floor":-2,"floor":-2|unreadable JSON: Duplicate field 'floor'
            """)
    void shouldSayWhatIsWrong(String right, String wrong, String message) {
        assertThat(DEVICE).contains(right);
        assertThatThrownBy(() -> decode(DEVICE.replace(right, wrong == null ? "" : wrong)))
                .isInstanceOf(MalformedException.class)
                .hasMessage(message);
    }

    @Test
    void shouldRefuseWhatIsNoObject() {
        assertThatThrownBy(() -> decode("7")).hasMessage("a JSON object is expected, not a number");
        assertThatThrownBy(() -> decode(DEVICE.replace("Zürich", "x".repeat(257))))
                .hasMessage("site is longer than 256 characters");
        assertThatThrownBy(() -> decode("{} {}")).isInstanceOf(MalformedException.class);
    }
}
