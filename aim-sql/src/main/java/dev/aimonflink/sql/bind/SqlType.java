package dev.aimonflink.sql.bind;

import java.util.List;
import java.util.Locale;

/**
 * The type of a value, named as in PostgreSQL.
 *
 * @param precision of a {@code NUMERIC} that is limited: how many digits it has at most; else 0
 * @param scale of a {@code NUMERIC} that is limited: how many of them are behind the point
 * @param labels of an {@code ENUM}: its values in their order
 */
public record SqlType(Kind kind, int precision, int scale, List<String> labels) {
    /** The kinds of types. Those of numbers come in the order in which one is converted to the other. */
    public enum Kind {
        BOOLEAN,
        INTEGER,
        BIGINT,
        NUMERIC,
        DOUBLE,
        TEXT,
        ENUM,
        TIMESTAMP,
        /** Of a null or a string that has not met another type yet. */
        UNKNOWN
    }

    public static final SqlType BOOLEAN = of(Kind.BOOLEAN);
    public static final SqlType INTEGER = of(Kind.INTEGER);
    public static final SqlType BIGINT = of(Kind.BIGINT);
    public static final SqlType NUMERIC = of(Kind.NUMERIC);
    public static final SqlType DOUBLE = of(Kind.DOUBLE);
    public static final SqlType TEXT = of(Kind.TEXT);
    public static final SqlType TIMESTAMP = of(Kind.TIMESTAMP);
    public static final SqlType UNKNOWN = of(Kind.UNKNOWN);

    public static final int MAX_PRECISION = 1_000;

    private static SqlType of(Kind kind) {
        return new SqlType(kind, 0, 0, List.of());
    }

    public static SqlType numeric(int precision, int scale) {
        return new SqlType(Kind.NUMERIC, precision, scale, List.of());
    }

    public static SqlType enumeration(List<String> labels) {
        return new SqlType(Kind.ENUM, 0, 0, List.copyOf(labels));
    }

    public boolean is(Kind expected) {
        return kind == expected;
    }

    public boolean isNumber() {
        return kind.compareTo(Kind.INTEGER) >= 0 && kind.compareTo(Kind.DOUBLE) <= 0;
    }

    public boolean isInteger() {
        return kind == Kind.INTEGER || kind == Kind.BIGINT;
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
            case TIMESTAMP -> "timestamp with time zone";
            default -> kind.name().toLowerCase(Locale.ROOT);
        };
    }
}
