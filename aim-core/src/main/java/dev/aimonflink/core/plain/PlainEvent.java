package dev.aimonflink.core.plain;

import dev.aimonflink.core.model.EventField;
import dev.aimonflink.core.model.EventType;
import dev.aimonflink.core.model.EventValues;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An event as it was counted. It names fields and conditions instead of numbering them, so that it can outlive its model.
 *
 * @param number events are numbered in order of arrival
 * @param values those that are not null, by the name of their field, as {@link Bound} represents them
 * @param conditions those that are true for it
 */
record PlainEvent(long number, long timeMs, Map<String, Object> values, Set<String> conditions) {
    /** @param conditions the bound ones, by their text */
    static PlainEvent of(long number, long timeMs, EventValues given, EventType type, Map<String, Bound> conditions) {
        List<Object> row = new ArrayList<>();
        Map<String, Object> values = new HashMap<>();
        for (EventField field : type.fields()) {
            Object value = value(field, row.size(), given);
            row.add(value);
            if (value != null) {
                values.put(field.name(), value);
            }
        }
        Set<String> holding = new HashSet<>();
        conditions.forEach((text, condition) -> {
            if (Boolean.TRUE.equals(RowEvaluator.evaluate(condition, row::get))) {
                holding.add(text);
            }
        });
        return new PlainEvent(number, timeMs, values, holding);
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
}
