package dev.aimonflink.matrix.names;

import dev.aimonflink.matrix.model.Attribute;
import dev.aimonflink.matrix.model.EntityType;
import java.util.ArrayList;
import java.util.List;

/** All columns of the tables in which attributes are keys. A table has its columns once for each of its attributes. Immutable. */
public final class TableColumns {
    public static final TableColumns NONE = new TableColumns(List.of());

    private final List<TableColumn> columns;

    private TableColumns(List<TableColumn> columns) {
        this.columns = List.copyOf(columns);
    }

    /** @param tables have those of all attributes */
    public static TableColumns of(EntityType type, EntityTables tables) {
        List<TableColumn> columns = new ArrayList<>();
        for (int index = 0; index < type.attributes().size(); index++) {
            Attribute attribute = type.attributes().get(index);
            if (attribute.table() != null) {
                EntityTable table = tables.table(attribute.table());
                for (int column = 0; column < table.columns().size(); column++) {
                    columns.add(new TableColumn(index, attribute, table, column));
                }
            }
        }
        return new TableColumns(columns);
    }

    /** The columns in the order of attributes, those of each in the order of its table, the key first. */
    public List<TableColumn> all() {
        return columns;
    }

    /**
     * The columns of a name: one if it is a {@linkplain TableColumn#qualifiedName qualified} name, else all that are called so.
     * Those are several if tables share a name, or attributes a table.
     */
    public List<TableColumn> named(String name) {
        // A column of a table may have a point in its own name, so it could look like a qualified one.
        for (TableColumn column : columns) {
            if (column.qualifiedName().equals(name)) {
                return List.of(column);
            }
        }
        return columns.stream().filter(column -> column.name().equals(name)).toList();
    }
}
