package dev.aimonflink.matrix.plain;

import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventType;
import dev.aimonflink.matrix.model.EventValues;
import dev.aimonflink.matrix.model.SharedValues;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * An event as it was counted, with the names of fields and conditions instead of numbers, so that it can outlive its model. Equal values
 * share one object, so tens of millions fit a heap.
 */
final class PlainEvent {
    static final class Reader {
        private final EventType type;
        private final Map<String, Bound> conditions;
        private final Map<String, Integer> places = new HashMap<>();
        private final SharedValues shared;
        private final Map<Set<String>, Set<String>> sharedSets = new HashMap<>();

        Reader(EventType type, Map<String, Bound> conditions) {
            this.type = type;
            this.conditions = conditions;
            type.fields().forEach(field -> places.put(field.name(), places.size()));
            shared = new SharedValues(places.size());
        }

        PlainEvent event(long number, long timeMs, EventValues given) {
            Object[] values = new Object[places.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = shared.share(i, value(type.fields().get(i), i, given));
            }
            Set<String> holding = new HashSet<>();
            conditions.forEach((text, condition) -> {
                if (Boolean.TRUE.equals(RowEvaluator.evaluate(condition, column -> values[column]))) {
                    holding.add(text);
                }
            });
            return new PlainEvent(number, timeMs, places, values, sharedSets.computeIfAbsent(holding, Set::copyOf));
        }
    }

    private final long number;
    private final long timeMs;
    private final Map<String, Integer> places;
    private final Object[] values;
    private final Set<String> conditions;

    private PlainEvent(long number, long timeMs, Map<String, Integer> places, Object[] values, Set<String> conditions) {
        this.number = number;
        this.timeMs = timeMs;
        this.places = places;
        this.values = values;
        this.conditions = conditions;
    }

    private static Object value(EventField field, int index, EventValues given) {
        if (given.isNull(index)) {
            return null;
        }
        return switch (field.type().kind()) {
            case BOOLEAN -> given.bits(index) == 1;
            case INT, LONG -> given.bits(index);
            case DECIMAL -> BigDecimal.valueOf(given.bits(index), field.type().scale());
            case DOUBLE -> Double.longBitsToDouble(given.bits(index));
            case ENUM -> field.type().labels().get((int) given.bits(index));
            case TEXT -> given.text(index);
            case TIME -> Instant.ofEpochMilli(given.bits(index));
        };
    }

    /** In order of arrival. */
    long number() {
        return number;
    }

    long timeMs() {
        return timeMs;
    }

    /** The value of a field, as {@link Bound} represents it; null if the event has none. */
    Object value(String field) {
        Integer place = places.get(field);
        return place == null ? null : values[place];
    }

    boolean fulfils(String condition) {
        return conditions.contains(condition);
    }
}
