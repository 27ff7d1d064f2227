package dev.aimonflink.clients.model;

import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/** Makes an event that a model accepts, for documents; its first optional field is null. */
final class ExampleEvent {
    /** 2026-11-20T00:00:00Z. */
    private static final long TIMESTAMP_MS = 1_795_132_800_000L;

    private static final BigDecimal NUMBER = new BigDecimal("12.5");

    private ExampleEvent() {}

    static DeclaredEvent of(EventType type) {
        DeclaredEvent event = new DeclaredEvent(type);
        event.keyNumber(7);
        event.keyText("key-7");
        event.timestampMs(TIMESTAMP_MS);
        List<EventField> fields = type.fields();
        boolean hasNull = false;
        for (int index = 0; index < fields.size(); index++) {
            EventField field = fields.get(index);
            if (field.isOptional() && !hasNull) {
                hasNull = true;
            } else {
                fill(event, index, field);
            }
        }
        return event;
    }

    private static void fill(DeclaredEvent event, int index, EventField field) {
        switch (field.type().kind()) {
            case BOOLEAN -> event.values().bits(index, 1);
            case INT, LONG, DECIMAL -> event.values().bits(index, units(field));
            case DOUBLE -> event.values().bits(index, Double.doubleToLongBits(number(field)));
            case ENUM ->
                event.values().bits(index, Math.min(1, field.type().labels().size() - 1));
            case TEXT -> event.values().text(index, "abc");
            case TIME -> event.values().bits(index, TIMESTAMP_MS);
        }
    }

    private static long units(EventField field) {
        long units = NUMBER.setScale(field.type().scale(), RoundingMode.DOWN)
                .unscaledValue()
                .longValue();
        return Math.max(field.minUnits(), Math.min(field.maxUnits(), units));
    }

    private static double number(EventField field) {
        double number = NUMBER.doubleValue();
        if (field.max() != null) {
            number = Math.min(number, field.max().doubleValue());
        }
        return field.min() == null ? number : Math.max(number, field.min().doubleValue());
    }
}
