package dev.aimonflink.sql.type;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.function.Predicate;

/** Floating-point numbers as PostgreSQL writes them from version 12 on: with the fewest digits that read back as the same number. */
public final class FloatText {
    /** PostgreSQL writes smaller numbers with an exponent. */
    private static final int LEAST_PLAIN_EXPONENT = -4;

    /** And larger ones, from this on; a {@code double precision} always has this many digits, a {@code real} fewer. */
    private static final int FIRST_LARGE_EXPONENT = 15;

    private static final int FIRST_LARGE_EXPONENT_OF_REAL = 6;

    /** Enough digits to tell any two numbers apart. */
    private static final int DIGITS = 17;

    private static final int DIGITS_OF_REAL = 9;
    private static final BigDecimal TWO = BigDecimal.valueOf(2);

    private FloatText() {}

    public static String of(double number) {
        if (!Double.isFinite(number)) {
            return Double.toString(number);
        }
        if (number == 0) {
            return ofZero(1 / number < 0);
        }
        BigDecimal exact = new BigDecimal(number);
        BigDecimal ulp = new BigDecimal(Math.ulp(number));
        Predicate<BigDecimal> isTheSame =
                digits -> digits.doubleValue() == number && !isBetween(digits.subtract(exact), ulp);
        return text(shortest(BigDecimal.valueOf(number), exact, DIGITS, isTheSame), FIRST_LARGE_EXPONENT);
    }

    public static String of(float number) {
        if (!Float.isFinite(number)) {
            return Float.toString(number);
        }
        if (number == 0) {
            return ofZero(1 / number < 0);
        }
        BigDecimal exact = new BigDecimal(number);
        BigDecimal ulp = new BigDecimal(Math.ulp(number));
        Predicate<BigDecimal> isTheSame =
                digits -> digits.floatValue() == number && !isBetween(digits.subtract(exact), ulp);
        BigDecimal written = new BigDecimal(Float.toString(number));
        return text(shortest(written, exact, DIGITS_OF_REAL, isTheSame), FIRST_LARGE_EXPONENT_OF_REAL);
    }

    /**
     * Whether digits are as close to a neighbour of a number as to the number: those read back as the even one, but PostgreSQL does not
     * write them.
     *
     * @param ulp distance to the neighbour above; the one below a power of two is odd, so that digits between read as the power
     */
    private static boolean isBetween(BigDecimal distance, BigDecimal ulp) {
        return distance.abs().multiply(TWO).compareTo(ulp) == 0;
    }

    private static String ofZero(boolean isNegative) {
        return isNegative ? "-0" : "0";
    }

    private static String text(BigDecimal shortest, int firstLargeExponent) {
        int exponent = shortest.precision() - shortest.scale() - 1;
        if (exponent >= LEAST_PLAIN_EXPONENT && exponent < firstLargeExponent) {
            return shortest.toPlainString();
        }
        StringBuilder text = new StringBuilder();
        if (shortest.signum() < 0) {
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

    /** Before Java 19, Java's output may have excess digits, or not the closest. */
    private static BigDecimal shortest(
            BigDecimal written, BigDecimal exact, int mostDigits, Predicate<BigDecimal> isTheSame) {
        BigDecimal shortest = isTheSame.test(written)
                ? written.stripTrailingZeros()
                : rounded(exact, mostDigits, RoundingMode.HALF_EVEN);
        for (int digits = shortest.precision(); digits > 0; digits--) {
            BigDecimal shorter = rounded(exact, digits, RoundingMode.HALF_EVEN);
            if (!isTheSame.test(shorter)) {
                // Below a power of two numbers are closer than above: there the nearest digits can be too far, and the
                // next not.
                shorter = rounded(exact, digits, RoundingMode.UP);
            }
            if (!isTheSame.test(shorter)) {
                break;
            }
            shortest = shorter;
        }
        return shortest;
    }

    private static BigDecimal rounded(BigDecimal exact, int digits, RoundingMode mode) {
        return exact.round(new MathContext(digits, mode)).stripTrailingZeros();
    }
}
