package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.evaluate.Row;
import java.util.Iterator;
import java.util.function.Supplier;

/** Rows that are computed one by one, when they are asked for. */
@FunctionalInterface
interface RowStream {
    RowStream NONE = () -> null;

    /** The next row; null when there is none, and from then on. */
    Row next();

    static RowStream of(Iterator<? extends Row> rows) {
        return () -> rows.hasNext() ? rows.next() : null;
    }

    /** Rows that need work before the first one. A query that does not ask for it saves the work. */
    static RowStream later(Supplier<RowStream> opening) {
        return new RowStream() {
            private RowStream opened;

            @Override
            public Row next() {
                if (opened == null) {
                    opened = opening.get();
                }
                return opened.next();
            }
        };
    }

    /** These rows, then those. */
    default RowStream then(RowStream others) {
        return () -> {
            Row row = next();
            return row != null ? row : others.next();
        };
    }
}
