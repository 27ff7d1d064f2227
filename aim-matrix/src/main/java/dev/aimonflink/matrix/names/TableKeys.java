package dev.aimonflink.matrix.names;

import dev.aimonflink.matrix.model.FieldType;
import java.math.BigDecimal;
import java.time.Instant;

/** Writes values of attributes as they stand in the first column of a table. */
public final class TableKeys {
    private TableKeys() {}

    /**
     * The one text of a value: {@code true}, {@code -7}, {@code 12.50} with all digits of the type behind the point, {@code 0.5} as Java
     * writes doubles, {@code 2026-11-20T08:00:00Z}, and texts and labels as they are.
     */
    public static String text(FieldType type, Object value) {
        return switch (type.kind()) {
            case DECIMAL -> BigDecimal.valueOf((Long) value, type.scale()).toPlainString();
            case TIME -> Instant.ofEpochMilli((Long) value).toString();
            case BOOLEAN, INT, LONG, DOUBLE, ENUM, TEXT -> value.toString();
        };
    }
}
