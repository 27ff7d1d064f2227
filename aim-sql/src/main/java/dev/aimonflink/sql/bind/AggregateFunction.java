package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The aggregate functions. All but {@link #COUNT_ROWS} and {@link #ARRAY_AGG} ignore rows with a null argument. */
public enum AggregateFunction {
    /** {@code count(*)}. */
    COUNT_ROWS(Takes.ANYTHING),
    COUNT(Takes.ANYTHING),
    SUM(Takes.NUMBERS),
    MIN(Takes.ORDERED),
    MAX(Takes.ORDERED),
    AVG(Takes.NUMBERS),
    STDDEV_POP(Takes.NUMBERS),
    STDDEV_SAMP(Takes.NUMBERS, "stddev"),
    VAR_POP(Takes.NUMBERS),
    VAR_SAMP(Takes.NUMBERS, "variance"),
    BOOL_AND(Takes.CONDITIONS, "every"),
    BOOL_OR(Takes.CONDITIONS),
    /** {@code arg_max(value, of)}: the value in the row with the greatest {@code of}; of several, the least value. */
    ARG_MAX(Takes.ORDERED),
    ARG_MIN(Takes.ORDERED),
    /** {@code percentile_disc(fraction) WITHIN GROUP (ORDER BY value)}: the argument is the fraction. */
    PERCENTILE_DISC(Takes.FRACTION),
    /** The same, interpolated between two values as a double. */
    PERCENTILE_CONT(Takes.FRACTION),
    /** {@code string_agg(value, delimiter ORDER BY ...)}: the concatenated texts. */
    STRING_AGG(Takes.TEXTS),
    /** {@code array_agg(value ORDER BY ...)}: all values, including nulls. */
    ARRAY_AGG(Takes.VALUES),
    /** The first row's value. */
    ANY_VALUE(Takes.ANY_ROW),
    BIT_AND(Takes.WHOLE_NUMBERS),
    BIT_OR(Takes.WHOLE_NUMBERS),
    BIT_XOR(Takes.WHOLE_NUMBERS),
    /** {@code mode() WITHIN GROUP (ORDER BY value)}: the most frequent value, of several the first in order. */
    MODE(Takes.NOTHING),
    /** {@code corr(y, x)} and the others on the line through points. */
    CORR(Takes.POINTS),
    COVAR_POP(Takes.POINTS),
    COVAR_SAMP(Takes.POINTS),
    REGR_AVGX(Takes.POINTS),
    REGR_AVGY(Takes.POINTS),
    REGR_COUNT(Takes.POINTS),
    REGR_INTERCEPT(Takes.POINTS),
    REGR_R2(Takes.POINTS),
    REGR_SLOPE(Takes.POINTS),
    REGR_SXX(Takes.POINTS),
    REGR_SXY(Takes.POINTS),
    REGR_SYY(Takes.POINTS);

    public enum Takes {
        ANYTHING,
        ORDERED,
        NUMBERS,
        CONDITIONS,
        /** A fraction, for values in an order. */
        FRACTION,
        /** Nothing; the values come in an order. */
        NOTHING,
        ANY_ROW,
        WHOLE_NUMBERS,
        /** Two doubles. */
        POINTS,
        TEXTS,
        VALUES;

        public SqlType ofUnknown() {
            return switch (this) {
                case NUMBERS, FRACTION, POINTS -> SqlType.DOUBLE;
                case WHOLE_NUMBERS -> SqlType.INTEGER;
                case CONDITIONS -> SqlType.BOOLEAN;
                case ANYTHING, ORDERED, TEXTS, VALUES, ANY_ROW, NOTHING -> SqlType.TEXT;
            };
        }
    }

    private static final Map<String, AggregateFunction> BY_NAME = new TreeMap<>();

    static {
        for (AggregateFunction function : values()) {
            // COUNT replaces COUNT_ROWS of the same name, which the binder chooses for count(*).
            BY_NAME.put(function.sqlName(), function);
            if (function.synonym != null) {
                BY_NAME.put(function.synonym, function);
            }
        }
    }

    private final Takes takes;

    private final String synonym;

    AggregateFunction(Takes takes) {
        this(takes, null);
    }

    AggregateFunction(Takes takes, String synonym) {
        this.takes = takes;
        this.synonym = synonym;
    }

    public static Set<String> names() {
        return Collections.unmodifiableSet(BY_NAME.keySet());
    }

    public static AggregateFunction named(String name) {
        return BY_NAME.get(name);
    }

    public Takes takes() {
        return takes;
    }

    public int arguments() {
        boolean isOfTwo = this == ARG_MAX || this == ARG_MIN || this == STRING_AGG || takes == Takes.POINTS;
        return isOfTwo ? 2 : this == MODE ? 0 : 1;
    }

    public boolean isPercentile() {
        return takes == Takes.FRACTION;
    }

    public boolean isOfOneOrder() {
        return isPercentile() || this == MODE;
    }

    /** Whether partial results cannot be merged, so that all rows must meet in one place. */
    public boolean isOfAllRows() {
        return switch (takes) {
            case TEXTS, VALUES, ANY_ROW, WHOLE_NUMBERS, NOTHING, POINTS -> true;
            default -> false;
        };
    }

    /** Whether it puts values together in a given order. */
    public boolean isOfPieces() {
        return takes == Takes.TEXTS || takes == Takes.VALUES;
    }

    public boolean isOfIntervals() {
        return this == SUM || this == AVG;
    }

    /** @param of the type of its result's source values */
    public SqlType type(SqlType of) {
        return switch (takes) {
            case ANYTHING -> SqlType.BIGINT;
            case ORDERED -> of.is(Kind.TEXT) ? SqlType.TEXT : of;
            case CONDITIONS, FRACTION, ANY_ROW, WHOLE_NUMBERS, NOTHING -> of;
            case POINTS -> this == REGR_COUNT ? SqlType.BIGINT : SqlType.DOUBLE;
            case TEXTS -> SqlType.TEXT;
            case VALUES -> SqlType.array(of);
            case NUMBERS ->
                of.is(Kind.DOUBLE) || of.is(Kind.INTERVAL) || of.is(Kind.REAL)
                        ? of
                        : this == SUM && (of.is(Kind.INTEGER) || of.is(Kind.SMALLINT))
                                ? SqlType.BIGINT
                                : SqlType.NUMERIC;
        };
    }

    /** The name in a text; {@code count} for {@link #COUNT_ROWS}. */
    public String sqlName() {
        return this == COUNT_ROWS ? "count" : name().toLowerCase(Locale.ROOT);
    }
}
