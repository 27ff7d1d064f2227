package dev.aimonflink.matrix.model;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

/** Finds what is wrong with a profile of a model, whatever its format. */
public final class ProfileFaults {
    private final EntityKey key;
    private final List<Attribute> attributes;

    public ProfileFaults(Model model) {
        key = model.event().key();
        attributes = model.entity().attributes();
    }

    /** Why the matrix cannot keep a profile, or null. Values have the classes of their attributes' types. */
    public String of(EntityProfile profile) {
        String fault = ofKey(profile.key());
        for (int index = 0; index < attributes.size() && fault == null; index++) {
            Object value = profile.attributes().value(index);
            fault = value == null ? null : ofValue(attributes.get(index), value);
        }
        return fault;
    }

    /** Why an entity cannot have a key, or null. */
    public String ofKey(EntityId id) {
        return key.isText() ? key.faultOf(id.text()) : null;
    }

    private static String ofValue(Attribute attribute, Object value) {
        return switch (attribute.type().kind()) {
            case TEXT -> ofText(attribute, (String) value);
            case TIME -> {
                long epochMs = (Long) value;
                yield EventFaults.isTime(epochMs) ? null : EventFaults.outside(attribute.name(), epochMs);
            }
            case DOUBLE ->
                Double.isFinite((Double) value) ? null : attribute.name() + "=" + value + " is no finite number";
            case INT, LONG, DECIMAL -> {
                long units = (Long) value;
                long max = max(attribute.type());
                yield units >= min(attribute.type()) && units <= max
                        ? null
                        : outside(attribute, shown(attribute.type(), units));
            }
            case BOOLEAN, ENUM -> null;
        };
    }

    private static String ofText(Attribute attribute, String text) {
        return text.length() <= Attributes.MAX_TEXT_LENGTH
                ? null
                : attribute.name() + " is longer than " + Attributes.MAX_TEXT_LENGTH + " characters";
    }

    /** The fault of an exact number, as written. */
    public static String outside(Attribute attribute, String value) {
        FieldType type = attribute.type();
        return EventFaults.outside(attribute.name(), value, shown(type, min(type)), shown(type, max(type)));
    }

    private static String shown(FieldType type, long units) {
        return BigDecimal.valueOf(units, type.scale()).toPlainString();
    }

    private static long min(FieldType type) {
        // The least long stands for no value where attributes are scanned.
        return type.is(FieldType.Kind.INT) ? Integer.MIN_VALUE : -max(type);
    }

    private static long max(FieldType type) {
        return switch (type.kind()) {
            case INT -> Integer.MAX_VALUE;
            case DECIMAL -> BigInteger.TEN.pow(type.precision()).longValueExact() - 1;
            default -> Long.MAX_VALUE;
        };
    }
}
