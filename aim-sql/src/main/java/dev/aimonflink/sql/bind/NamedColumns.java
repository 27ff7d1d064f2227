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
     * The name of a column is as it is written: {@code cost}, {@code event.cost}, or like a call, {@code before(cost)}.
     *
     * @param others names that somebody may take for columns, each with a sentence that says what it is
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

    /** Whether columns are written like calls of a function of that name. */
    boolean hasCallsOf(String function) {
        return byName.keySet().stream().anyMatch(name -> name.startsWith(function + "("));
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
