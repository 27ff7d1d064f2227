package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.bind.SqlType;
import dev.aimonflink.sql.evaluate.Order;

/**
 * The least or greatest input. Of truth values, the least is whether all are true, and the greatest whether one is. Of
 * equal ones it is the last, as in PostgreSQL: 1.0 and 1.00 look different.
 */
final class Extreme implements Accumulator {
    private final SqlType type;
    private final boolean isGreatest;
    private Object extreme;

    Extreme(SqlType type, boolean isGreatest) {
        this.type = type;
        this.isGreatest = isGreatest;
    }

    @Override
    public void add(Object input) {
        int order = extreme == null ? 0 : Order.compare(input, extreme, type);
        if (isGreatest ? order >= 0 : order <= 0) {
            extreme = input;
        }
    }

    @Override
    public Object value() {
        return extreme;
    }
}
