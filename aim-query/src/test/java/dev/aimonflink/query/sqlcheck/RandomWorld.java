package dev.aimonflink.query.sqlcheck;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.names.EntityTable;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.query.ask.tables.MatrixTables;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A small model by chance, and random events and profiles of its entities. Values are often at the edges of what lanes hold: 0, both
 * ends of 32 bits, far more than these, and the zero with a sign.
 */
final class RandomWorld {
    static final long DAY_MS = 86_400_000;

    /** Noon of a Friday, so that the day's totals differ from the week's. */
    static final long NOW_MS = Instant.parse("2026-11-20T12:00:00Z").toEpochMilli();

    private static final int[] ENTITIES = {0, 1, 7, 60, 60, 60, 250, 250, 250, 700, 2_049, 4_200};
    private static final List<String> ZIPS = List.of("CH-8000", "CH-3000", "DE-80801", "XX-1");
    private static final List<String> TIERS = List.of("silver", "gold", "basic");
    private static final List<String> NOTES = List.of("", "a", "b%", "Z\u00fcrich", "\uD83D\uDE80", "\uFFFD");
    private static final double[] RATES = {0, -0.0, 1.25, -2.5, 1e300, 3, 0.1};

    private static final EntityTables FILES = new EntityTables(List.of(
            new EntityTable(
                    "regions",
                    List.of("zip", "city", "country", "people"),
                    List.of(
                            new String[] {"CH-8000", "Zurich", "Switzerland", "400"},
                            new String[] {"CH-3000", "Bern", "Switzerland", ""},
                            new String[] {"DE-80801", "Munich", "Germany", "1500"})),
            new EntityTable(
                    "banks",
                    List.of("id", "bank"),
                    List.of(new String[] {"1", "one"}, new String[] {"20", "twenty"}, new String[] {"3", "one"}))));

    /** Attributes without a table that are numbers and times. Some worlds have them. */
    private static final String NUMBERS =
            "\n  worth: money\n  points: long\n  age: int\n  score: double\n  since: time";

    private final Random random;
    private final MatrixSchema schema;
    private final MatrixTables tables;
    private final boolean hasTextKeys;
    private final boolean isNarrow;
    private final boolean hasNumbers;
    private final int entities;

    /** The numbers of a world: each has a seed of its own, so that one can be drawn alone. */
    static Random random(long seed, int world) {
        return new Random(seed + world * 0x9E3779B97F4A7C15L);
    }

    RandomWorld(Random random) {
        this.random = random;
        hasTextKeys = random.nextInt(5) == 0;
        isNarrow = random.nextInt(3) == 0;
        hasNumbers = hasTextKeys && !isNarrow;
        entities = ENTITIES[random.nextInt(ENTITIES.length)];
        schema = MatrixSchema.of(ModelFile.parse(model(), "random.yaml"));
        tables = new MatrixTables(schema, FILES, Map.of());
    }

    MatrixTables tables() {
        return tables;
    }

    MatrixSchema schema() {
        return schema;
    }

    private String model() {
        List<String> lines = new ArrayList<>(List.of(
                "model: random",
                "entity: card",
                "event: payment",
                "key: " + (hasTextKeys ? "{name: cardId, type: text}" : "cardId"),
                "time: timestamp",
                "fields:",
                "  amount: money",
                "  items: {type: int, optional: true" + any("", ", sum: int") + "}",
                "  bytes: long",
                "  rate: double",
                "  online: boolean",
                "  bookedAt: time",
                "attributes:",
                "  zip: {type: text, table: regions, columns: " + any("[city, country]", "[city]") + "}",
                "  tier: {type: enum, values: [silver, gold, basic]}",
                "  homeBank: {type: int, table: banks, columns: [bank]}",
                "  note: text",
                "  vip: boolean" + (hasNumbers ? NUMBERS : ""),
                "tables: {regions: regions.csv, banks: banks.csv}",
                "filters: {online: online}",
                "windows: " + any("[1 day]", "[ever]", "[1 day, 1 week]", "[last 24 hours]"),
                "aggregates:",
                "  events: [count]",
                "  amount: " + any("[sum, max]", "[min, max, avg]", "[sum, stdev]", "[sum, min, max, avg]"),
                "  items: " + any("[sum]", "[sum, max, min]", "[avg, max]"),
                "  bytes: " + any("[sum, max]", "[min]", "[max, min]"),
                "  rate: " + any("[sum]", "[min, max]", "[sum, max]")));
        if (random.nextBoolean()) {
            lines.add("  bookedAt: [max]");
        }
        return String.join("\n", lines) + "\n";
    }

    private String any(String... texts) {
        return texts[random.nextInt(texts.length)];
    }

    /** Draws all events and profiles, in the order in which they come. */
    void draw(Consumer<DeclaredEvent> events, BiConsumer<EntityId, Attributes> profiles) {
        for (int entity = 0; entity < entities; entity++) {
            for (int i = random.nextInt(4); i > 0; i--) {
                events.accept(event(entity));
            }
            if (random.nextInt(4) > 0) {
                profiles.accept(key(entity), Attributes.of(profile()));
            }
        }
    }

    private EntityId key(int entity) {
        return hasTextKeys ? EntityId.of("card " + entity) : EntityId.of(entity * 3L - 5);
    }

    private DeclaredEvent event(int entity) {
        DeclaredEvent event = new DeclaredEvent(schema.model().event());
        if (hasTextKeys) {
            event.keyText(key(entity).text());
        } else {
            event.keyNumber(key(entity).number());
        }
        event.timestampMs(NOW_MS - random.nextInt(60) * 3_600_000L);
        event.values().bits(0, number());
        if (random.nextBoolean()) {
            event.values().bits(1, random.nextInt(40) == 0 ? edge() : random.nextInt(9) - 3);
        }
        event.values().bits(2, number());
        event.values().bits(3, Double.doubleToRawLongBits(rate()));
        event.values().bits(4, random.nextInt(2));
        event.values().bits(5, NOW_MS + random.nextInt(1_000));
        return event;
    }

    private double rate() {
        double rate = RATES[random.nextInt(RATES.length)];
        return isNarrow && rate == 0 ? 0.5 : rate;
    }

    private long number() {
        int kind = random.nextInt(isNarrow ? 40 : 60);
        return kind > 41
                ? random.nextInt(3) * 9_000_000_000L - 9_000_000_000L
                : kind == 40 ? edge() : random.nextInt(60) - 20;
    }

    /** Near the ends of 32 bits, which stand for null in some columns. */
    private int edge() {
        return (random.nextBoolean() ? Integer.MAX_VALUE - 1 : Integer.MIN_VALUE + 2);
    }

    private Object[] profile() {
        List<Object> values = new ArrayList<>(names());
        if (hasNumbers) {
            for (Supplier<Object> number : List.<Supplier<Object>>of(
                    this::number,
                    this::number,
                    () -> random.nextBoolean() ? Integer.MIN_VALUE : (long) edge(),
                    this::rate,
                    () -> NOW_MS + random.nextInt(1_000))) {
                values.add(random.nextInt(4) == 0 ? null : number.get());
            }
        }
        return values.toArray();
    }

    private List<Object> names() {
        return Arrays.asList(
                anyOrNull(ZIPS),
                anyOrNull(TIERS),
                random.nextInt(4) == 0
                        ? null
                        : (Object) List.of(1L, 20L, 3L, 39L).get(random.nextInt(4)),
                anyOrNull(NOTES),
                random.nextInt(5) == 0 ? null : (Object) random.nextBoolean());
    }

    private Object anyOrNull(List<String> texts) {
        return random.nextInt(5) == 0 ? null : texts.get(random.nextInt(texts.size()));
    }
}
