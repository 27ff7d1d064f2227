package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.SqlType;
import java.math.BigDecimal;
import java.time.Instant;

/** Shows primitive values as objects. */
public final class FieldsRow {
    private FieldsRow() {}

    public static Object value(Fields fields, Column column) {
        final int index = column.index();
        if (fields.isNull(index)) {
            return null;
        }
        SqlType type = column.type();
        return switch (type.kind()) {
            case BOOLEAN -> fields.bits(index) != 0;
            case INTEGER, BIGINT -> fields.bits(index);
            case NUMERIC -> BigDecimal.valueOf(fields.bits(index), type.scale());
            case DOUBLE -> Double.longBitsToDouble(fields.bits(index));
            case ENUM -> type.labels().get((int) fields.bits(index));
            case TIMESTAMP -> Instant.ofEpochMilli(fields.bits(index));
            case TEXT, UNKNOWN -> fields.text(index);
        };
    }
}
