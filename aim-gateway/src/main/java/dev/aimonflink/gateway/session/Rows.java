package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.type.PgColumn;
import java.util.List;

/**
 * What a statement returns.
 *
 * @param tag how PostgreSQL reports that it is complete, such as {@code BEGIN}; of rows without their number, as {@code SELECT}
 * @param columns null if it returns no rows
 * @param rows represented as {@link dev.aimonflink.gateway.type.PgType} says; null if it returns none
 */
record Rows(String tag, List<PgColumn> columns, List<Object[]> rows) {
    static Rows none(String tag) {
        return new Rows(tag, null, null);
    }

    static Rows of(List<PgColumn> columns, List<Object[]> rows) {
        return new Rows("SELECT", columns, rows);
    }
}
