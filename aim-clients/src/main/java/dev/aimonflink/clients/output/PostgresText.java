package dev.aimonflink.clients.output;

import dev.aimonflink.sql.type.FloatText;
import java.math.BigDecimal;

/** Values as PostgreSQL writes them: with all digits of a number, and no more. */
final class PostgresText {
    static final String DOUBLE = "double precision";

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
            return FloatText.of(((Number) value).doubleValue());
        }
        return value instanceof BigDecimal number ? number.toPlainString() : value.toString();
    }
}
