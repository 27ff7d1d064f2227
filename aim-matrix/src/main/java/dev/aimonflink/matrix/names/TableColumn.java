package dev.aimonflink.matrix.names;

import dev.aimonflink.matrix.model.Attribute;
import dev.aimonflink.matrix.model.Attributes;

/**
 * A column of the table whose key is an attribute, listed or not. Comes from {@link TableColumns}.
 *
 * @param index of the attribute
 * @param column index in the table
 */
public record TableColumn(int index, Attribute attribute, EntityTable table, int column) {
    public String name() {
        return table.columns().get(column);
    }

    /** A unique name, such as {@code zip.city}: names of attributes have no points. */
    public String qualifiedName() {
        return attribute.name() + "." + name();
    }

    /** The cell of an entity; null if the attribute is null or not a key of the table. */
    public String cell(Attributes attributes) {
        Object value = attributes.value(index);
        if (value == null) {
            return null;
        }
        int row = table.lookup(TableKeys.text(attribute.type(), value));
        return row == EntityTable.NO_ROW ? null : table.cell(row, column);
    }
}
