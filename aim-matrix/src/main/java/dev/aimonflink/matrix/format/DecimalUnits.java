package dev.aimonflink.matrix.format;

import dev.aimonflink.matrix.model.EventFaults;
import dev.aimonflink.matrix.model.EventField;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.OptionalLong;

/** Converts numbers to units of a decimal field's last digit. Excess digits are rounded to the nearest, as in PostgreSQL. */
public final class DecimalUnits {
    /** More digits would only cost time. */
    public static final int MAX_DIGITS = 40;

    /**
     * The greatest relative error of a scaled number against its shortest digits. Twice the number's rounding error, because scaling rounds
     * once more.
     */
    private static final double DOUBLE_ERROR = 0x1p-51;

    private static final double FLOAT_ERROR = 0x1p-23;

    private final EventField field;
    private final int scale;
    private final double unitsPerOne;

    public DecimalUnits(EventField field) {
        this.field = field;
        scale = field.type().scale();
        unitsPerOne = BigDecimal.ONE.movePointRight(scale).doubleValue();
    }

    /** The units of digits, some of which are behind the point. */
    public long of(long digits, int fraction) {
        return fraction == scale ? digits : of(BigDecimal.valueOf(digits, fraction));
    }

    public long of(BigDecimal value) {
        return of(value, scale).orElseThrow(() -> new MalformedException(EventFaults.outside(field, value.toString())));
    }

    /** The units of a number with {@code scale} digits behind the point, unless a long does not hold them. */
    public static OptionalLong of(BigDecimal value, int scale) {
        // An exponent can stand for any number of digits, all of which would be made.
        if (Math.abs((long) value.precision() - value.scale()) <= MAX_DIGITS) {
            BigInteger units = value.setScale(scale, RoundingMode.HALF_UP).unscaledValue();
            if (units.bitLength() < Long.SIZE) {
                return OptionalLong.of(units.longValue());
            }
        }
        return OptionalLong.empty();
    }

    /** The units of a number as people write it, perhaps with an exponent. */
    public long of(String text) {
        if (text.length() > MAX_DIGITS) {
            throw new MalformedException(field.name() + " has more than " + MAX_DIGITS + " characters");
        }
        BigDecimal value;
        try {
            value = new BigDecimal(text);
        } catch (NumberFormatException malformed) {
            throw new MalformedException(field.name() + "='" + text + "' is no number");
        }
        return of(value);
    }

    /** The units of a number's shortest digits: 1.005 is 1.01, though the double is a little less. */
    public long of(double value) {
        double scaled = value * unitsPerOne;
        return isClear(scaled, DOUBLE_ERROR) ? Math.round(scaled) : ofDigits(value, Double.toString(value));
    }

    public long of(float value) {
        double scaled = value * unitsPerOne;
        return isClear(scaled, FLOAT_ERROR) ? Math.round(scaled) : ofDigits(value, Float.toString(value));
    }

    /** Whether a number is so far from a half that no error changes its rounding. False for infinity. */
    private static boolean isClear(double scaled, double error) {
        double magnitude = Math.abs(scaled);
        double fraction = magnitude - Math.floor(magnitude);
        return Math.abs(fraction - 0.5) > magnitude * error;
    }

    private long ofDigits(double value, String digits) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw new MalformedException(field.name() + "=" + value + " is no number that can be summed");
        }
        return of(new BigDecimal(digits));
    }
}
