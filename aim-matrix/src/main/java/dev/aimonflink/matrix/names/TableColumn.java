package dev.aimonflink.matrix.names;

import dev.aimonflink.matrix.model.Attribute;
import dev.aimonflink.matrix.model.Attributes;

/**
 * A column of the table in which an attribute is a key, whether the model lists it or not. Comes from {@link TableColumns}.
 *
 * @param index the index of the attribute
 * @param column the index of the column in the table
 */
public record TableColumn(int index, Attribute attribute, EntityTable table, int column) {
    /** The name of the column, as the table has it. */
    public String name() {
        return table.columns().get(column);
    }

    /** The name that no other column has, such as {@code zip.city}. Names of attributes have no points. */
    public String qualifiedName() {
        return attribute.name() + "." + name();
    }

    /** The cell of an entity; null if the attribute is null, or no key of the table. */
    public String cell(Attributes attributes) {
        Object value = attributes.value(index);
        if (value == null) {
            return null;
        }
        int row = table.lookup(TableKeys.text(attribute.type(), value));
        return row == EntityTable.NO_ROW ? null : table.cell(row, column);
    }
}
