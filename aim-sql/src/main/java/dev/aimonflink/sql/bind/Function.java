package dev.aimonflink.sql.bind;

import java.util.Locale;

/** The functions that compute one value of the values of one row. */
public enum Function {
    ABS(1, 1),
    CEIL(1, 1),
    FLOOR(1, 1),
    ROUND(1, 2),
    TRUNC(1, 2),
    SIGN(1, 1),
    MOD(2, 2),
    LENGTH(1, 1),
    LOWER(1, 1),
    UPPER(1, 1),
    COALESCE(1, Integer.MAX_VALUE),
    NULLIF(2, 2),
    GREATEST(1, Integer.MAX_VALUE),
    LEAST(1, Integer.MAX_VALUE);

    private final int fewest;
    private final int most;

    Function(int fewest, int most) {
        this.fewest = fewest;
        this.most = most;
    }

    boolean takes(int arguments) {
        return arguments >= fewest && arguments <= most;
    }

    public String sqlName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
