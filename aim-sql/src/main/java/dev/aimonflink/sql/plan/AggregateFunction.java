package dev.aimonflink.sql.plan;

import java.util.Locale;

/** The functions that compute one value of many rows. All but {@link #COUNT_ROWS} leave out rows in which the argument is null. */
public enum AggregateFunction {
    /** {@code count(*)}. */
    COUNT_ROWS,
    COUNT,
    SUM,
    MIN,
    MAX,
    AVG,
    STDDEV_POP,
    /** Also {@code stddev}. */
    STDDEV_SAMP,
    VAR_POP,
    /** Also {@code variance}. */
    VAR_SAMP,
    /** Also {@code every}. */
    BOOL_AND,
    BOOL_OR,
    /** {@code arg_max(value, of)}: the value in the row in which {@code of} is greatest; among several, the least value. */
    ARG_MAX,
    ARG_MIN,
    /** {@code percentile_disc(fraction) WITHIN GROUP (ORDER BY value)}: the argument is the fraction. */
    PERCENTILE_DISC,
    /** The same between two values, as a double. */
    PERCENTILE_CONT;

    /** Whether it takes the values in order, and has a fraction as its argument. */
    public boolean isPercentile() {
        return this == PERCENTILE_DISC || this == PERCENTILE_CONT;
    }

    /** The name in a text; that of {@link #COUNT_ROWS} is {@code count}. */
    public String sqlName() {
        return this == COUNT_ROWS ? "count" : name().toLowerCase(Locale.ROOT);
    }
}
