package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The functions that compute one value of many rows. All but {@link #COUNT_ROWS} and {@link #ARRAY_AGG} leave out rows in which
 * the argument is null. */
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
    /** {@code arg_max(value, of)}: the value in the row in which {@code of} is greatest; among several, the least value. */
    ARG_MAX(Takes.ORDERED),
    ARG_MIN(Takes.ORDERED),
    /** {@code percentile_disc(fraction) WITHIN GROUP (ORDER BY value)}: the argument is the fraction. */
    PERCENTILE_DISC(Takes.FRACTION),
    /** The same between two values, as a double. */
    PERCENTILE_CONT(Takes.FRACTION),
    /** {@code string_agg(value, delimiter ORDER BY ...)}: the texts, one behind the other. */
    STRING_AGG(Takes.TEXTS),
    /** {@code array_agg(value ORDER BY ...)}: all values, also nulls. */
    ARRAY_AGG(Takes.VALUES),
    /** The value of any row: of the first one. */
    ANY_VALUE(Takes.ANY_ROW),
    BIT_AND(Takes.WHOLE_NUMBERS),
    BIT_OR(Takes.WHOLE_NUMBERS),
    BIT_XOR(Takes.WHOLE_NUMBERS),
    /** {@code mode() WITHIN GROUP (ORDER BY value)}: the most frequent value, among several the first in order. */
    MODE(Takes.NOTHING),
    /** {@code corr(y, x)}: those of the line through points. */
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

    /** What the last argument is. */
    public enum Takes {
        ANYTHING,
        /** Values to compare. */
        ORDERED,
        NUMBERS,
        CONDITIONS,
        /** One for all rows, whose values come in an order. */
        FRACTION,
        /** The values come in an order. */
        NOTHING,
        ANY_ROW,
        WHOLE_NUMBERS,
        /** Two doubles. */
        POINTS,
        TEXTS,
        /** Those of an array. */
        VALUES;

        /** The type of strings, nulls and parameters. */
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
            // COUNT replaces COUNT_ROWS, which has the same name. The binder chooses COUNT_ROWS for count(*).
            BY_NAME.put(function.sqlName(), function);
            if (function.synonym != null) {
                BY_NAME.put(function.synonym, function);
            }
        }
    }

    private final Takes takes;

    /** Null if there is none. */
    private final String synonym;

    AggregateFunction(Takes takes) {
        this(takes, null);
    }

    AggregateFunction(Takes takes, String synonym) {
        this.takes = takes;
        this.synonym = synonym;
    }

    /** All names in texts. */
    public static Set<String> names() {
        return Collections.unmodifiableSet(BY_NAME.keySet());
    }

    /** The function of a name in a text, or null. */
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

    /** Whether it takes the values in order, and has a fraction as its argument. */
    public boolean isPercentile() {
        return takes == Takes.FRACTION;
    }

    /** Whether it takes the values of one order. */
    public boolean isOfOneOrder() {
        return isPercentile() || this == MODE;
    }

    /** Whether parts of rows cannot have parts of its value, so that all rows meet in one place. */
    public boolean isOfAllRows() {
        return switch (takes) {
            case TEXTS, VALUES, ANY_ROW, WHOLE_NUMBERS, NOTHING, POINTS -> true;
            default -> false;
        };
    }

    /** Whether it puts values together, in an order that a text gives. */
    public boolean isOfPieces() {
        return takes == Takes.TEXTS || takes == Takes.VALUES;
    }

    /** Whether it also takes intervals where it takes numbers. */
    public boolean isOfIntervals() {
        return this == SUM || this == AVG;
    }

    /** @param of the values of which the result is one, or is computed */
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

    /** The name in a text; that of {@link #COUNT_ROWS} is {@code count}. */
    public String sqlName() {
        return this == COUNT_ROWS ? "count" : name().toLowerCase(Locale.ROOT);
    }
}
