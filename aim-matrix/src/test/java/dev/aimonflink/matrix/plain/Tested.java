package dev.aimonflink.matrix.plain;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventValues;
import dev.aimonflink.matrix.model.FieldType.Kind;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.matrix.plain.PlainMatrix.Outcome;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;

/** A matrix of payments, and values by the names of columns. */
record Tested(Model model, PlainMatrix matrix) {
    /** The entity of most tests. */
    static final Object CARD = 7L;

    static Tested of(Model model) {
        return of(model, ZoneOffset.UTC);
    }

    static Tested of(Model model, ZoneId zone) {
        return new Tested(model, new PlainMatrix(model, zone));
    }

    /** @param values in the order of the fields, null for those that are missing */
    Outcome pay(String time, Object... values) {
        return payOf(CARD, time, values);
    }

    Outcome payOf(Object key, String time, Object... values) {
        List<EventField> fields = model.event().fields();
        EventValues event = new EventValues(fields.size());
        for (int field = 0; field < values.length; field++) {
            if (values[field] instanceof String text && fields.get(field).type().is(Kind.TEXT)) {
                event.text(field, text);
            } else if (values[field] != null) {
                event.bits(field, bits(values[field]));
            }
        }
        return matrix.apply(key, ms(time), event);
    }

    private static long bits(Object value) {
        if (value instanceof Boolean truth) {
            return truth ? 1 : 0;
        } else if (value instanceof Double number) {
            return Double.doubleToRawLongBits(number);
        } else if (value instanceof String decimal) {
            return new BigDecimal(decimal).unscaledValue().longValueExact();
        } else {
            return ((Number) value).longValue();
        }
    }

    void advanceTo(String time) {
        matrix.advanceTo(ms(time));
    }

    Object value(String column) {
        return valueOf(CARD, column);
    }

    Object valueOf(Object key, String column) {
        return matrix.value(key, columnOf(model, column));
    }

    /** A model with one field {@code x}, which may be missing. */
    static Model modelOf(String type, String windows, String functions) {
        return model("x: {type: " + type + ", optional: true}", "positive: x > 0", windows, "x: [" + functions + "]");
    }

    static Model model(String fields, String filters, String windows, String aggregates) {
        return ModelFile.parse("""
                model: payments
                entity: card
                event: payment
                key: cardId
                time: at
                fields: {%s}
                filters: {%s}
                windows: [%s]
                aggregates: {events: [count], %s}
                """.formatted(fields, filters, windows, aggregates), "model.yaml");
    }

    static ModelColumn columnOf(Model model, String name) {
        return model.columns().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no column " + name + " in " + model.columns()));
    }

    static long ms(String time) {
        return Instant.parse(time).toEpochMilli();
    }
}
