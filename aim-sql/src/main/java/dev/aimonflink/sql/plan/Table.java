package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.bind.Column;
import java.util.List;
import java.util.Map;

/**
 * What a query can name in FROM. The index of a column is its place in the list.
 *
 * @param aliases other names of columns, each with the column's own; {@code *} does not show them
 */
public record Table(String name, List<Column> columns, Map<String, String> aliases) {}
