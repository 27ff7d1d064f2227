package dev.aimonflink.gateway.catalog;

import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes rows of a relation of which most columns have the same value in all rows. */
final class RowMaker {
    private final Object[] usual;
    private final Map<String, Integer> indexes = new HashMap<>();

    /** A column that is never null is zero, false or empty. */
    RowMaker(CatalogColumns relation) {
        List<PgColumn> columns = relation.columns();
        usual = new Object[columns.size()];
        for (int i = 0; i < usual.length; i++) {
            PgColumn column = columns.get(i);
            indexes.put(column.name(), i);
            usual[i] = relation.required().contains(column.name()) ? zero(column.type()) : null;
        }
    }

    private static Object zero(PgType type) {
        if (type.isArray()) {
            return List.of();
        }
        return switch (type) {
            case BOOL -> false;
            case FLOAT4 -> 0f;
            case FLOAT8 -> 0.0;
            default -> type.isWhole() ? (Object) 0L : "";
        };
    }

    /** @param namesAndValues the name of a column, its value, the name of another one and so on */
    Object[] row(Object... namesAndValues) {
        Object[] row = usual.clone();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            set(row, (String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return row;
    }

    Object[] row(Map<String, Object> values) {
        Object[] row = usual.clone();
        values.forEach((name, value) -> set(row, name, value));
        return row;
    }

    private void set(Object[] row, String name, Object value) {
        Integer index = indexes.get(name);
        if (index == null) {
            throw new IllegalArgumentException("no column " + name);
        }
        row[index] = value instanceof Integer number ? (Object) (long) number : value;
    }
}
