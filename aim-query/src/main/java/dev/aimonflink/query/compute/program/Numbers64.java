package dev.aimonflink.query.compute.program;

import dev.aimonflink.matrix.layout.OrderedDoubles;
import dev.aimonflink.sql.type.SqlType;
import java.math.BigDecimal;
import java.time.Instant;

/** Constants as numbers of vectors, see {@link Value}. */
public final class Numbers64 {
    private static final int MILLIS_PER_SECOND = 1_000;
    private static final int NANO_DIGITS = 9;

    private Numbers64() {}

    /** A value as an exact number; null if its type has no numbers in vectors. A double becomes its number in order. */
    public static BigDecimal exact(Object value) {
        if (value instanceof Long number) {
            return BigDecimal.valueOf(number);
        } else if (value instanceof BigDecimal number) {
            return number;
        } else if (value instanceof Boolean truth) {
            return truth ? BigDecimal.ONE : BigDecimal.ZERO;
        } else if (value instanceof Double number) {
            return BigDecimal.valueOf(MapLoops.ordered(Double.doubleToRawLongBits(number)));
        } else if (value instanceof Instant instant) {
            return BigDecimal.valueOf(instant.getEpochSecond())
                    .add(BigDecimal.valueOf(instant.getNano(), NANO_DIGITS))
                    .multiply(BigDecimal.valueOf(MILLIS_PER_SECOND));
        } else {
            return null;
        }
    }

    static int scale(Object value) {
        return value instanceof BigDecimal number ? number.scale() : 0;
    }

    /** A value without its point, in 64 bits. */
    static long bits(Object value) {
        if (value instanceof Double number && Double.doubleToRawLongBits(number) == OrderedDoubles.NEGATIVE_ZERO_BITS) {
            throw new NoVectorsException("a zero with a sign is shown as such");
        }
        try {
            return units(value, scale(value));
        } catch (ArithmeticException tooLarge) {
            throw new NoVectorsException("a value has more than 64 bits");
        }
    }

    /** @throws ArithmeticException if it has more digits */
    public static long units(Object value, int scale) {
        BigDecimal exact = exact(value);
        if (exact == null) {
            throw new ArithmeticException("The value is no number.");
        }
        return exact.movePointRight(scale).longValueExact();
    }

    public static boolean isNumber(SqlType type) {
        return switch (type.kind()) {
            case INTEGER, BIGINT, NUMERIC, DOUBLE, TIMESTAMP, BOOLEAN -> true;
            default -> false;
        };
    }
}
