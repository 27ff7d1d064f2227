package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.type.SqlType;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The columns that names in an expression can mean. */
public final class NamedColumns {
    private final Map<String, Column> byName = new LinkedHashMap<>();

    private final Map<String, String> others;

    /**
     * A column's name is as written: {@code cost}, {@code event.cost}, or like a call, {@code before(cost)}.
     *
     * @param others names that may be mistaken for columns, each with an explaining sentence
     */
    public NamedColumns(List<Column> columns, Map<String, String> others) {
        this.others = others;
        for (Column column : columns) {
            byName.put(column.name(), column);
        }
    }

    Optional<Column> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** Whether some columns are written like calls of that function. */
    boolean hasCallsOf(String function) {
        return byName.keySet().stream().anyMatch(name -> name.startsWith(function + "("));
    }

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
