package dev.aimonflink.sql.bind;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/** The arithmetic of exact numbers, with PostgreSQL's digits behind the point. */
public final class Numbers {
    private static final int DIGITS_OF_A_GROUP = 4;
    private static final int GROUP_BASE = 10_000;
    private static final int MIN_SIGNIFICANT_DIGITS = 16;
    private static final int MAX_SCALE = 1_000;

    /** For converting a double to a numeric. */
    private static final MathContext DIGITS_OF_A_DOUBLE = new MathContext(15, RoundingMode.HALF_EVEN);

    private static final MathContext DIGITS_OF_A_REAL = new MathContext(6, RoundingMode.HALF_EVEN);

    private Numbers() {}

    /** The quotient with at least 16 significant digits; the divisor is not zero. */
    public static BigDecimal divide(BigDecimal dividend, BigDecimal divisor) {
        return dividend.divide(divisor, scaleOfQuotient(dividend, divisor), RoundingMode.HALF_UP);
    }

    /** PostgreSQL estimates its magnitude from the highest groups of four digits of both operands. */
    private static int scaleOfQuotient(BigDecimal dividend, BigDecimal divisor) {
        int groups = highestGroup(dividend) - highestGroup(divisor);
        if (valueOfHighestGroup(dividend) <= valueOfHighestGroup(divisor)) {
            groups--;
        }
        int scale = MIN_SIGNIFICANT_DIGITS - groups * DIGITS_OF_A_GROUP;
        return Math.min(MAX_SCALE, Math.max(0, Math.max(scale, Math.max(dividend.scale(), divisor.scale()))));
    }

    /** The square root with at least 16 significant digits; the number is not negative. */
    public static BigDecimal squareRoot(BigDecimal number) {
        int group = highestGroup(number);
        int digitsBeforePoint =
                group >= 0 ? group * DIGITS_OF_A_GROUP / 2 + 1 : 1 - (1 - group * DIGITS_OF_A_GROUP) / 2;
        int scale =
                Math.min(MAX_SCALE, Math.max(0, Math.max(MIN_SIGNIFICANT_DIGITS - digitsBeforePoint, number.scale())));
        if (number.signum() == 0) {
            return BigDecimal.ZERO.setScale(scale);
        }
        // The root of a whole number of units has the wanted scale, and is rounded once.
        BigInteger units =
                number.movePointRight(2 * scale).setScale(0, RoundingMode.DOWN).unscaledValue();
        BigInteger root = units.sqrt();
        boolean isAboveHalf = units.subtract(root.multiply(root)).compareTo(root) > 0;
        return new BigDecimal(isAboveHalf ? root.add(BigInteger.ONE) : root, scale);
    }

    /** The index of the highest non-zero group of four digits: 0 for the one before the point. */
    private static int highestGroup(BigDecimal number) {
        if (number.signum() == 0) {
            return 0;
        }
        return Math.floorDiv(number.precision() - number.scale() - 1, DIGITS_OF_A_GROUP);
    }

    private static int valueOfHighestGroup(BigDecimal number) {
        if (number.signum() == 0) {
            return 0;
        }
        return number.abs()
                        .movePointLeft(highestGroup(number) * DIGITS_OF_A_GROUP)
                        .setScale(0, RoundingMode.DOWN)
                        .intValueExact()
                % GROUP_BASE;
    }

    static BigDecimal fromDouble(double number) {
        return rounded(number, DIGITS_OF_A_DOUBLE);
    }

    static BigDecimal fromReal(float number) {
        return rounded(number, DIGITS_OF_A_REAL);
    }

    private static BigDecimal rounded(double number, MathContext digits) {
        BigDecimal rounded = new BigDecimal(number).round(digits).stripTrailingZeros();
        return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
    }
}
