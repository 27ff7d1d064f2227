package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;

/**
 * Counts the parts of a bound statement. It can have many more than its text, because the operand of BETWEEN occurs twice, and a query of
 * WITH wherever it is named.
 */
public final class PartCounter {
    public static final int MAX_PARTS = 100_000;

    private int parts;

    public void add(int added, int position) {
        if (added > MAX_PARTS - parts) {
            throw new SqlException(
                    SqlState.TOO_COMPLEX,
                    position,
                    "The statement has more than " + MAX_PARTS
                            + " parts. Columns of tables are parts, and what is used several times counts each time."
                            + " Make it shorter.");
        }
        parts += added;
    }

    /** Forgets parts that count only where they are used. */
    public void setParts(int parts) {
        this.parts = parts;
    }

    public int parts() {
        return parts;
    }
}
