package dev.aimonflink.sql.bind;

import java.util.List;
import java.util.Locale;

/**
 * The type of a value, named as in PostgreSQL.
 *
 * @param precision of a {@code NUMERIC} that is limited: how many digits it has at most; else 0
 * @param scale of a {@code NUMERIC} that is limited: how many of them are behind the point
 * @param labels of an {@code ENUM}: its values in their order
 * @param element of an array: the type of its values; null of others
 */
public record SqlType(Kind kind, int precision, int scale, List<String> labels, SqlType element) {
    /** The kinds of types. Those of numbers come in the order in which one is converted to the other. */
    public enum Kind {
        BOOLEAN,
        SMALLINT,
        INTEGER,
        BIGINT,
        NUMERIC,
        REAL,
        DOUBLE,
        TEXT,
        ENUM,
        /** Times come in this order, too. */
        DATE,
        /** {@code timestamp without time zone}. */
        LOCAL_TIMESTAMP,
        /** {@code timestamp with time zone}. */
        TIMESTAMP,
        INTERVAL,
        /** Of values of one type, in one dimension. */
        ARRAY,
        /** Of a null or a string that has not met another type yet. */
        UNKNOWN
    }

    public static final SqlType BOOLEAN = of(Kind.BOOLEAN);
    public static final SqlType SMALLINT = of(Kind.SMALLINT);
    public static final SqlType INTEGER = of(Kind.INTEGER);
    public static final SqlType BIGINT = of(Kind.BIGINT);
    public static final SqlType NUMERIC = of(Kind.NUMERIC);
    public static final SqlType REAL = of(Kind.REAL);
    public static final SqlType DOUBLE = of(Kind.DOUBLE);
    public static final SqlType TEXT = of(Kind.TEXT);
    public static final SqlType DATE = of(Kind.DATE);
    public static final SqlType LOCAL_TIMESTAMP = of(Kind.LOCAL_TIMESTAMP);
    public static final SqlType TIMESTAMP = of(Kind.TIMESTAMP);
    public static final SqlType INTERVAL = of(Kind.INTERVAL);
    public static final SqlType UNKNOWN = of(Kind.UNKNOWN);

    public static final int MAX_PRECISION = 1_000;

    private static SqlType of(Kind kind) {
        return new SqlType(kind, 0, 0, List.of(), null);
    }

    public static SqlType numeric(int precision, int scale) {
        return new SqlType(Kind.NUMERIC, precision, scale, List.of(), null);
    }

    public static SqlType enumeration(List<String> labels) {
        return new SqlType(Kind.ENUM, 0, 0, List.copyOf(labels), null);
    }

    /** Values of {@code ENUM} are texts in arrays. */
    public static SqlType array(SqlType element) {
        SqlType known = element.is(Kind.ENUM) || element.is(Kind.UNKNOWN) ? TEXT : element;
        return new SqlType(Kind.ARRAY, 0, 0, List.of(), known.is(Kind.NUMERIC) ? NUMERIC : known);
    }

    public boolean is(Kind expected) {
        return kind == expected;
    }

    public boolean isNumber() {
        return kind.compareTo(Kind.SMALLINT) >= 0 && kind.compareTo(Kind.DOUBLE) <= 0;
    }

    public boolean isInteger() {
        return kind.compareTo(Kind.SMALLINT) >= 0 && kind.compareTo(Kind.BIGINT) <= 0;
    }

    /** Whether values are times or dates, but no intervals. */
    public boolean isTime() {
        return kind.compareTo(Kind.DATE) >= 0 && kind.compareTo(Kind.TIMESTAMP) <= 0;
    }

    /** Whether values of the type are texts: an {@code ENUM} becomes one where a text is needed. */
    public boolean isText() {
        return kind == Kind.TEXT || kind == Kind.ENUM;
    }

    public boolean isLimited() {
        return precision > 0;
    }

    @Override
    public String toString() {
        return switch (kind) {
            case DOUBLE -> "double precision";
            case NUMERIC -> isLimited() ? "numeric(" + precision + "," + scale + ")" : "numeric";
            case ARRAY -> element + "[]";
            case LOCAL_TIMESTAMP -> "timestamp without time zone";
            case TIMESTAMP -> "timestamp with time zone";
            default -> kind.name().toLowerCase(Locale.ROOT);
        };
    }
}
