package dev.aimonflink.sql.type;

import java.util.List;
import java.util.Locale;

/**
 * The type of a value, named as in PostgreSQL.
 *
 * @param precision of a limited {@code NUMERIC}: the most digits; else 0
 * @param scale of a limited {@code NUMERIC}: the digits behind the point
 * @param labels of an {@code ENUM}: its values in order; of a record: the names of its fields
 * @param parts of an array: the type of its values; of a record: the types of its fields
 * @param pg which of PostgreSQL's types, among similar ones
 */
public record SqlType(Kind kind, int precision, int scale, List<String> labels, List<SqlType> parts, PgType pg) {
    /** Kinds of numbers are in the order of conversion. */
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
        /** An array of values of one type, in one dimension. */
        ARRAY,
        /** A number of a catalog's row, which some types write as the row's name. */
        OID,
        /** Values of several types. */
        RECORD,
        /** A null, or a string that has not met another type yet. */
        UNKNOWN
    }

    public static final SqlType BOOLEAN = of(Kind.BOOLEAN, PgType.BOOL);
    public static final SqlType SMALLINT = of(Kind.SMALLINT, PgType.INT2);
    public static final SqlType INTEGER = of(Kind.INTEGER, PgType.INT4);
    public static final SqlType BIGINT = of(Kind.BIGINT, PgType.INT8);
    public static final SqlType NUMERIC = of(Kind.NUMERIC, PgType.NUMERIC);
    public static final SqlType REAL = of(Kind.REAL, PgType.FLOAT4);
    public static final SqlType DOUBLE = of(Kind.DOUBLE, PgType.FLOAT8);
    public static final SqlType TEXT = of(Kind.TEXT, PgType.TEXT);
    public static final SqlType DATE = of(Kind.DATE, PgType.DATE);
    public static final SqlType LOCAL_TIMESTAMP = of(Kind.LOCAL_TIMESTAMP, PgType.TIMESTAMP);
    public static final SqlType TIMESTAMP = of(Kind.TIMESTAMP, PgType.TIMESTAMPTZ);
    public static final SqlType INTERVAL = of(Kind.INTERVAL, PgType.INTERVAL);
    public static final SqlType UNKNOWN = of(Kind.UNKNOWN, PgType.UNKNOWN);
    public static final SqlType OID = of(Kind.OID, PgType.OID);

    public static final int MAX_PRECISION = 1_000;

    private static SqlType of(Kind kind, PgType pg) {
        return new SqlType(kind, 0, 0, List.of(), List.of(), pg);
    }

    /** The type that PostgreSQL's catalogs call so. */
    public static SqlType of(PgType pg) {
        if (pg.isVector()) {
            return new SqlType(Kind.ARRAY, 0, 0, List.of(), List.of(of(pg.element())), pg);
        } else if (pg.isArray()) {
            return array(of(pg.element()));
        }
        return switch (pg) {
            case BOOL -> BOOLEAN;
            case INT2 -> SMALLINT;
            case INT4 -> INTEGER;
            case INT8 -> BIGINT;
            case NUMERIC -> NUMERIC;
            case FLOAT4 -> REAL;
            case FLOAT8 -> DOUBLE;
            case DATE -> DATE;
            case TIMESTAMP -> LOCAL_TIMESTAMP;
            case TIMESTAMPTZ -> TIMESTAMP;
            case INTERVAL -> INTERVAL;
            case UNKNOWN -> UNKNOWN;
            case TEXT -> TEXT;
            default -> pg.isOid() ? of(Kind.OID, pg) : of(Kind.TEXT, pg);
        };
    }

    public static SqlType numeric(int precision, int scale) {
        return new SqlType(Kind.NUMERIC, precision, scale, List.of(), List.of(), PgType.NUMERIC);
    }

    public static SqlType enumeration(List<String> labels) {
        return new SqlType(Kind.ENUM, 0, 0, List.copyOf(labels), List.of(), PgType.TEXT);
    }

    public static SqlType record(List<String> names, List<SqlType> types) {
        return new SqlType(Kind.RECORD, 0, 0, List.copyOf(names), List.copyOf(types), PgType.RECORD);
    }

    /** Values of {@code ENUM} are texts in arrays. */
    public static SqlType array(SqlType element) {
        SqlType known = element.is(Kind.ENUM) || element.is(Kind.UNKNOWN) ? TEXT : element;
        PgType pg = known.pg.array().orElse(PgType.TEXT_ARRAY);
        return new SqlType(Kind.ARRAY, 0, 0, List.of(), List.of(known.is(Kind.NUMERIC) ? NUMERIC : known), pg);
    }

    /** The type of an array's values. */
    public SqlType element() {
        return parts.get(0);
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

    /** Whether values are times or dates, but not intervals. */
    public boolean isTime() {
        return kind.compareTo(Kind.DATE) >= 0 && kind.compareTo(Kind.TIMESTAMP) <= 0;
    }

    /** Whether values are texts: an {@code ENUM} becomes one where a text is needed. */
    public boolean isText() {
        return kind == Kind.TEXT || kind == Kind.ENUM;
    }

    public boolean isLimited() {
        return precision > 0;
    }

    /** Labels and parts are compared only if this is the same. */
    @Override
    public int hashCode() {
        return (pg.ordinal() * 31 + precision) * 31 + scale;
    }

    @Override
    public String toString() {
        return switch (kind) {
            case DOUBLE -> "double precision";
            case NUMERIC -> isLimited() ? "numeric(" + precision + "," + scale + ")" : "numeric";
            case ARRAY -> pg.isVector() ? SqlNames.of(pg) : element() + "[]";
            case TEXT, OID -> SqlNames.of(pg);
            case LOCAL_TIMESTAMP -> "timestamp without time zone";
            case TIMESTAMP -> "timestamp with time zone";
            default -> kind.name().toLowerCase(Locale.ROOT);
        };
    }
}
