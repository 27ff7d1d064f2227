package dev.aimonflink.clients.output;

import dev.aimonflink.sql.type.FloatText;
import java.math.BigDecimal;

/** Values as PostgreSQL writes them: with all digits of a number, and no more. */
final class PostgresText {
    static final String DOUBLE = "double precision";

    private PostgresText() {}

    /** @param type SQL's name of the column's type; null if unknown */
    static String of(Object value, String type) {
        // A result as JSON does not say which of its numbers are doubles.
        if (value instanceof Double || (value instanceof Number && DOUBLE.equals(type))) {
            return FloatText.of(((Number) value).doubleValue());
        }
        return value instanceof BigDecimal number ? number.toPlainString() : value.toString();
    }
}
