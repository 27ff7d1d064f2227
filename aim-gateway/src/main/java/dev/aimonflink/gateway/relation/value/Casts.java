package dev.aimonflink.gateway.relation.value;

import dev.aimonflink.gateway.relation.Environment;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgText;
import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.sql.type.SqlNames;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;

/** Values of one type as values of another. */
public final class Casts {
    private static final int NAME_CHARACTERS = 63;
    private static final int DIGITS_OF_FLOAT4 = 6;
    private static final int DIGITS_OF_FLOAT8 = 15;

    private Casts() {}

    /** Whether {@code CAST} can be written between the types. */
    public static boolean exists(PgType from, PgType to) {
        if (Coercion.isImplicit(from, to) || from.isText() || to.isText()) {
            return to != PgType.VOID;
        }
        if (from.isArray() && to.isArray()) {
            return exists(from.element(), to.element());
        }
        return !from.isArray()
                && !to.isArray()
                && ((isNumber(from) && isNumber(to))
                        || (from == PgType.BOOL && to == PgType.INT4)
                        || (from == PgType.INT4 && to == PgType.BOOL)
                        || (from.category() == 'D' && to.category() == 'D'));
    }

    private static boolean isNumber(PgType type) {
        return type.category() == 'N';
    }

    /** @param value may be null */
    public static Object convert(Object value, PgType from, PgType to, Environment environment) {
        if (value == null || from == to) {
            return value;
        }
        if (from.isText() && to.isText()) {
            return cut((String) value, to);
        }
        if (from.isText()) {
            return text(environment).read(to, (String) value);
        }
        if (to.isText()) {
            return from == PgType.BOOL
                    ? value.toString()
                    : cut(text(environment).write(from, value), to);
        }
        if (to.isArray()) {
            return elements((List<?>) value, from, to, environment);
        }
        if (isNumber(from) && isNumber(to)) {
            return number(value, to);
        }
        if (to == PgType.INT4 || to == PgType.BOOL) {
            return to == PgType.INT4 ? (Object) ((Boolean) value ? 1L : 0L) : (Object) ((Long) value != 0);
        }
        return time(value, to, environment);
    }

    private static PgText text(Environment environment) {
        return new PgText(environment.zone(), environment.relations());
    }

    private static String cut(String text, PgType to) {
        return switch (to) {
            case NAME -> left(text, NAME_CHARACTERS);
            case CHAR -> left(text, 1);
            default -> text;
        };
    }

    static String left(String text, int characters) {
        return text.codePointCount(0, text.length()) <= characters
                ? text
                : text.substring(0, text.offsetByCodePoints(0, characters));
    }

    private static List<Object> elements(List<?> values, PgType from, PgType to, Environment environment) {
        List<Object> converted = new ArrayList<>(values.size());
        for (Object value : values) {
            converted.add(convert(value, from.element(), to.element(), environment));
        }
        return converted;
    }

    private static Object number(Object value, PgType to) {
        if (to.isWhole()) {
            return whole(value, to);
        }
        return switch (to) {
            case FLOAT8 -> ((Number) value).doubleValue();
            case FLOAT4 -> (double) ((Number) value).floatValue();
            default -> numeric(value);
        };
    }

    static BigDecimal numeric(Object value) {
        if (value instanceof BigDecimal number) {
            return number;
        } else if (value instanceof Long whole) {
            return BigDecimal.valueOf(whole);
        }
        double number = (Double) value;
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            throw Faults.outOfRange(PgType.NUMERIC);
        }
        int digits = (float) number == number ? DIGITS_OF_FLOAT4 : DIGITS_OF_FLOAT8;
        BigDecimal rounded = new BigDecimal(number).round(new MathContext(DIGITS_OF_FLOAT8));
        BigDecimal shorter = digits == DIGITS_OF_FLOAT8 ? rounded : rounded.stripTrailingZeros();
        BigDecimal plain = shorter.stripTrailingZeros();
        return plain.scale() < 0 ? plain.setScale(0) : plain;
    }

    private static Long whole(Object value, PgType to) {
        BigDecimal rounded;
        if (value instanceof Long whole) {
            return Arithmetic.checked(whole, to);
        } else if (value instanceof Double number) {
            if (Double.isNaN(number) || Double.isInfinite(number)) {
                throw Faults.outOfRange(to);
            }
            rounded = new BigDecimal(Math.rint(number));
        } else {
            rounded = ((BigDecimal) value).setScale(0, RoundingMode.HALF_UP);
        }
        try {
            return Arithmetic.checked(rounded.longValueExact(), to);
        } catch (ArithmeticException tooLarge) {
            throw Faults.outOfRange(to);
        }
    }

    private static Object time(Object value, PgType to, Environment environment) {
        LocalDateTime time = value instanceof Instant instant
                ? LocalDateTime.ofInstant(instant, environment.zone())
                : value instanceof LocalDate date ? date.atStartOfDay() : (LocalDateTime) value;
        return switch (to) {
            case DATE -> time.toLocalDate();
            case TIMESTAMP -> time;
            default -> time.atZone(environment.zone()).toInstant();
        };
    }

    /** The value with no more digits or characters than the modifier of its type allows. */
    public static Object limit(Object value, PgType type, int modifier) {
        if (value == null || modifier == PgColumn.NO_MODIFIER) {
            return value;
        }
        return switch (type) {
            case VARCHAR -> left((String) value, NamedTypes.length(modifier));
            case BPCHAR -> padded((String) value, NamedTypes.length(modifier));
            case NUMERIC -> rounded((BigDecimal) value, modifier);
            default -> value;
        };
    }

    private static String padded(String text, int length) {
        String cut = left(text, length);
        return cut + " ".repeat(length - cut.codePointCount(0, cut.length()));
    }

    private static BigDecimal rounded(BigDecimal number, int modifier) {
        BigDecimal rounded = number.setScale(NamedTypes.scale(modifier), RoundingMode.HALF_UP);
        if (rounded.signum() != 0 && rounded.precision() > NamedTypes.precision(modifier)) {
            throw new SqlException(
                    SqlState.NUMBER_OUT_OF_RANGE,
                    SqlException.NOWHERE,
                    "numeric field overflow. Write a numeric with more digits.");
        }
        return rounded;
    }

    /** The error of two types between which there is none. */
    public static SqlException missing(PgType from, PgType to, int position) {
        return new SqlException(
                SqlState.CANNOT_COERCE,
                position,
                "cannot cast type " + SqlNames.of(from) + " to " + SqlNames.of(to) + ". Cast it to text first.");
    }
}
