package dev.aimonflink.sql.bind;

import java.math.BigDecimal;

/** Converts values of one type that are equal in SQL into equal objects. */
public final class CanonicalValue {
    private CanonicalValue() {}

    /** A numeric loses zeros behind the point, and a double zero its sign. Others, and null, stay as they are. */
    public static Object of(Object value) {
        if (value instanceof BigDecimal number) {
            return number.stripTrailingZeros();
        }
        // A sum with zero is zero with the sign plus. Objects of NaN are equal whatever their bits.
        return value instanceof Double number ? (Object) (number + 0.0) : value;
    }
}
