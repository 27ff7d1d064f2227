package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.bind.SqlType;
import dev.aimonflink.sql.bind.SqlType.Kind;
import java.util.Locale;

/** The functions that compute one value of many rows. All but {@link #COUNT_ROWS} leave out rows in which the argument is null. */
public enum AggregateFunction {
    /** {@code count(*)}. */
    COUNT_ROWS(Takes.ANYTHING),
    COUNT(Takes.ANYTHING),
    SUM(Takes.NUMBERS),
    MIN(Takes.ORDERED),
    MAX(Takes.ORDERED),
    AVG(Takes.NUMBERS),
    STDDEV_POP(Takes.NUMBERS),
    /** Also {@code stddev}. */
    STDDEV_SAMP(Takes.NUMBERS),
    VAR_POP(Takes.NUMBERS),
    /** Also {@code variance}. */
    VAR_SAMP(Takes.NUMBERS),
    /** Also {@code every}. */
    BOOL_AND(Takes.CONDITIONS),
    BOOL_OR(Takes.CONDITIONS),
    /** {@code arg_max(value, of)}: the value in the row in which {@code of} is greatest; among several, the least value. */
    ARG_MAX(Takes.ORDERED),
    ARG_MIN(Takes.ORDERED),
    /** {@code percentile_disc(fraction) WITHIN GROUP (ORDER BY value)}: the argument is the fraction. */
    PERCENTILE_DISC(Takes.FRACTION),
    /** The same between two values, as a double. */
    PERCENTILE_CONT(Takes.FRACTION);

    /** What the last argument is. */
    enum Takes {
        ANYTHING(SqlType.TEXT),
        /** Values to compare. */
        ORDERED(SqlType.TEXT),
        NUMBERS(SqlType.DOUBLE),
        CONDITIONS(SqlType.BOOLEAN),
        /** One for all rows, whose values come in an order. */
        FRACTION(SqlType.DOUBLE);

        /** That of strings, nulls and parameters. */
        final SqlType ofUnknown;

        Takes(SqlType ofUnknown) {
            this.ofUnknown = ofUnknown;
        }
    }

    private final Takes takes;

    AggregateFunction(Takes takes) {
        this.takes = takes;
    }

    Takes takes() {
        return takes;
    }

    int arguments() {
        return this == ARG_MAX || this == ARG_MIN ? 2 : 1;
    }

    /** Whether it takes the values in order, and has a fraction as its argument. */
    public boolean isPercentile() {
        return takes == Takes.FRACTION;
    }

    /** @param of the values of which the result is one, or is computed */
    SqlType type(SqlType of) {
        return switch (takes) {
            case ANYTHING -> SqlType.BIGINT;
            case ORDERED, CONDITIONS, FRACTION -> of;
            case NUMBERS ->
                of.is(Kind.DOUBLE) ? of : this == SUM && of.is(Kind.INTEGER) ? SqlType.BIGINT : SqlType.NUMERIC;
        };
    }

    /** The name in a text; that of {@link #COUNT_ROWS} is {@code count}. */
    public String sqlName() {
        return this == COUNT_ROWS ? "count" : name().toLowerCase(Locale.ROOT);
    }
}
