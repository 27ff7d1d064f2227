package dev.aimonflink.clients.load;

import dev.aimonflink.clients.TestModels;
import dev.aimonflink.matrix.format.event.ProfileModelCodec;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.Attribute;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EntityProfile;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTable;
import dev.aimonflink.matrix.names.EntityTables;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class ModelProfileGeneratorTest {
    private static final long SEED = 42;
    private static final EntityTables ZIPS = regions("8000", "3000", "1200");
    private static final int ENTITIES = 30_000;

    private static EntityTables regions(String... keys) {
        List<String[]> rows = Stream.of(keys)
                .map(key -> new String[] {key, "a city", "a region"})
                .toList();
        return new EntityTables(List.of(new EntityTable("regions", List.of("zip", "city", "region"), rows)));
    }

    private static Map<String, Object> named(Model model, EntityProfile profile) {
        Map<String, Object> named = new LinkedHashMap<>();
        for (Attribute attribute : model.entity().attributes()) {
            named.put(attribute.name(), profile.attributes().value(named.size()));
        }
        return named;
    }

    private final ModelProfileGenerator cards = new ModelProfileGenerator(TestModels.PAYMENTS, SEED, ZIPS);

    @Test
    void shouldGiveAnyProfileAgainInAnyOrder() {
        ModelProfileGenerator again = new ModelProfileGenerator(TestModels.PAYMENTS, SEED, ZIPS);
        for (long card = 999; card >= 0; card--) {
            assertThat(again.profile(card)).isEqualTo(cards.profile(card));
            assertThat(again.profile(card).key()).isEqualTo(EntityId.of(card));
        }
    }

    @Test
    void shouldDrawOtherProfilesFromAnotherSeed() {
        ModelProfileGenerator devices = new ModelProfileGenerator(TestModels.DEVICES, SEED, EntityTables.NONE);
        ModelProfileGenerator others = new ModelProfileGenerator(TestModels.DEVICES, SEED + 1, EntityTables.NONE);
        Set<Object> serials = new HashSet<>();
        int same = 0;
        for (long device = 0; device < 1_000; device++) {
            Object serial = named(TestModels.DEVICES, devices.profile(device)).get("serial");
            serials.add(serial);
            same += serial.equals(
                            named(TestModels.DEVICES, others.profile(device)).get("serial"))
                    ? 1
                    : 0;
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
            Map<String, Object> attributes = named(TestModels.PAYMENTS, cards.profile(card));
            zips.merge(attributes.get("zip"), 1, Integer::sum);
            tiers.merge(attributes.get("tier"), 1, Integer::sum);
        }
        assertThat(zips).containsOnlyKeys("8000", "3000", "1200");
        assertThat(zips.values()).as("seed=%d", SEED).allMatch(count -> count > 9_500 && count < 10_500);
        assertThat(tiers).containsOnlyKeys("basic", "gold");
        assertThat(tiers.get("basic")).as("seed=%d", SEED).isBetween(19_500, 20_500);
    }

    @Test
    void shouldDrawAttributesByTheirTypes() {
        ModelProfileGenerator devices = new ModelProfileGenerator(TestModels.DEVICES, SEED, EntityTables.NONE);
        for (long device = 0; device < 1_000; device++) {
            EntityProfile profile = devices.profile(device);
            assertThat(profile.key()).isEqualTo(EntityId.of("device-%07d".formatted(device)));
            Map<String, Object> attributes = named(TestModels.DEVICES, profile);
            assertThat(attributes.keySet())
                    .containsExactly("site", "active", "floor", "serial", "price", "weight", "model", "installed");
            assertThat((String) attributes.get("site")).matches("site-\\d+");
            assertThat(attributes.get("active")).isInstanceOf(Boolean.class);
            assertThat((Long) attributes.get("floor")).isBetween(0L, 1_000L);
            assertThat((Long) attributes.get("serial")).isBetween(0L, 1_000L);
            assertThat((Long) attributes.get("price")).as("in cents").isBetween(0L, 100_000L);
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
            ProfileModelCodec codec = new ProfileModelCodec(model);
            for (long entity = 0; entity < 1_000; entity++) {
                EntityProfile profile = generator.profile(entity);
                assertThat(codec.decode(codec.encode(profile)))
                        .as("seed=%d entity=%d", SEED, entity)
                        .isEqualTo(profile);
            }
        }
    }

    @Test
    void shouldGiveEventsAndProfilesTheSameKeys() {
        ModelProfileGenerator devices = new ModelProfileGenerator(TestModels.DEVICES, SEED, EntityTables.NONE);
        Set<Object> keys = new HashSet<>();
        for (long device = 0; device < 10; device++) {
            keys.add(devices.profile(device).key());
        }
        ModelEventGenerator readings = new ModelEventGenerator(TestModels.DEVICES, SEED, 10, Distribution.uniform());
        DeclaredEvent reading = new DeclaredEvent(TestModels.DEVICES.event());
        for (int i = 0; i < 100; i++) {
            readings.next(0, reading);
            assertThat(keys).contains(EntityId.of(reading.keyText()));
        }
    }

    @Test
    void shouldReadKeysOfATableAsTheAttributesType() {
        Map<String, List<Object>> values = Map.of(
                "int", List.of("8000", 8_000L),
                "money", List.of("80.00", 8_000L),
                "double", List.of("0.5", 0.5),
                "boolean", List.of("true", true),
                "time", List.of("2026-11-20T08:00:00Z", 1_795_161_600_000L),
                "enum, values: [CH, DE]", List.of("DE", "DE"));
        values.forEach((type, keyAndValue) ->
                assertThat(zipOfAnyCard(type, (String) keyAndValue.get(0))).isEqualTo(keyAndValue.get(1)));
    }

    private static Object zipOfAnyCard(String type, String key) {
        String yaml = TestModels.PAYMENTS_YAML.replace("zip: {type: text", "zip: {type: " + type);
        Model model = ModelFile.parse(yaml, "model.yaml");
        return named(model, new ModelProfileGenerator(model, SEED, regions(key)).profile(7))
                .get("zip");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            int                    | CH-8000    | int
            int                    | 2147483648 | int
            money                  | 80.001     | money
            enum, values: [CH, DE] | AT         | enum
            time                   | yesterday  | time
            """)
    void shouldRefuseAKeyThatIsNoValue(String type, String key, String shown) {
        assertFails(InvalidInputException.class, () -> zipOfAnyCard(type, key))
                .hasMessage("table=regions has the key '" + key + "', but attribute 'zip' is of the type " + shown
                        + ". Fix the key or the type.");
    }

    @Test
    void shouldRefuseATableWithoutRows() {
        assertFails(InvalidInputException.class, () -> new ModelProfileGenerator(TestModels.PAYMENTS, SEED, regions()))
                .hasMessage("table=regions has no rows to draw attribute 'zip' from. Give it one.");
    }
}
