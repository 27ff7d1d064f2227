package dev.aimonflink.query.ask.cut;

import dev.aimonflink.sql.bind.Casts;
import dev.aimonflink.sql.type.ArrayText;
import java.util.List;

/** Values of expressions as answers have them. */
public final class ShownValues {
    private ShownValues() {}

    /** Times are texts as in ISO 8601, because they may have more digits than milliseconds, and intervals are as PostgreSQL writes them. */
    public static Object of(Object value) {
        if (value instanceof List<?> array) {
            return ArrayText.write(Casts.texts(array));
        }
        if (value instanceof Float number) {
            // As it would be read, with the same digits.
            return Double.valueOf(number.toString());
        }
        return value instanceof Number || value instanceof Boolean || value == null ? value : value.toString();
    }
}
