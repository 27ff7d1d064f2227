package dev.aimonflink.clients.load;

import dev.aimonflink.clients.ModelProfile;
import dev.aimonflink.core.model.Attribute;
import dev.aimonflink.core.model.EventField;
import dev.aimonflink.core.model.EventValues;
import dev.aimonflink.core.model.FieldType;
import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.sql.text.Spelling;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Draws the attributes of a model's entities 0 to n-1: those with a table uniformly from its keys, the others by their types as
 * {@link FieldGenerator} says. A profile depends on the seed and the entity alone, so any of them can be generated again at any
 * time. For one thread.
 */
public final class ModelProfileGenerator {
    /** Attributes that are times are of the ten years before this moment, so that profiles do not depend on the day. */
    static final long LATEST_MS = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();

    static final long TIME_SPAN_MS = TimeUnit.DAYS.toMillis(3_652);

    private final long scrambledSeed;
    /** Null if keys are numbers. */
    private final EntityKeys keys;

    private final List<Drawn> attributes = new ArrayList<>();
    private final EventValues values;

    /**
     * An attribute.
     *
     * @param choices what it is drawn from; null if it is drawn by its type
     * @param values draws it otherwise; null if there are choices
     */
    private record Drawn(Attribute attribute, List<Object> choices, FieldGenerator values) {}

    /**
     * @param keysByTable the keys of each table, by its name. Attributes of a table that is not among them are drawn by their
     *     types.
     * @throws InvalidInputException if a table has no keys, or one that the attribute cannot have
     */
    public ModelProfileGenerator(Model model, long seed, Map<String, List<String>> keysByTable) {
        // Seeds that are neighbours must not give entities that are.
        scrambledSeed = new SplittableRandom(seed).nextLong();
        keys = model.event().key().isText() ? new EntityKeys(model.entity()) : null;
        List<Attribute> declared = model.entity().attributes();
        values = new EventValues(declared.size());
        for (int index = 0; index < declared.size(); index++) {
            attributes.add(drawn(declared.get(index), index, keysByTable));
        }
    }

    private static Drawn drawn(Attribute attribute, int index, Map<String, List<String>> keysByTable) {
        List<String> tableKeys = attribute.table() == null ? null : keysByTable.get(attribute.table());
        if (tableKeys == null) {
            EventField asField = EventField.of(attribute.name(), attribute.type());
            return new Drawn(attribute, null, new FieldGenerator(asField, index, TIME_SPAN_MS));
        }
        if (tableKeys.isEmpty()) {
            throw new InvalidInputException("table=" + attribute.table() + " has no rows to draw attribute '"
                    + attribute.name() + "' from. Give it one.");
        }
        List<Object> choices = new ArrayList<>();
        for (String key : tableKeys) {
            choices.add(choice(key, attribute));
        }
        return new Drawn(attribute, choices, null);
    }

    private static Object choice(String key, Attribute attribute) {
        FieldType type = attribute.type();
        try {
            return switch (type.kind()) {
                case INT -> (long) Integer.parseInt(key);
                case LONG -> Long.parseLong(key);
                case DECIMAL, DOUBLE -> new BigDecimal(key);
                case BOOLEAN -> Boolean.valueOf(key);
                case ENUM, TEXT, TIME -> key;
            };
        } catch (NumberFormatException noNumber) {
            throw new InvalidInputException(
                    "table=" + attribute.table() + " has the key '" + Spelling.shortened(key)
                            + "', but attribute '" + attribute.name() + "' is of the type " + type
                            + ". Fix the key or the type.",
                    noNumber);
        }
    }

    /** @param entity its number */
    public ModelProfile profile(long entity) {
        SplittableRandom random = new SplittableRandom(scrambledSeed ^ entity);
        values.clear();
        Map<String, Object> drawn = new LinkedHashMap<>();
        for (int index = 0; index < attributes.size(); index++) {
            Drawn each = attributes.get(index);
            Object value;
            if (each.choices() == null) {
                each.values().draw(random, LATEST_MS, values);
                value = value(index, each.attribute().type());
            } else {
                value = each.choices().get(random.nextInt(each.choices().size()));
            }
            drawn.put(each.attribute().name(), value);
        }
        return new ModelProfile(keys == null ? (Object) entity : keys.text(entity), drawn);
    }

    private Object value(int index, FieldType type) {
        long bits = values.bits(index);
        return switch (type.kind()) {
            case BOOLEAN -> bits != 0;
            case INT, LONG, TIME -> bits;
            case DECIMAL -> BigDecimal.valueOf(bits, type.scale());
            case DOUBLE -> Double.longBitsToDouble(bits);
            case ENUM -> type.labels().get((int) bits);
            case TEXT -> values.text(index);
        };
    }
}
