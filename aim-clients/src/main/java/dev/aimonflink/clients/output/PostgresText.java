package dev.aimonflink.clients.output;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Values as PostgreSQL writes them: with all digits of a number, and no more. */
final class PostgresText {
    static final String DOUBLE = "double precision";

    /** Below this and from the other on, PostgreSQL writes a double with an exponent. */
    private static final int LEAST_PLAIN_EXPONENT = -4;

    private static final int FIRST_LARGE_EXPONENT = 15;

    private PostgresText() {}

    /**
     * Returns the text of a value.
     *
     * @param value anything but null
     * @param type that SQL calls the type of the column; null if it is unknown
     */
    static String of(Object value, String type) {
        // A result as JSON does not say which of its numbers are doubles.
        if (value instanceof Double || (value instanceof Number && DOUBLE.equals(type))) {
            return ofDouble(((Number) value).doubleValue());
        }
        return value instanceof BigDecimal number ? number.toPlainString() : value.toString();
    }

    private static String ofDouble(double number) {
        if (!Double.isFinite(number)) {
            return Double.toString(number);
        }
        if (number == 0) {
            return 1 / number < 0 ? "-0" : "0";
        }
        BigDecimal shortest = shortest(number);
        int exponent = shortest.precision() - shortest.scale() - 1;
        if (exponent >= LEAST_PLAIN_EXPONENT && exponent < FIRST_LARGE_EXPONENT) {
            return shortest.toPlainString();
        }
        StringBuilder text = new StringBuilder();
        if (number < 0) {
            text.append('-');
        }
        String digits = shortest.unscaledValue().abs().toString();
        text.append(digits.charAt(0));
        if (digits.length() > 1) {
            text.append('.').append(digits, 1, digits.length());
        }
        text.append('e').append(exponent < 0 ? '-' : '+');
        int size = Math.abs(exponent);
        return text.append(size < 10 ? "0" : "").append(size).toString();
    }

    /** The fewest digits that read back as the same number. Before Java 19, {@link Double#toString} may have more. */
    private static BigDecimal shortest(double number) {
        BigDecimal shortest = BigDecimal.valueOf(number).stripTrailingZeros();
        BigDecimal exact = new BigDecimal(number);
        for (int digits = shortest.precision() - 1; digits > 0; digits--) {
            BigDecimal shorter = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
            if (shorter.doubleValue() != number) {
                break;
            }
            shortest = shorter.stripTrailingZeros();
        }
        return shortest;
    }
}
