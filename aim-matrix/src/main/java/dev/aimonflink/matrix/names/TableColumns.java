package dev.aimonflink.matrix.names;

import dev.aimonflink.matrix.model.Attribute;
import dev.aimonflink.matrix.model.EntityType;
import java.util.ArrayList;
import java.util.List;

/** All columns of the tables whose keys are attributes. A table's columns occur once for each of its attributes. Immutable. */
public final class TableColumns {
    public static final TableColumns NONE = new TableColumns(List.of());

    private final List<TableColumn> columns;

    private TableColumns(List<TableColumn> columns) {
        this.columns = List.copyOf(columns);
    }

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

    /** By attribute, then in the order of its table, the key first. */
    public List<TableColumn> all() {
        return columns;
    }

    /**
     * The columns of a name: one if it is {@linkplain TableColumn#qualifiedName qualified}, else all of that name. Several tables may share
     * a name, and attributes a table.
     */
    public List<TableColumn> named(String name) {
        // A table's column may have a point in its own name, and look qualified.
        for (TableColumn column : columns) {
            if (column.qualifiedName().equals(name)) {
                return List.of(column);
            }
        }
        return columns.stream().filter(column -> column.name().equals(name)).toList();
    }
}
