package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.evaluate.Row;
import java.util.Iterator;
import java.util.function.Supplier;

/** Rows that are computed one by one, when they are asked for. */
@FunctionalInterface
interface Rows {
    Rows NONE = () -> null;

    /** The next row; null when there is none, and from then on. */
    Row next();

    static Rows of(Iterator<? extends Row> rows) {
        return () -> rows.hasNext() ? rows.next() : null;
    }

    /** Rows that need work before the first one. A query that does not ask for it saves the work. */
    static Rows later(Supplier<Rows> opening) {
        return new Rows() {
            private Rows opened;

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
    default Rows then(Rows others) {
        return () -> {
            Row row = next();
            return row != null ? row : others.next();
        };
    }
}
