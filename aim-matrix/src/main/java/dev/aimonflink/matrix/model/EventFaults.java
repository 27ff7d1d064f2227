package dev.aimonflink.matrix.model;

import dev.aimonflink.matrix.model.FieldType.Kind;
import java.math.BigDecimal;
import java.util.List;

/** Finds what is wrong with an event of a model, whatever its format. */
public final class EventFaults {
    /** Earliest and latest times: 1970 and the end of 9998, between which calendar computations are exact. */
    public static final long MIN_TIMESTAMP_MS = 0;

    public static final long MAX_TIMESTAMP_MS = 253_370_764_800_000L;

    private final EventType type;
    private final List<EventField> fields;
    private final long[] min;
    private final long[] max;

    public EventFaults(EventType type) {
        this.type = type;
        fields = type.fields();
        min = new long[fields.size()];
        max = new long[fields.size()];
        for (int field = 0; field < min.length; field++) {
            boolean isExact = isExact(fields.get(field));
            min[field] = isExact ? fields.get(field).minUnits() : Long.MIN_VALUE;
            max[field] = isExact ? fields.get(field).maxUnits() : Long.MAX_VALUE;
        }
    }

    private static boolean isExact(EventField field) {
        return field.type().isNumber() && !field.type().is(Kind.DOUBLE);
    }

    /** Why the matrix cannot count an event, or null. */
    public String of(DeclaredEvent event) {
        String fault = ofKeyAndTime(event);
        for (int field = 0; field < min.length && fault == null; field++) {
            fault = ofField(field, event.values());
        }
        return fault;
    }

    private String ofKeyAndTime(DeclaredEvent event) {
        String fault = type.key().isText() ? type.key().faultOf(event.keyText()) : null;
        if (fault != null) {
            return fault;
        }
        return isTime(event.timestampMs()) ? null : outside(type.time(), event.timestampMs());
    }

    static boolean isTime(long epochMs) {
        return epochMs >= MIN_TIMESTAMP_MS && epochMs <= MAX_TIMESTAMP_MS;
    }

    static String outside(String name, long epochMs) {
        return name + "=" + epochMs + " is outside " + MIN_TIMESTAMP_MS + ".." + MAX_TIMESTAMP_MS;
    }

    private String ofField(int index, EventValues values) {
        EventField field = fields.get(index);
        if (values.isNull(index)) {
            return field.isOptional() ? null : field.name() + " is missing";
        }
        return switch (field.type().kind()) {
            case TEXT ->
                values.text(index).length() <= FieldType.MAX_TEXT_LENGTH
                        ? null
                        : field.name() + " is longer than " + FieldType.MAX_TEXT_LENGTH + " characters";
            case TIME -> isTime(values.bits(index)) ? null : outside(field.name(), values.bits(index));
            case DOUBLE -> ofDouble(field, Double.longBitsToDouble(values.bits(index)));
            case INT, LONG, DECIMAL -> {
                long bits = values.bits(index);
                yield bits >= min[index] && bits <= max[index] ? null : outside(field, field.shown(bits));
            }
            case BOOLEAN, ENUM -> null;
        };
    }

    private static String ofDouble(EventField field, double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return field.name() + "=" + value + " is no number that can be summed";
        }
        boolean isInside = (field.min() == null || value >= field.min().doubleValue())
                && (field.max() == null || value <= field.max().doubleValue());
        return isInside ? null : outside(field, Double.toString(value), text(field.min()), text(field.max()));
    }

    private static String text(BigDecimal bound) {
        return bound == null ? "" : bound.toPlainString();
    }

    /** The fault of an exact number, as written. */
    public static String outside(EventField field, String value) {
        return outside(field, value, field.shown(field.minUnits()), field.shown(field.maxUnits()));
    }

    private static String outside(EventField field, String value, String min, String max) {
        return outside(field.name(), value, min, max);
    }

    static String outside(String name, String value, String min, String max) {
        return name + "=" + value + " is outside " + min + ".." + max;
    }
}
