package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.bind.Column;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a query can name in FROM. The index of a column is its place in the list.
 *
 * @param aliases other names of columns, each with the column's own; {@code *} does not show them
 * @param unlisted the indexes of columns that {@code *} leaves out, although they can be named
 * @param explained names that somebody may take for columns, each with a sentence that says what it is
 */
public record Table(
        String name,
        List<Column> columns,
        Map<String, String> aliases,
        Set<Integer> unlisted,
        Map<String, String> explained) {
    /** A table of which {@code *} shows all columns. */
    public Table(String name, List<Column> columns, Map<String, String> aliases) {
        this(name, columns, aliases, Set.of(), Map.of());
    }
}
