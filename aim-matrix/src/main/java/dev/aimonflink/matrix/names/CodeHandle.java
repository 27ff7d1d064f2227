package dev.aimonflink.matrix.names;

/**
 * Names a column of codes in every block: an attribute's own column, or one that the model lists of the attribute's table. Comes
 * from {@link AttributeColumns}.
 *
 * @param index among the columns of codes
 * @param attribute the index of the attribute
 * @param tableColumn the name of the listed column of its table; null for the attribute's own column
 * @param name the name of the table's column, or of the attribute
 */
public record CodeHandle(int index, int attribute, String tableColumn, String name) {
    public boolean isOfTable() {
        return tableColumn != null;
    }
}
