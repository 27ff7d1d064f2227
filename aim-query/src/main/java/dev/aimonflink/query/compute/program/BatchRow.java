package dev.aimonflink.query.compute.program;

import dev.aimonflink.sql.evaluate.Row;

/** One row of the present batch, for expressions without vectors. */
public final class BatchRow implements Row {
    private final VectorColumns columns;

    public int index;

    public BatchRow(VectorColumns columns) {
        this.columns = columns;
    }

    @Override
    public Object value(int column) {
        final VectorColumn of = columns.column(column);
        return switch (of.encoding()) {
            case INTS, CODES -> of.value(columns.ints(column)[index]);
            default ->
                columns.isNarrow(column)
                        ? narrow(of, columns.ints(column)[index])
                        : of.value(columns.longs(column)[index]);
        };
    }

    private static Object narrow(VectorColumn of, int cell) {
        return of.hasEmpty() && cell == of.narrowEmpty() ? null : VectorColumn.ofNumber(of.type(), of.scale(), cell);
    }
}
