package dev.aimonflink.matrix.names;

/**
 * Names a column of codes in every block: an attribute's own, or a listed column of its table. Comes from {@link AttributeColumns}.
 *
 * @param index among the columns of codes
 * @param attribute index
 * @param tableColumn the listed column of its table; null for the attribute's own
 * @param name of the table's column, or of the attribute
 */
public record CodeHandle(int index, int attribute, String tableColumn, String name) {
    public boolean isOfTable() {
        return tableColumn != null;
    }
}
