package dev.aimonflink.clients.load;

import dev.aimonflink.clients.TestModels;
import dev.aimonflink.matrix.format.event.BinaryModelCodec;
import dev.aimonflink.matrix.format.event.JsonModelCodec;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EventFaults;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventValues;
import dev.aimonflink.matrix.model.FieldType.Kind;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

class ModelEventGeneratorTest {
    private static final long SEED = 42;
    private static final int DRAWS = 20_000;
    private static final long NOW_MS = 1_795_132_800_000L;

    private static ModelEventGenerator generator(Model model) {
        return new ModelEventGenerator(model, SEED, 100, Distribution.uniform());
    }

    private static List<String> events(Model model, long seed, Distribution distribution) {
        ModelEventGenerator generator = new ModelEventGenerator(model, seed, 100, distribution);
        JsonModelCodec json = new JsonModelCodec(model);
        DeclaredEvent event = new DeclaredEvent(model.event());
        List<String> events = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            generator.next(NOW_MS + i, event);
            events.add(new String(json.encode(event), StandardCharsets.UTF_8));
        }
        return events;
    }

    @Test
    void shouldRepeatItselfFromTheSameSeed() {
        for (Model model : List.of(TestModels.PAYMENTS, TestModels.DEVICES)) {
            for (Distribution distribution : List.of(Distribution.uniform(), Distribution.zipf(1))) {
                List<String> events = events(model, SEED, distribution);
                assertThat(events(model, SEED, distribution)).isEqualTo(events);
                assertThat(events(model, SEED + 1, distribution)).isNotEqualTo(events);
            }
        }
    }

    @RepeatedTest(100)
    void shouldDrawEventsThatAnyModelAccepts(RepetitionInfo repetition) {
        long seed = repetition.getCurrentRepetition();
        Model model = TestModels.random(new Random(seed));
        ModelEventGenerator generator = new ModelEventGenerator(model, seed, 1_000, Distribution.zipf(1));
        EventFaults faults = new EventFaults(model.event());
        JsonModelCodec json = new JsonModelCodec(model);
        BinaryModelCodec binary = new BinaryModelCodec(model);
        DeclaredEvent event = new DeclaredEvent(model.event());
        DeclaredEvent read = new DeclaredEvent(model.event());
        for (int i = 0; i < 100; i++) {
            generator.next(NOW_MS, event);
            assertThat(faults.of(event)).as("seed=%d", seed).isNull();
            byte[] asJson = json.encode(event);
            json.decode(asJson, read);
            assertThat(json.encode(read)).as("seed=%d", seed).isEqualTo(asJson);
            byte[] asBytes = binary.encode(event);
            binary.decode(asBytes, read);
            assertThat(binary.encode(read)).as("seed=%d", seed).isEqualTo(asBytes);
            assertThat(json.encode(read)).as("seed=%d", seed).isEqualTo(asJson);
        }
    }

    @RepeatedTest(100)
    void shouldRespectDeclaredBounds(RepetitionInfo repetition) {
        long seed = repetition.getCurrentRepetition();
        Model model = TestModels.random(new Random(seed));
        ModelEventGenerator generator = new ModelEventGenerator(model, seed, 1_000, Distribution.uniform());
        DeclaredEvent event = new DeclaredEvent(model.event());
        List<EventField> fields = model.event().fields();
        for (int i = 0; i < 100; i++) {
            generator.next(NOW_MS, event);
            for (int index = 0; index < fields.size(); index++) {
                EventField field = fields.get(index);
                if (field.type().isNumber() && !event.values().isNull(index)) {
                    BigDecimal number = number(event.values(), index, field);
                    assertThat(field.min() == null || number.compareTo(field.min()) >= 0)
                            .as("seed=%d %s=%s", seed, field, number)
                            .isTrue();
                    assertThat(field.max() == null || number.compareTo(field.max()) <= 0)
                            .as("seed=%d %s=%s", seed, field, number)
                            .isTrue();
                }
            }
        }
    }

    private static BigDecimal number(EventValues values, int index, EventField field) {
        long bits = values.bits(index);
        return field.type().is(Kind.DOUBLE)
                ? BigDecimal.valueOf(Double.longBitsToDouble(bits))
                : BigDecimal.valueOf(bits, field.type().scale());
    }

    /** The bits of many values of a field; {@link Long#MIN_VALUE} for null. */
    private static long[] drawn(String field) {
        Model model = ModelFile.parse(
                "model: m\nentity: e\nevent: v\nkey: id\ntime: at\nfields:\n  x: " + field
                        + "\nwindows: [1 day]\naggregates: {events: [count]}\n",
                "model.yaml");
        ModelEventGenerator generator = generator(model);
        DeclaredEvent event = new DeclaredEvent(model.event());
        return LongStream.range(0, DRAWS)
                .map(each -> {
                    generator.next(NOW_MS, event);
                    return event.values().isNull(0)
                            ? Long.MIN_VALUE
                            : event.values().bits(0);
                })
                .toArray();
    }

    private static double share(long[] drawn, LongPredicate condition) {
        return LongStream.of(drawn).filter(condition).count() / (double) drawn.length;
    }

    @Test
    void shouldDrawNumbersAroundAMean() {
        long[] drawn = drawn("{type: money, min: -50, max: 100, draw: {mean: 20, deviation: 5}}");
        assertThat(LongStream.of(drawn).average().orElseThrow()).isCloseTo(2_000, offset(20.0));
        assertThat(share(drawn, cents -> cents >= 1_500 && cents <= 2_500)).isCloseTo(0.683, offset(0.02));
        assertThat(share(drawn, cents -> cents >= 1_000 && cents <= 3_000)).isCloseTo(0.954, offset(0.01));
    }

    @Test
    void shouldDrawNumbersWithAFewLargeOnes() {
        long[] drawn = drawn("{type: int, min: 1, max: 1000000, draw: {median: 1000, factor: 3}}");
        assertThat(share(drawn, number -> number < 1_000)).isCloseTo(0.5, offset(0.02));
        assertThat(share(drawn, number -> number >= 333 && number <= 3_000)).isCloseTo(0.683, offset(0.02));
        assertThat(share(drawn, number -> number > 9_000)).isCloseTo(0.023, offset(0.01));
    }

    @Test
    void shouldDrawDoublesAroundAMean() {
        long[] drawn = drawn("{type: double, min: 0, draw: {mean: 1.5, deviation: 0.5}}");
        assertThat(LongStream.of(drawn)
                        .mapToDouble(Double::longBitsToDouble)
                        .average()
                        .orElseThrow())
                .isCloseTo(1.5, offset(0.02));
        assertThat(share(drawn, bits -> Double.longBitsToDouble(bits) < 0)).isZero();
    }

    /** Nearly all draws are outside, so that the bounds have what is left of them. */
    @Test
    void shouldNeverDrawOutsideOfTheBounds() {
        long[] drawn = drawn("{type: int, min: 10, max: 12, draw: {mean: 10, deviation: 10000000}}");
        assertThat(share(drawn, number -> number >= 10 && number <= 12)).isOne();
    }

    @Test
    void shouldDrawFromAPartOfWhatIsPossible() {
        long[] drawn = drawn("{type: int, min: 0, max: 1000, draw: {from: 5, to: 7}}");
        for (int number = 5; number <= 7; number++) {
            int each = number;
            assertThat(share(drawn, value -> value == each)).isCloseTo(1 / 3.0, offset(0.02));
        }
    }

    @Test
    void shouldDrawLabelsByTheirWeights() {
        long[] drawn = drawn("{type: enum, values: [A, B, C, D], draw: {weights: [6, 0, 3, 1]}}");
        assertThat(share(drawn, label -> label == 0)).isCloseTo(0.6, offset(0.02));
        assertThat(share(drawn, label -> label == 1)).isZero();
        assertThat(share(drawn, label -> label == 2)).isCloseTo(0.3, offset(0.02));
        assertThat(share(drawn, label -> label == 3)).isCloseTo(0.1, offset(0.02));
    }

    @Test
    void shouldDrawNoLabelBehindTheLastWeight() {
        assertThat(share(drawn("{type: enum, values: [A, B, C], draw: {weights: [0.1, 0.2, 0]}}"), label -> label == 2))
                .isZero();
    }

    @Test
    void shouldDrawLabelsByZipf() {
        long[] drawn = drawn("{type: enum, values: [A, B, C], draw: {zipf: 2}}");
        assertThat(share(drawn, label -> label == 0)).isCloseTo(36 / 49.0, offset(0.02));
        assertThat(share(drawn, label -> label == 1)).isCloseTo(9 / 49.0, offset(0.02));
    }

    @Test
    void shouldDrawTruthValuesAndNullsByTheirShares() {
        long[] drawn = drawn("{type: boolean, optional: true, draw: {share: 0.2, missing: 0.5}}");
        assertThat(share(drawn, bits -> bits == Long.MIN_VALUE)).isCloseTo(0.5, offset(0.02));
        assertThat(share(drawn, bits -> bits == 1)).isCloseTo(0.1, offset(0.02));
        assertThat(share(drawn("{type: int, optional: true, draw: {missing: 0}}"), bits -> bits == Long.MIN_VALUE))
                .isZero();
    }

    /** The least and the greatest of many values of the first field. */
    private static long[] extremes(String field, int draws) {
        Model model = ModelFile.parse(
                "model: m\nentity: e\nevent: v\nkey: id\ntime: at\nfields:\n  x: " + field
                        + "\nwindows: [1 day]\naggregates: {events: [count]}\n",
                "model.yaml");
        ModelEventGenerator generator = generator(model);
        DeclaredEvent event = new DeclaredEvent(model.event());
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;
        for (int i = 0; i < draws; i++) {
            generator.next(NOW_MS, event);
            least = Math.min(least, event.values().bits(0));
            greatest = Math.max(greatest, event.values().bits(0));
        }
        return new long[] {least, greatest};
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {type: int, min: -3, max: 4}       | -3      | 4
            {type: int, min: 7, max: 7}        | 7       | 7
            {type: long}                       | 0       | 1000
            {type: int, min: 995}              | 995     | 1000
            {type: int, min: 5000}             | 5000    | 6000
            {type: int, max: 10}               | 0       | 10
            {type: int, max: -5}               | -1005   | -5
            {type: int, min: 2147483640}       | 2147483640 | 2147483646
            {type: "decimal(2,1)"}             | -0      | 99
            {type: money, min: -0.02, max: 0.03} | -2    | 3
            """)
    void shouldDrawEveryNumberOfItsRange(String field, long least, long greatest) {
        assertThat(extremes(field, 20_000)).as("seed=%d", SEED).containsExactly(least, greatest);
    }

    @Test
    void shouldDrawFromTheWholeWidthOfALong() {
        long[] extremes = extremes("{type: long, min: -9223372036854775806, max: 9223372036854775806}", 1_000);
        assertThat(extremes[0]).as("seed=%d", SEED).isLessThan(-9_000_000_000_000_000_000L);
        assertThat(extremes[1]).as("seed=%d", SEED).isGreaterThan(9_000_000_000_000_000_000L);
    }

    @Test
    void shouldDrawDoublesUniformly() {
        ModelEventGenerator generator = generator(TestModels.DEVICES);
        DeclaredEvent event = new DeclaredEvent(TestModels.DEVICES.event());
        int[] tenths = new int[10];
        for (int i = 0; i < 10_000; i++) {
            generator.next(NOW_MS, event);
            tenths[(int) (Double.longBitsToDouble(event.values().bits(0)) / 100)]++;
        }
        for (int tenth : tenths) {
            assertThat(tenth).as("seed=%d", SEED).isBetween(850, 1_150);
        }
    }

    @Test
    void shouldDrawEarlierLabelsMoreOften() {
        ModelEventGenerator generator = generator(TestModels.PAYMENTS);
        DeclaredEvent event = new DeclaredEvent(TestModels.PAYMENTS.event());
        int[] merchants = new int[4];
        int online = 0;
        int withoutItems = 0;
        int draws = 25_000;
        for (int i = 0; i < draws; i++) {
            generator.next(NOW_MS, event);
            withoutItems += event.values().isNull(1) ? 1 : 0;
            online += (int) event.values().bits(2);
            merchants[(int) event.values().bits(3)]++;
        }
        // Weights of 1, 1/2, 1/3 and 1/4 add up to 25/12.
        for (int label = 0; label < merchants.length; label++) {
            assertThat(merchants[label] * (label + 1.0))
                    .as("seed=%d label=%d", SEED, label)
                    .isBetween(11_200.0, 12_800.0);
        }
        assertThat(online).as("seed=%d", SEED).isBetween(12_000, 13_000);
        assertThat(withoutItems).as("seed=%d", SEED).isBetween(2_300, 2_700);
    }

    @Test
    void shouldDrawWordsAndTimes() {
        ModelEventGenerator generator = generator(TestModels.DEVICES);
        DeclaredEvent event = new DeclaredEvent(TestModels.DEVICES.event());
        Set<String> words = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            generator.next(NOW_MS, event);
            assertThat(event.timestampMs()).isEqualTo(NOW_MS);
            words.add(event.values().text(4));
            assertThat(event.values().bits(5))
                    .as("seed=%d", SEED)
                    .isBetween(NOW_MS - ModelEventGenerator.TIME_SPAN_MS + 1, NOW_MS);
        }
        assertThat(words).hasSize(FieldGenerator.WORDS).contains("firmware-1", "firmware-17", "firmware-32");
        generator.next(0, event);
        assertThat(event.values().bits(5)).as("no time before 1970").isZero();
    }

    private static Map<Object, Integer> counts(ModelEventGenerator generator, Model model, int draws) {
        DeclaredEvent event = new DeclaredEvent(model.event());
        Map<Object, Integer> counts = new HashMap<>();
        for (int i = 0; i < draws; i++) {
            generator.next(NOW_MS, event);
            Object key = model.event().key().isText() ? event.keyText() : (Object) event.keyNumber();
            counts.merge(key, 1, Integer::sum);
        }
        return counts;
    }

    @Test
    void shouldDrawTextKeysOfTheSameEntitiesAsNumbers() {
        for (Distribution distribution : List.of(Distribution.uniform(), Distribution.zipf(1))) {
            DeclaredEvent payment = new DeclaredEvent(TestModels.PAYMENTS.event());
            new ModelEventGenerator(TestModels.PAYMENTS, SEED, 1_000, distribution).next(NOW_MS, payment);
            DeclaredEvent reading = new DeclaredEvent(TestModels.DEVICES.event());
            new ModelEventGenerator(TestModels.DEVICES, SEED, 1_000, distribution).next(NOW_MS, reading);
            assertThat(reading.keyText()).isEqualTo("device-%07d", payment.keyNumber());
        }
    }

    @Test
    void shouldDrawKeysByTheDistribution() {
        for (Model model : List.of(TestModels.PAYMENTS, TestModels.DEVICES)) {
            Map<Object, Integer> uniform = counts(generator(model), model, 100_000);
            assertThat(uniform).hasSize(100);
            assertThat(uniform.values()).as("seed=%d", SEED).allMatch(count -> count > 800 && count < 1_200);
            ModelEventGenerator skewed = new ModelEventGenerator(model, SEED, 100, Distribution.zipf(1));
            // The first of 100 ranks has a share of 1 in 5.19.
            assertThat(Collections.max(counts(skewed, model, 100_000).values()))
                    .as("seed=%d", SEED)
                    .isBetween(18_500, 20_100);
        }
    }

    @Test
    void shouldBoundItsKeys() {
        Model longNamed = ModelFile.parse(
                TestModels.DEVICES_YAML.replace("entity: device", "entity: " + "e".repeat(63)), "model.yaml");
        EntityKeys keys = new EntityKeys(longNamed);
        assertThat(keys.id(999_999_999).text()).isEqualTo("e".repeat(54) + "-999999999");
        assertThat(keys.id(0).text()).isEqualTo("e".repeat(54) + "-0000000");
        EntityKeys devices = new EntityKeys(TestModels.DEVICES);
        assertThat(devices.id(17).text()).isEqualTo("device-0000017");
        assertThat(devices.id(9_999_999).text()).isEqualTo("device-9999999");
        assertThat(devices.id(10_000_000).text()).isEqualTo("device-10000000");
        assertThat(new EntityKeys(TestModels.PAYMENTS).id(17)).isEqualTo(EntityId.of(17));
    }

    @Test
    void shouldDrawAnEventOfTheEntityTold() {
        ModelEventGenerator readings = new ModelEventGenerator(TestModels.DEVICES, SEED, 10, Distribution.uniform());
        DeclaredEvent reading = new DeclaredEvent(TestModels.DEVICES.event());
        readings.next(17, 1_795_132_800_000L, reading);
        assertThat(reading.keyText()).isEqualTo("device-0000017");
        assertThat(reading.timestampMs()).isEqualTo(1_795_132_800_000L);
    }

    /** A sum of 32 bits would overflow after some thousand of the largest numbers. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ""                         |      0 |   1000
            , max: 604800              |      0 |  10000
            , min: -5000, max: 500     |      0 |    500
            , min: -50000, max: -20000 | -30000 | -20000
            , min: 20000, max: 50000   |  20000 |  30000
            , min: 20000, max: 20010   |  20000 |  20010
            , min: -50000, max: 50000  |      0 |  10000
            """)
    void shouldDrawSmallNumbersIfTheirSumsAreNarrow(String bounds, long least, long greatest) {
        String given = bounds.startsWith(",") ? bounds : "";
        Model model = ModelFile.parse(
                TestModels.PAYMENTS_YAML.replace("min: 0, max: 10000, optional: true", "sum: int" + given),
                "model.yaml");
        ModelEventGenerator payments = new ModelEventGenerator(model, SEED, 10, Distribution.uniform());
        DeclaredEvent payment = new DeclaredEvent(model.event());
        LongSummaryStatistics items = new LongSummaryStatistics();
        for (int i = 0; i < 5_000; i++) {
            payments.next(0, payment);
            items.accept(payment.values().bits(1));
        }
        long tenth = (greatest - least) / 10;
        assertThat(items.getMin()).as("seed=%d", SEED).isBetween(least, least + tenth);
        assertThat(items.getMax()).as("seed=%d", SEED).isBetween(greatest - tenth, greatest);
    }

    @Test
    void shouldRefuseNumbersOfEntitiesOutsideTheirLimits() {
        for (long entities : List.of(0L, 1_000_000_001L)) {
            assertFails(
                            InvalidInputException.class,
                            () -> new ModelEventGenerator(TestModels.PAYMENTS, SEED, entities, Distribution.uniform()))
                    .hasMessage("entities=" + entities + " is outside 1..1000000000. Give a number inside.");
        }
    }
}
