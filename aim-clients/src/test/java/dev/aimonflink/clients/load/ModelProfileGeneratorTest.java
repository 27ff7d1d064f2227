package dev.aimonflink.clients.load;

import dev.aimonflink.clients.ModelProfile;
import dev.aimonflink.clients.ModelProfileRecords;
import dev.aimonflink.clients.TestModels;
import dev.aimonflink.core.model.DeclaredEvent;
import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.wire.ModelFile;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ModelProfileGeneratorTest {
    private static final long SEED = 42;
    private static final Map<String, List<String>> ZIPS = Map.of("regions", List.of("8000", "3000", "1200"));
    private static final int ENTITIES = 30_000;

    private final ModelProfileGenerator cards = new ModelProfileGenerator(TestModels.PAYMENTS, SEED, ZIPS);

    @Test
    void shouldGiveAnyProfileAgainInAnyOrder() {
        ModelProfileGenerator again = new ModelProfileGenerator(TestModels.PAYMENTS, SEED, ZIPS);
        for (long card = 999; card >= 0; card--) {
            assertThat(again.profile(card)).isEqualTo(cards.profile(card));
            assertThat(again.profile(card).key()).isEqualTo(card);
        }
    }

    @Test
    void shouldDrawOtherProfilesFromAnotherSeed() {
        ModelProfileGenerator devices = new ModelProfileGenerator(TestModels.DEVICES, SEED, Map.of());
        ModelProfileGenerator others = new ModelProfileGenerator(TestModels.DEVICES, SEED + 1, Map.of());
        Set<Object> serials = new HashSet<>();
        int same = 0;
        for (long device = 0; device < 1_000; device++) {
            Object serial = devices.profile(device).attributes().get("serial");
            serials.add(serial);
            same += serial.equals(others.profile(device).attributes().get("serial")) ? 1 : 0;
        }
        // One in 1,001 by chance.
        assertThat(same).as("seed=%d", SEED).isLessThan(10);
        assertThat(serials).as("seed=%d", SEED).hasSizeGreaterThan(500);
    }

    @Test
    void shouldDrawFromATableAndFromAnEnumeration() {
        Map<Object, Integer> zips = new TreeMap<>();
        Map<Object, Integer> tiers = new TreeMap<>();
        for (long card = 0; card < ENTITIES; card++) {
            Map<String, Object> attributes = cards.profile(card).attributes();
            zips.merge(attributes.get("zip"), 1, Integer::sum);
            tiers.merge(attributes.get("tier"), 1, Integer::sum);
        }
        assertThat(cards.profile(7).attributes()).containsOnlyKeys("zip", "tier");
        assertThat(zips).containsOnlyKeys("8000", "3000", "1200");
        assertThat(zips.values()).as("seed=%d", SEED).allMatch(count -> count > 9_500 && count < 10_500);
        assertThat(tiers).containsOnlyKeys("basic", "gold");
        assertThat(tiers.get("basic")).as("seed=%d", SEED).isBetween(19_500, 20_500);
    }

    @Test
    void shouldDrawAttributesByTheirTypes() {
        ModelProfileGenerator devices = new ModelProfileGenerator(TestModels.DEVICES, SEED, Map.of());
        for (long device = 0; device < 1_000; device++) {
            ModelProfile profile = devices.profile(device);
            assertThat(profile.key()).isEqualTo("device-%07d".formatted(device));
            Map<String, Object> attributes = profile.attributes();
            assertThat(attributes.keySet())
                    .containsExactly("site", "active", "floor", "serial", "price", "weight", "model", "installed");
            assertThat((String) attributes.get("site")).matches("site-\\d+");
            assertThat(attributes.get("active")).isInstanceOf(Boolean.class);
            assertThat((Long) attributes.get("floor")).isBetween(0L, 1_000L);
            assertThat((Long) attributes.get("serial")).isBetween(0L, 1_000L);
            BigDecimal price = (BigDecimal) attributes.get("price");
            assertThat(price.scale()).isEqualTo(2);
            assertThat(price).isBetween(BigDecimal.ZERO, BigDecimal.valueOf(1_000));
            assertThat((Double) attributes.get("weight")).isBetween(0.0, 1_000.0);
            assertThat((String) attributes.get("model")).isIn("A", "B", "C");
            assertThat((Long) attributes.get("installed"))
                    .isBetween(
                            ModelProfileGenerator.LATEST_MS - ModelProfileGenerator.TIME_SPAN_MS + 1,
                            ModelProfileGenerator.LATEST_MS);
        }
    }

    @Test
    void shouldDrawProfilesThatTheModelAccepts() {
        for (Model model : List.of(TestModels.PAYMENTS, TestModels.DEVICES)) {
            ModelProfileGenerator generator = new ModelProfileGenerator(model, SEED, ZIPS);
            ModelProfileRecords records = new ModelProfileRecords(model);
            for (long entity = 0; entity < 1_000; entity++) {
                byte[] json = records.value(generator.profile(entity));
                assertThat(records.value(records.decode(json)))
                        .as("seed=%d entity=%d", SEED, entity)
                        .asString()
                        .isEqualTo(new String(json, StandardCharsets.UTF_8));
            }
        }
    }

    @Test
    void shouldGiveEventsAndProfilesTheSameKeys() {
        ModelProfileGenerator devices = new ModelProfileGenerator(TestModels.DEVICES, SEED, Map.of());
        Set<Object> keys = new HashSet<>();
        for (long device = 0; device < 10; device++) {
            keys.add(devices.profile(device).key());
        }
        ModelEventGenerator readings = new ModelEventGenerator(TestModels.DEVICES, SEED, 10, Distribution.uniform());
        DeclaredEvent reading = new DeclaredEvent(TestModels.DEVICES.event());
        for (int i = 0; i < 100; i++) {
            readings.next(0, reading);
            assertThat(keys).contains(reading.keyText());
        }
    }

    @Test
    void shouldDrawByTheTypeWithoutKeysOfTheTable() {
        ModelProfileGenerator withoutTables = new ModelProfileGenerator(TestModels.PAYMENTS, SEED, Map.of());
        assertThat((String) withoutTables.profile(7).attributes().get("zip")).matches("zip-\\d+");
    }

    @Test
    void shouldReadKeysOfATableAsTheAttributesType() {
        Model numbered =
                ModelFile.parse(TestModels.PAYMENTS_YAML.replace("zip: {type: text", "zip: {type: int"), "model.yaml");
        assertThat(new ModelProfileGenerator(numbered, SEED, ZIPS)
                        .profile(7)
                        .attributes()
                        .get("zip"))
                .isIn(8_000L, 3_000L, 1_200L);
        assertThatThrownBy(
                        () -> new ModelProfileGenerator(numbered, SEED, Map.of("regions", List.of("8000", "CH-8000"))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("table=regions has the key 'CH-8000', but attribute 'zip' is of the type int. Fix the key"
                        + " or the type.");
    }

    @Test
    void shouldRefuseATableWithoutRows() {
        assertThatThrownBy(() -> new ModelProfileGenerator(TestModels.PAYMENTS, SEED, Map.of("regions", List.of())))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("table=regions has no rows to draw attribute 'zip' from. Give it one.");
    }
}
