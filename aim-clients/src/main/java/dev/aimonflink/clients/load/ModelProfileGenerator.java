package dev.aimonflink.clients.load;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.model.Attribute;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.EntityProfile;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventValues;
import dev.aimonflink.matrix.model.FieldType;
import dev.aimonflink.matrix.model.FieldType.Kind;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTable;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.sql.text.Spelling;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Draws the attributes of a model's entities 0 to n-1: those with a table uniformly from its keys, others by type as in {@link
 * FieldGenerator}. A profile depends only on the seed and the entity, so any of them can be regenerated. For one thread.
 */
public final class ModelProfileGenerator {
    /** Time attributes are in the ten years before this moment, so that profiles do not depend on the day. */
    static final long LATEST_MS = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();

    static final long TIME_SPAN_MS = TimeUnit.DAYS.toMillis(3_652);

    private final long scrambledSeed;
    private final EntityKeys keys;
    private final List<Drawn> attributes = new ArrayList<>();
    private final EventValues drawn;
    private final Object[] values;

    /** @param byType null if there are choices */
    private record Drawn(FieldType type, List<Object> choices, FieldGenerator byType) {}

    /** @throws InvalidInputException if a table has no keys, or one that the attribute cannot have */
    public ModelProfileGenerator(Model model, long seed, EntityTables tables) {
        // Neighbouring seeds must not give neighbouring entities.
        scrambledSeed = new SplittableRandom(seed).nextLong();
        keys = new EntityKeys(model);
        List<Attribute> declared = model.entity().attributes();
        drawn = new EventValues(declared.size());
        values = new Object[declared.size()];
        for (int index = 0; index < declared.size(); index++) {
            attributes.add(drawn(declared.get(index), index, tables));
        }
    }

    /** For the benchmark's subscribers, whose tables are in the jar. */
    public static ModelProfileGenerator ofSubscribers(long seed) {
        return new ModelProfileGenerator(CallModel.smallest(), seed, PresetModels.tables());
    }

    private static Drawn drawn(Attribute attribute, int index, EntityTables tables) {
        FieldType type = attribute.type();
        if (attribute.table() == null) {
            EventField asField = EventField.of(attribute.name(), type);
            return new Drawn(type, null, new FieldGenerator(asField, index, TIME_SPAN_MS));
        }
        EntityTable table = tables.table(attribute.table());
        if (table.rows() == 0) {
            throw new InvalidInputException("table=" + attribute.table() + " has no rows to draw attribute '"
                    + attribute.name() + "' from. Give it one.");
        }
        List<Object> choices =
                table.column(0).stream().map(key -> choice(key, attribute)).toList();
        return new Drawn(type, choices, null);
    }

    private static Object choice(String key, Attribute attribute) {
        try {
            return attribute.type().is(Kind.ENUM) ? label(key, attribute.type()) : value(key, attribute.type());
        } catch (ArithmeticException | DateTimeException | IllegalArgumentException noValue) {
            throw new InvalidInputException(
                    "table=" + attribute.table() + " has the key '" + Spelling.shortened(key)
                            + "', but attribute '" + attribute.name() + "' is of the type " + attribute.type()
                            + ". Fix the key or the type.",
                    noValue);
        }
    }

    private static String label(String key, FieldType type) {
        if (!type.labels().contains(key)) {
            throw new IllegalArgumentException(key);
        }
        return key;
    }

    private static Object value(String key, FieldType type) {
        return switch (type.kind()) {
            case BOOLEAN -> Boolean.valueOf(key);
            case INT -> (long) Integer.parseInt(key);
            case LONG -> Long.parseLong(key);
            case DECIMAL ->
                new BigDecimal(key)
                        .setScale(type.scale(), RoundingMode.UNNECESSARY)
                        .unscaledValue()
                        .longValueExact();
            case DOUBLE -> Double.valueOf(key);
            case TIME -> Instant.parse(key).toEpochMilli();
            case ENUM, TEXT -> key;
        };
    }

    public EntityProfile profile(long entity) {
        SplittableRandom random = new SplittableRandom(scrambledSeed ^ entity);
        drawn.clear();
        for (int index = 0; index < values.length; index++) {
            Drawn attribute = attributes.get(index);
            if (attribute.choices() == null) {
                attribute.byType().draw(random, LATEST_MS, drawn);
                values[index] = value(index, attribute.type());
            } else {
                values[index] = attribute
                        .choices()
                        .get(random.nextInt(attribute.choices().size()));
            }
        }
        return new EntityProfile(keys.id(entity), Attributes.of(values));
    }

    private Object value(int index, FieldType type) {
        long bits = drawn.bits(index);
        return switch (type.kind()) {
            case BOOLEAN -> bits != 0;
            case INT, LONG, DECIMAL, TIME -> bits;
            case DOUBLE -> Double.longBitsToDouble(bits);
            case ENUM -> type.labels().get((int) bits);
            case TEXT -> drawn.text(index);
        };
    }
}
