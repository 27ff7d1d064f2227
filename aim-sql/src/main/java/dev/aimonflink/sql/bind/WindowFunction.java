package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.type.SqlType;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The window functions that are not aggregates. */
public enum WindowFunction {
    ROW_NUMBER(0, 0),
    RANK(0, 0),
    DENSE_RANK(0, 0),
    PERCENT_RANK(0, 0),
    CUME_DIST(0, 0),
    /** {@code ntile(n)}: in which of n parts of about the same size. */
    NTILE(1, 1),
    /** {@code lag(value, rows, default)}: the value so many rows before. */
    LAG(1, 3),
    LEAD(1, 3),
    FIRST_VALUE(1, 1),
    LAST_VALUE(1, 1),
    /** {@code nth_value(value, n)}. */
    NTH_VALUE(2, 2);

    private static final Map<String, WindowFunction> BY_NAME = new TreeMap<>();

    static {
        for (WindowFunction function : values()) {
            BY_NAME.put(function.sqlName(), function);
        }
    }

    private final int fewest;
    private final int most;

    WindowFunction(int fewest, int most) {
        this.fewest = fewest;
        this.most = most;
    }

    public static Set<String> names() {
        return Collections.unmodifiableSet(BY_NAME.keySet());
    }

    public static Optional<WindowFunction> named(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    public String sqlName() {
        return name().toLowerCase(Locale.ROOT);
    }

    public boolean takes(int arguments) {
        return arguments >= fewest && arguments <= most;
    }

    /** Whether it returns its first argument for another row. */
    public boolean isOfValues() {
        return switch (this) {
            case LAG, LEAD, FIRST_VALUE, LAST_VALUE, NTH_VALUE -> true;
            default -> false;
        };
    }

    /** @param of its first argument, if it returns one of its values */
    public SqlType type(SqlType of) {
        return switch (this) {
            case ROW_NUMBER, RANK, DENSE_RANK -> SqlType.BIGINT;
            case NTILE -> SqlType.INTEGER;
            case PERCENT_RANK, CUME_DIST -> SqlType.DOUBLE;
            default -> of;
        };
    }
}
