package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;

/**
 * Counts the parts of a bound statement. It can have many more than its text, because some parts are there several times: the
 * operand of BETWEEN twice, and a query of WITH wherever it is named.
 */
public final class Growth {
    public static final int MAX_PARTS = 100_000;

    private int parts;

    /** @param added how many parts more there are */
    public void add(int added, int position) {
        if (added > MAX_PARTS - parts) {
            throw new SqlException(
                    SqlState.TOO_COMPLEX,
                    position,
                    "The statement needs more than " + MAX_PARTS
                            + " steps, because parts of it are used several times. Use each fewer times.");
        }
        parts += added;
    }

    public int parts() {
        return parts;
    }
}
