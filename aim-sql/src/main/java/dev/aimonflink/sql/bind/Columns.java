package dev.aimonflink.sql.bind;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The columns that names in an expression can mean. */
public final class Columns {
    private final Map<String, Column> byName = new LinkedHashMap<>();

    public Columns(List<Column> columns) {
        for (Column column : columns) {
            byName.put(column.name(), column);
        }
    }

    Optional<Column> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    Collection<String> names() {
        return byName.keySet();
    }
}
