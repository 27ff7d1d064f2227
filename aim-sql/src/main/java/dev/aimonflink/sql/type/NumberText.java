package dev.aimonflink.sql.type;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Pattern;

/** Numbers as texts. */
final class NumberText {
    /** More digits before or behind the point than any column has, and few enough to calculate quickly. */
    static final int MAX_DIGITS = 1_000;

    /** For those digits, an exponent and some zeros. */
    private static final int MAX_CHARACTERS = 8 * MAX_DIGITS;

    private static final long MAX_OID = 0xFFFF_FFFFL;
    private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]+");
    private static final Pattern NUMBER = Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");

    private NumberText() {}

    static Long readWhole(PgType type, String text) {
        String digits = text.strip();
        if (!WHOLE.matcher(digits).matches()) {
            throw Faults.syntax(type, text, "Write a whole number like 42.");
        }
        long number;
        try {
            number = Long.parseLong(digits);
        } catch (NumberFormatException tooLong) {
            throw outOfRange(type, text);
        }
        if (number < least(type) || number > greatest(type)) {
            throw outOfRange(type, text);
        }
        return number;
    }

    private static RuntimeException outOfRange(PgType type, String text) {
        return Faults.numberOutOfRange(type, text, "Write one from " + least(type) + " to " + greatest(type) + ".");
    }

    private static long least(PgType type) {
        return switch (type) {
            case INT2 -> Short.MIN_VALUE;
            case INT4 -> Integer.MIN_VALUE;
            case INT8 -> Long.MIN_VALUE;
            default -> 0;
        };
    }

    private static long greatest(PgType type) {
        return switch (type) {
            case INT2 -> Short.MAX_VALUE;
            case INT4 -> Integer.MAX_VALUE;
            case INT8 -> Long.MAX_VALUE;
            default -> MAX_OID;
        };
    }

    static String writeFloat(PgType type, Double number) {
        return type == PgType.FLOAT4 ? FloatText.of(number.floatValue()) : FloatText.of(number);
    }

    static Double readFloat(PgType type, String text) {
        String written = text.strip();
        return switch (written.toLowerCase(Locale.ROOT)) {
            case "nan" -> Double.NaN;
            case "inf", "+inf", "infinity", "+infinity" -> Double.POSITIVE_INFINITY;
            case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
            default -> readFinite(type, written, text);
        };
    }

    private static Double readFinite(PgType type, String written, String text) {
        if (!NUMBER.matcher(written).matches()) {
            throw Faults.syntax(type, text, "Write a number like 12.5 or 1e10.");
        }
        double number = type == PgType.FLOAT4 ? Float.parseFloat(written) : Double.parseDouble(written);
        if (Double.isInfinite(number) || (number == 0 && !isZero(written))) {
            throw Faults.numberOutOfRange(type, text, "Write a number with a smaller exponent.");
        }
        return number;
    }

    private static boolean isZero(String written) {
        return written.replaceFirst("[eE].*", "").chars().noneMatch(digit -> digit >= '1' && digit <= '9');
    }

    static BigDecimal readNumeric(String text) {
        String written = text.strip();
        if (!NUMBER.matcher(written).matches()) {
            throw Faults.syntax(PgType.NUMERIC, text, "Write a number like 12.50.");
        }
        try {
            // Reading a long number takes long.
            BigDecimal number = written.length() > MAX_CHARACTERS ? null : new BigDecimal(written);
            if (number != null && fits(number)) {
                return number.scale() < 0 ? number.setScale(0) : number;
            }
        } catch (NumberFormatException exponentTooLong) {
            // The error is that the number is too long.
        }
        throw Faults.numberOutOfRange(PgType.NUMERIC, text, "Write at most " + MAX_DIGITS + " digits.");
    }

    /** Whether it is short when written without an exponent. */
    static boolean fits(BigDecimal number) {
        return number.precision() <= MAX_DIGITS && Math.abs((long) number.scale()) <= MAX_DIGITS;
    }
}
