package dev.aimonflink.matrix.model;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * A field of events.
 *
 * @param min least value of a number; null for its type's
 * @param max greatest value, likewise
 * @param isOptional whether events may lack it
 * @param unknown the enumeration's value for all unknown ones; null if an event with one is wrong
 * @param measure its name within column names
 * @param hasNarrowSums whether sums have 32 bits instead of 64, except those of {@link Ever}. An event that would overflow one is a dead
 *     letter
 * @param draw which values generated events have
 */
public record EventField(
        String name,
        FieldType type,
        BigDecimal min,
        BigDecimal max,
        boolean isOptional,
        String unknown,
        String measure,
        boolean hasNarrowSums,
        Draw draw)
        implements Serializable {
    public EventField {
        min = min == null ? null : scaled(name, "min", min, type);
        max = max == null ? null : scaled(name, "max", max, type);
        if (min != null && max != null && min.compareTo(max) > 0) {
            throw wrong(
                    name,
                    "min",
                    "min=" + min.toPlainString() + " is greater than max=" + max.toPlainString() + ". Swap them.");
        }
        if (unknown != null && !type.labels().contains(unknown)) {
            throw wrong(name, "unknown", "unknown=" + unknown + " is not a value of the field. Add it to its values.");
        }
        if (hasNarrowSums && !type.is(FieldType.Kind.INT)) {
            throw wrong(
                    name,
                    "sum",
                    "Only sums of an int can have 32 bits. Take 'sum: int' out, or make the field an int.");
        }
        new DrawCheck(name, type, min, max, isOptional).require(draw);
    }

    private static ModelException wrong(String field, String key, String sentence) {
        return new ModelException(sentence, "fields", field, key);
    }

    private static BigDecimal scaled(String name, String key, BigDecimal given, FieldType type) {
        if (!type.isNumber()) {
            throw wrong(name, key, "Values of the type " + type + " have no " + key + ". Take it out.");
        }
        if (type.is(FieldType.Kind.DOUBLE)) {
            return given;
        }
        BigDecimal scaled;
        try {
            scaled = given.setScale(type.scale(), RoundingMode.UNNECESSARY);
        } catch (ArithmeticException tooFine) {
            throw wrong(
                    name,
                    key,
                    key + "=" + given.toPlainString() + " has more digits behind the point than " + type + ". Give "
                            + type.scale() + " at most.");
        }
        BigInteger units = scaled.unscaledValue();
        BigInteger limit = BigInteger.valueOf(limit(type));
        if (units.abs().compareTo(limit) > 0) {
            String greatest = new BigDecimal(limit, type.scale()).toPlainString();
            throw wrong(
                    name,
                    key,
                    key + "=" + given.toPlainString() + " is no " + type + ". Give a number in -" + greatest + ".."
                            + greatest + ", or another type.");
        }
        return scaled;
    }

    /** The least and greatest number of a width stand for extremes of no events. */
    private static long limit(FieldType type) {
        return switch (type.kind()) {
            case INT -> Integer.MAX_VALUE - 1;
            case DECIMAL -> BigInteger.TEN.pow(type.precision()).longValueExact() - 1;
            default -> Long.MAX_VALUE - 1;
        };
    }

    public static EventField of(String name, FieldType type) {
        return new EventField(name, type, null, null, false, null, Names.snakeCase(name), false, Draw.USUAL);
    }

    /** The least value of an exact number, in units of its last digit. */
    public long minUnits() {
        return min == null ? -limit(type) : min.unscaledValue().longValueExact();
    }

    public long maxUnits() {
        return max == null ? limit(type) : max.unscaledValue().longValueExact();
    }

    /** A value of an exact number as people write it, from its units. */
    public String shown(long units) {
        return BigDecimal.valueOf(units, type.scale()).toPlainString();
    }
}
