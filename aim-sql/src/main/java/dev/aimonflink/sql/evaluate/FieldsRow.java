package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.type.SqlType;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/** Shows primitive values of some columns as objects. */
public final class FieldsRow implements Row {
    private final Fields fields;
    private final List<Column> columns;

    FieldsRow(Fields fields, List<Column> columns) {
        this.fields = fields;
        this.columns = columns;
    }

    @Override
    public Object value(int index) {
        for (Column column : columns) {
            if (column.index() == index) {
                return value(fields, column);
            }
        }
        throw new AssertionError("no column " + index);
    }

    @Override
    public void spend(long amount, int position) {
        fields.spend(amount, position);
    }

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
            case SMALLINT, REAL, DATE, LOCAL_TIMESTAMP, INTERVAL, ARRAY, OID, RECORD ->
                throw new IllegalStateException("no field has the type " + type);
        };
    }
}
