package dev.aimonflink.core.calls.query;

import dev.aimonflink.core.names.AttributeColumns;
import dev.aimonflink.core.names.CodeHandle;
import dev.aimonflink.core.pass.QueryError;
import dev.aimonflink.core.pass.QueryFailure;

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

    /** Its column of codes. */
    public CodeHandle column(AttributeColumns columns) {
        return columns.named(tableColumn).stream()
                .filter(CodeHandle::isOfTable)
                .findFirst()
                .orElseThrow(() -> new QueryFailure(new QueryError(
                        QueryError.Code.COLUMN_NOT_KEPT,
                        "The model lists no column '" + tableColumn
                                + "' of a table, which the query needs. Ask another query, or"
                                + " list the column at an attribute.")));
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
