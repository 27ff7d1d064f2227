package dev.aimonflink.sql.bind;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The columns that names in an expression can mean. */
public final class NamedColumns {
    private final Map<String, Column> byName = new LinkedHashMap<>();

    private final Map<String, String> others;

    /** @param others names that somebody may take for columns, each with a sentence that says what it is */
    public NamedColumns(List<Column> columns, Map<String, String> others) {
        this.others = others;
        for (Column column : columns) {
            byName.put(column.name(), column);
        }
    }

    Optional<Column> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** What a name is that is no column. */
    Optional<String> explanation(String name) {
        return Optional.ofNullable(others.get(name)).or(() -> byName.values().stream()
                .filter(column -> column.type().is(SqlType.Kind.ENUM))
                .flatMap(column -> column.type().labels().stream()
                        .filter(name::equalsIgnoreCase)
                        .map(label ->
                                "'" + label + "' is a value of " + column.name() + ": write it between single quotes."))
                .findFirst());
    }

    Collection<String> names() {
        return byName.keySet();
    }
}
