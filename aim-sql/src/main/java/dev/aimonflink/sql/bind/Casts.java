package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Letters;
import dev.aimonflink.sql.text.Spelling;
import dev.aimonflink.sql.type.ArrayText;
import dev.aimonflink.sql.type.FloatText;
import dev.aimonflink.sql.type.OidNames;
import dev.aimonflink.sql.type.PgText;
import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.TimeMath;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import static dev.aimonflink.sql.type.SqlType.Kind;

/** Converts values from one type to another, as PostgreSQL does. */
public final class Casts {
    private static final Pattern WHOLE = Pattern.compile("[+-]?\\d+");
    private static final long MAX_OID = 0xFFFF_FFFFL;
    private static final int NAME_CHARACTERS = 63;
    private static final BigDecimal MIN_LONG = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal MAX_LONG = BigDecimal.valueOf(Long.MAX_VALUE);

    private static final PgText TEXTS = new PgText(ZoneOffset.UTC, OidNames.NONE);

    private static final Set<Object> INFINITE =
            Set.of(Instant.MIN, Instant.MAX, LocalDateTime.MIN, LocalDateTime.MAX, LocalDate.MIN, LocalDate.MAX);

    private Casts() {}

    /** Whether an explicit conversion between two types exists. */
    public static boolean isKnown(SqlType from, SqlType to) {
        if (from.is(Kind.ARRAY) && to.is(Kind.ARRAY)) {
            return isKnown(from.element(), to.element());
        }
        if (from.kind() == to.kind() || from.is(Kind.UNKNOWN) || from.isText() || to.is(Kind.TEXT)) {
            return !to.is(Kind.ENUM) || from.equals(to) || from.is(Kind.UNKNOWN);
        }
        return (isNumberOrOid(from) && isNumberOrOid(to))
                || (from.isTime() && to.isTime())
                || (from.is(Kind.BOOLEAN) && to.is(Kind.INTEGER))
                || (from.is(Kind.INTEGER) && to.is(Kind.BOOLEAN));
    }

    private static boolean isNumberOrOid(SqlType type) {
        return type.isNumber() || type.is(Kind.OID);
    }

    public static Object convert(Object value, SqlType to, int position) {
        return switch (to.kind()) {
            case BOOLEAN -> toBoolean(value, position);
            case SMALLINT, INTEGER, BIGINT, OID -> toInteger(value, to, position);
            case NUMERIC -> toNumeric(value, to, position);
            case REAL -> toReal(value, position);
            case DOUBLE -> toDouble(value, position);
            case DATE, LOCAL_TIMESTAMP, TIMESTAMP, INTERVAL -> toTime(value, to, position);
            case ARRAY -> toArray(value, to, position);
            case TEXT -> limited(toText(value), to);
            case ENUM -> toLabel((String) value, to, position);
            case UNKNOWN, RECORD -> value;
        };
    }

    private static Boolean toBoolean(Object value, int position) {
        if (value instanceof Boolean known) {
            return known;
        }
        if (value instanceof Long number) {
            return number != 0;
        }
        return switch (Letters.lower(((String) value).strip())) {
            case "true", "tru", "tr", "t", "yes", "ye", "y", "on", "1" -> true;
            case "false", "fals", "fal", "fa", "f", "no", "n", "off", "of", "0" -> false;
            default -> throw invalid(value, "a boolean. Write true or false", position);
        };
    }

    private static Long toInteger(Object value, SqlType to, int position) {
        BigDecimal exact;
        if (value instanceof Long known) {
            exact = BigDecimal.valueOf(known);
        } else if (value instanceof Boolean truth) {
            exact = truth ? BigDecimal.ONE : BigDecimal.ZERO;
        } else if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            requireFinite(number, to, position);
            exact = new BigDecimal(Math.rint(number));
        } else if (value instanceof String text) {
            exact = Literals.decimal(text.strip(), position);
            if (!WHOLE.matcher(text.strip()).matches()) {
                throw invalid(value, "a whole number", position);
            }
        } else {
            exact = ((BigDecimal) value).setScale(0, RoundingMode.HALF_UP);
        }
        return requireInRange(exact, to, position);
    }

    private static Long requireInRange(BigDecimal exact, SqlType to, int position) {
        if (exact.compareTo(MIN_LONG) >= 0 && exact.compareTo(MAX_LONG) <= 0) {
            long number = exact.longValueExact();
            boolean fits =
                    switch (to.kind()) {
                        case INTEGER -> number == (int) number;
                        case SMALLINT -> number == (short) number;
                        case OID -> number == (number & MAX_OID);
                        default -> true;
                    };
            if (fits) {
                return number;
            }
        }
        throw outOfRange(to, position);
    }

    private static BigDecimal toNumeric(Object value, SqlType to, int position) {
        BigDecimal exact;
        if (value instanceof BigDecimal known) {
            exact = known;
        } else if (value instanceof Long number) {
            exact = BigDecimal.valueOf(number);
        } else if (value instanceof Float number) {
            requireFinite(number, to, position);
            exact = Numbers.fromReal(number);
        } else if (value instanceof Double number) {
            requireFinite(number, to, position);
            exact = Numbers.fromDouble(number);
        } else {
            exact = Literals.decimal(((String) value).strip(), position);
        }
        return to.isLimited() ? limited(exact, to, position) : exact;
    }

    private static BigDecimal limited(BigDecimal exact, SqlType to, int position) {
        BigDecimal rounded = exact.setScale(to.scale(), RoundingMode.HALF_UP);
        if (rounded.signum() != 0 && rounded.precision() > to.precision()) {
            throw outOfRange(to, position);
        }
        return rounded;
    }

    private static Float toReal(Object value, int position) {
        if (value instanceof String text) {
            try {
                return ((Double) TEXTS.read(PgType.FLOAT4, text)).floatValue();
            } catch (SqlException malformed) {
                throw malformed.at(position);
            }
        }
        float number = ((Number) value).floatValue();
        double exact = ((Number) value).doubleValue();
        if ((Float.isInfinite(number)
                        && !(value instanceof Float)
                        && !(value instanceof Double && Double.isInfinite(exact)))
                || (number == 0 && exact != 0)) {
            throw outOfRange(SqlType.REAL, position);
        }
        return number;
    }

    private static Double toDouble(Object value, int position) {
        if (value instanceof String text) {
            return toDouble(text.strip(), position);
        }
        double number = ((Number) value).doubleValue();
        if (Double.isInfinite(number) && value instanceof BigDecimal) {
            throw outOfRange(SqlType.DOUBLE, position);
        }
        return number;
    }

    private static Double toDouble(String text, int position) {
        return switch (Letters.lower(text)) {
            case "nan" -> Double.NaN;
            case "inf", "+inf", "infinity", "+infinity" -> Double.POSITIVE_INFINITY;
            case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
            default -> toFinite(text, position);
        };
    }

    private static Double toFinite(String text, int position) {
        // Java accepts a type behind a number, as in 1.5d.
        if (!text.matches(".*[0-9.]")) {
            throw invalid(text, "a number", position);
        }
        try {
            double number = Double.parseDouble(text);
            if (Double.isInfinite(number)) {
                throw outOfRange(SqlType.DOUBLE, position);
            }
            return number;
        } catch (NumberFormatException malformed) {
            throw invalid(text, "a number", position);
        }
    }

    private static void requireFinite(double number, SqlType to, int position) {
        if (!Double.isFinite(number)) {
            throw outOfRange(to, position);
        }
    }

    /** Without a time zone a time is UTC. */
    private static Object toTime(Object value, SqlType to, int position) {
        if (value instanceof String text) {
            return read(text, to, position);
        }
        return switch (to.kind()) {
            case DATE -> TimeMath.withoutZone(value).toLocalDate();
            case LOCAL_TIMESTAMP -> TimeMath.withoutZone(value);
            case TIMESTAMP ->
                value instanceof Instant ? value : TimeMath.withoutZone(value).toInstant(ZoneOffset.UTC);
            default -> value;
        };
    }

    private static Object read(String text, SqlType to, int position) {
        Object time;
        try {
            time = switch (to.kind()) {
                case DATE -> TEXTS.read(PgType.DATE, text);
                case LOCAL_TIMESTAMP -> TEXTS.read(PgType.TIMESTAMP, text);
                case TIMESTAMP -> TEXTS.read(PgType.TIMESTAMPTZ, text);
                default -> TEXTS.read(PgType.INTERVAL, text);
            };
        } catch (SqlException error) {
            throw error.at(position);
        }
        requireFinite(time, text, position);
        return time;
    }

    private static void requireFinite(Object time, String text, int position) {
        if (INFINITE.contains(time)) {
            throw new SqlException(
                    SqlState.NOT_SUPPORTED,
                    position,
                    "Times that never come are not supported here: '" + Spelling.shortened(text)
                            + "'. Write a time, or NULL.");
        }
    }

    /** Refuses times that a matrix cannot have. */
    public static Bound finite(Bound node) {
        if (node instanceof Bound.Constant constant && constant.value() instanceof Instant time) {
            requireFinite(time, time.equals(Instant.MAX) ? "infinity" : "-infinity", node.position());
        }
        return node;
    }

    private static List<Object> toArray(Object value, SqlType to, int position) {
        SqlType element = to.element();
        List<?> given;
        try {
            given = !(value instanceof String text)
                    ? (List<?>) value
                    : to.pg().isVector()
                            ? Arrays.stream(text.strip().split("\\s+"))
                                    .filter(each -> !each.isEmpty())
                                    .toList()
                            : ArrayText.read(text);
        } catch (SqlException malformed) {
            throw malformed.at(position);
        }
        List<Object> converted = new ArrayList<>(given.size());
        given.forEach(each -> converted.add(each == null ? null : convert(each, element, position)));
        return Collections.unmodifiableList(converted);
    }

    /** The texts of an array's values, null for null; booleans are shorter there. */
    public static List<String> texts(List<?> array) {
        List<String> texts = new ArrayList<>(array.size());
        for (Object each : array) {
            texts.add(each == null ? null : each instanceof Boolean truth ? (truth ? "t" : "f") : toText(each));
        }
        return texts;
    }

    private static String toLabel(String text, SqlType to, int position) {
        if (to.labels().contains(text)) {
            return text;
        }
        throw new SqlException(
                SqlState.INVALID_TEXT,
                position,
                "There is no value '" + Spelling.shortened(text) + "'. " + Spelling.hint(text, to.labels()));
    }

    /** A text as its type has it: cut off, or padded with spaces. */
    private static String limited(String text, SqlType to) {
        return switch (to.pg()) {
            case CHAR -> first(text, 1);
            case NAME -> first(text, NAME_CHARACTERS);
            case VARCHAR -> to.isLimited() ? first(text, to.precision()) : text;
            case BPCHAR -> {
                String cut = to.isLimited() ? first(text, to.precision()) : text;
                yield cut + " ".repeat(Math.max(0, to.precision() - cut.codePointCount(0, cut.length())));
            }
            default -> text;
        };
    }

    private static String first(String text, int characters) {
        return text.codePointCount(0, text.length()) <= characters
                ? text
                : text.substring(0, text.offsetByCodePoints(0, characters));
    }

    private static String toText(Object value) {
        if (value instanceof BigDecimal number) {
            return number.toPlainString();
        }
        if (value instanceof List<?> array) {
            return ArrayText.write(texts(array));
        }
        if (value instanceof Instant time) {
            return TEXTS.write(PgType.TIMESTAMPTZ, time);
        }
        if (value instanceof LocalDateTime time) {
            return TEXTS.write(PgType.TIMESTAMP, time);
        }
        if (value instanceof LocalDate date) {
            return TEXTS.write(PgType.DATE, date);
        }
        if (value instanceof Float number) {
            return FloatText.of(number);
        }
        return value instanceof Double number ? FloatText.of(number) : value.toString();
    }

    public static SqlException outOfRange(SqlType type, int position) {
        return new SqlException(
                SqlState.NUMBER_OUT_OF_RANGE, position, "The result is out of the range of " + type + ".");
    }

    private static SqlException invalid(Object value, String expected, int position) {
        return new SqlException(
                SqlState.INVALID_TEXT,
                position,
                "'" + Spelling.shortened(value.toString()) + "' is not " + expected + ".");
    }
}
