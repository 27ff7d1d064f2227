package dev.aimonflink.matrix.model;

import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * An attribute of entities, which profiles set.
 *
 * @param table the table whose key it is, or null
 * @param columns the table's columns that are kept beside each entity; the others are looked up
 */
public record Attribute(String name, FieldType type, String table, List<String> columns) implements Serializable {
    public Attribute {
        columns = List.copyOf(columns);
        if (table == null && !columns.isEmpty()) {
            throw new ModelException(
                    "columns are those of a table. Add 'table: NAME', or take them out.",
                    "attributes",
                    name,
                    "columns");
        }
        Set<String> seen = new HashSet<>();
        for (String column : columns) {
            // SQL does not distinguish upper and lower case without quotes.
            if (!seen.add(Names.folded(column))) {
                throw new ModelException(
                        "The column '" + column + "' is given twice. Take one out.",
                        "attributes",
                        name,
                        "columns",
                        column);
            }
        }
    }
}
