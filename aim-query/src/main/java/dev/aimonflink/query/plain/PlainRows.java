package dev.aimonflink.query.plain;

import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.evaluate.Row;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/** Entities as rows of SQL. A column is computed for all of them when it is read first, since texts read few of hundreds. */
final class PlainRows {
    private final List<Object> keys;
    private final BiFunction<Object, String, Object> values;
    private final Map<String, Object[]> columns = new HashMap<>();

    /** @param values gives the value of an entity in the column of a name */
    PlainRows(List<Object> keys, BiFunction<Object, String, Object> values) {
        this.keys = keys;
        this.values = values;
    }

    Iterable<Row> of(List<Column> table) {
        Object[][] cells = new Object[table.size()][];
        return () -> IntStream.range(0, keys.size())
                .<Row>mapToObj(row -> column -> {
                    if (cells[column] == null) {
                        cells[column] =
                                columns.computeIfAbsent(table.get(column).name(), this::computed);
                    }
                    return cells[column][row];
                })
                .iterator();
    }

    private Object[] computed(String column) {
        return keys.stream().map(key -> values.apply(key, column)).toArray();
    }
}
