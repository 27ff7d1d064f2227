package dev.aimonflink.core.query;

import dev.aimonflink.core.matrix.QueryError;
import dev.aimonflink.core.matrix.QueryFailure;
import dev.aimonflink.core.model.AttributeColumns;
import dev.aimonflink.core.model.AttributeColumns.Column;
import java.util.List;

/** A column of a dimension table that queries of the catalogue filter or group by. */
public enum Dimension {
    CITY("city"),
    REGION("region"),
    COUNTRY("country"),
    SUBSCRIPTION_TYPE("type"),
    CATEGORY("category"),
    CELL_VALUE_TYPE("value");

    private final String tableColumn;

    Dimension(String tableColumn) {
        this.tableColumn = tableColumn;
    }

    /** The number of its column of codes. */
    public int column(AttributeColumns columns) {
        List<Column> all = columns.columns();
        for (int column = 0; column < all.size(); column++) {
            if (tableColumn.equals(all.get(column).tableColumn())) {
                return column;
            }
        }
        throw new QueryFailure(new QueryError(
                QueryError.Code.COLUMN_NOT_KEPT,
                "The model lists no column '" + tableColumn
                        + "' of a table, which the query needs. Ask another query, or"
                        + " list the column at an attribute."));
    }

    /** The names in the order of their codes, from code 1. */
    String[] names(AttributeColumns columns) {
        return columns.names(column(columns)).toArray(String[]::new);
    }

    /** The code of a name, or {@link AttributeColumns#NO_SUCH_NAME}. */
    int code(AttributeColumns columns, String name) {
        return columns.code(column(columns), name);
    }
}
