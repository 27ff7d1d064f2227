package dev.aimonflink.matrix.plain;

import dev.aimonflink.matrix.model.Aggregates;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventFilter;
import dev.aimonflink.matrix.model.EventType;
import dev.aimonflink.matrix.model.FieldType.Kind;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.RandomModels;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Draws events and profiles of a model for a few entities. Time goes on in steps of any length, and some events are late. They come
 * from several Kafka partitions, some of which are behind; now and then an entity changes to another one.
 */
public final class RandomUpdates {
    /** A Wednesday. */
    private static final long NOON_MS = Instant.parse("2026-11-18T12:00:00Z").toEpochMilli();

    private static final List<Long> NUMBERS = List.of(0L, -1L, 7L, Long.MIN_VALUE, Long.MAX_VALUE, 4_711L);
    private static final List<String> TEXTS =
            List.of("0", "A-7", " ", "Z\u00fcrich \ud83d\ude80", "k".repeat(64), "\u0000");

    private static final long MINUTE_MS = 60_000;
    private static final long DAY_MS = 24 * 60 * MINUTE_MS;

    private static final int KAFKA_PARTITIONS = 3;

    private final Random random;
    private final long[] behindMs = new long[KAFKA_PARTITIONS];
    private final long[] clocksMs = new long[KAFKA_PARTITIONS];
    private Model model;
    private long nowMs = NOON_MS;

    public RandomUpdates(Model model, Random random) {
        this.model = model;
        this.random = random;
        for (int partition = 1; partition < KAFKA_PARTITIONS; partition++) {
            behindMs[partition] = span();
        }
    }

    /** A model with attributes, with the key of another one if that is given, and sometimes with a filter that can fail. */
    public static Model model(Random random, EventType sameKeyOrNull) {
        RandomModels.Drawn any = RandomModels.nextOfEveryPolicy(random);
        Model drawn = RandomModels.withAttributes(any.model(), random);
        EventType type = drawn.event();
        if (sameKeyOrNull != null) {
            type = new EventType(type.name(), sameKeyOrNull.key(), type.time(), type.fields());
        }
        return new Model(drawn.name(), type, drawn.entity(), withRiskyFilter(drawn, random), drawn.names());
    }

    private static Aggregates withRiskyFilter(Model model, Random random) {
        Aggregates aggregates = model.aggregates();
        List<EventField> wholes = model.event().fields().stream()
                .filter(field -> field.type().is(Kind.INT) || field.type().is(Kind.LONG))
                .toList();
        if (wholes.isEmpty() || random.nextBoolean()) {
            return aggregates;
        }
        List<EventFilter> filters = new ArrayList<>(aggregates.filters());
        filters.add(new EventFilter("risky", "100 / " + wholes.get(0).name() + " > 20"));
        return new Aggregates(filters, aggregates.windows(), aggregates.aggregations(), aggregates.copies());
    }

    /** From now on, updates of another model of the same entities. */
    public void changeTo(Model other) {
        model = other;
    }

    public long nowMs() {
        return nowMs;
    }

    /** Lets time pass: mostly minutes, now and then a month. */
    public long later() {
        nowMs += span();
        return nowMs;
    }

    private long span() {
        return switch (random.nextInt(12)) {
            case 0 -> random.nextLong(40 * DAY_MS);
            case 1, 2 -> random.nextLong(3 * DAY_MS);
            case 3, 4, 5 -> random.nextLong(180 * MINUTE_MS);
            default -> random.nextLong(10 * MINUTE_MS);
        };
    }

    public EntityId key() {
        return model.event().key().isText()
                ? EntityId.of(TEXTS.get(random.nextInt(TEXTS.size())))
                : EntityId.of(NUMBERS.get(random.nextInt(NUMBERS.size())));
    }

    /** All entities of which there can be updates. */
    public List<EntityId> keys() {
        return model.event().key().isText()
                ? TEXTS.stream().map(EntityId::of).toList()
                : NUMBERS.stream().map(EntityId::of).toList();
    }

    /** An event of now, or a late one. */
    public DeclaredEvent event() {
        DeclaredEvent event = new DeclaredEvent(model.event());
        RandomModels.fill(event.values(), model, random);
        EntityId key = key();
        event.keyNumber(key.number());
        event.keyText(key.text());
        int partition = random.nextInt(30) == 0
                ? random.nextInt(KAFKA_PARTITIONS)
                : Math.floorMod(key.hashCode(), KAFKA_PARTITIONS);
        event.position(partition, 0);
        event.timestampMs(Math.max(0, nowMs - behindMs[partition] - (random.nextInt(4) == 0 ? span() : 0)));
        clocksMs[partition] = Math.max(clocksMs[partition], event.timestampMs());
        event.clockMs(clocksMs[partition]);
        return event;
    }

    /** What a profile says; nothing now and then. Its texts have no half characters, which messages replace. */
    public Attributes attributes() {
        if (random.nextInt(5) == 0) {
            return Attributes.NONE;
        }
        Attributes drawn = RandomModels.profile(model, random).attributes();
        Object[] values = new Object[drawn.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = drawn.value(i) instanceof String text
                    ? new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)
                    : drawn.value(i);
        }
        return Attributes.of(values);
    }
}
