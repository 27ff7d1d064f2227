package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.evaluate.Row;
import java.util.Iterator;
import java.util.function.Supplier;

/** Rows computed one by one, on demand. */
@FunctionalInterface
interface RowStream {
    RowStream NONE = () -> null;

    /** The next row; null at the end, and from then on. */
    Row next();

    static RowStream of(Iterator<? extends Row> rows) {
        return () -> rows.hasNext() ? rows.next() : null;
    }

    /** Rows that need work before the first one, which is done when that is asked for. */
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

    default RowStream then(RowStream others) {
        return () -> {
            Row row = next();
            return row != null ? row : others.next();
        };
    }
}
