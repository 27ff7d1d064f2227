package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.bind.Column;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a query can name in FROM; columns are indexed by their place in the list.
 *
 * @param aliases other names of columns, with the column's own; {@code *} does not show them
 * @param unlisted indexes of columns that {@code *} leaves out, although they can be named
 * @param explained names that may be mistaken for columns, each with an explaining sentence
 */
public record Table(
        String name,
        List<Column> columns,
        Map<String, String> aliases,
        Set<Integer> unlisted,
        Map<String, String> explained) {
    /** A table all of whose columns {@code *} shows. */
    public Table(String name, List<Column> columns, Map<String, String> aliases) {
        this(name, columns, aliases, Set.of(), Map.of());
    }
}
