package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.Operands;
import java.util.Collection;

/** Finds the columns that an expression reads. */
public final class ColumnsOf {
    private ColumnsOf() {}

    /** Adds each column as often as it is read. */
    public static void add(Bound bound, Collection<Column> columns) {
        if (bound instanceof Bound.Field field) {
            columns.add(field.column());
        } else if (!(bound instanceof Bound.Constant)) {
            Operands.of(bound).forEach(operand -> add(operand, columns));
        }
    }
}
