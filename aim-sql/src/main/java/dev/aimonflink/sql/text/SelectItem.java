package dev.aimonflink.sql.text;

import java.util.List;

/** An item of the list behind SELECT. */
public sealed interface SelectItem {
    int position();

    record Value(Expression expression, String alias, int position) implements SelectItem {}

    /** {@code *}, or {@code t.*} with the name of one table. */
    record AllColumns(List<String> table, int position) implements SelectItem {}
}
