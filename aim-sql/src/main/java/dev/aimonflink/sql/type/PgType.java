package dev.aimonflink.sql.type;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * PostgreSQL's types of values on the wire, with its numbers for them. A client asks nothing about a type that it knows, so no other number
 * is ever sent.
 *
 * <p>Each type has one Java class: {@link Boolean}; {@link Long} for integers and {@code oid} and its kin; {@link Double}; {@link
 * java.math.BigDecimal}; {@link String}; {@link java.time.Instant} for {@code timestamptz}, {@link java.time.LocalDateTime} for {@code
 * timestamp}, {@link java.time.LocalDate} for {@code date}, {@link Interval} for {@code interval}; {@code byte[]} for {@code bytea}; {@link
 * java.util.List} for arrays; {@link PgRecord} for {@code record}.
 */
public enum PgType {
    BOOL("bool", 16, 1, 'B'),
    BYTEA("bytea", 17, -1, 'U'),
    /** One byte, used by the catalogs for kinds of things. */
    CHAR("char", 18, 1, 'Z'),
    NAME("name", 19, 64, 'S'),
    INT8("int8", 20, 8, 'N'),
    INT2("int2", 21, 2, 'N'),
    INT4("int4", 23, 4, 'N'),
    REGPROC("regproc", 24, 4, 'N'),
    TEXT("text", 25, -1, 'S'),
    OID("oid", 26, 4, 'N'),
    JSON("json", 114, -1, 'U'),
    FLOAT4("float4", 700, 4, 'N'),
    FLOAT8("float8", 701, 8, 'N'),
    UNKNOWN("unknown", 705, -2, 'X'),
    BPCHAR("bpchar", 1042, -1, 'S'),
    VARCHAR("varchar", 1043, -1, 'S'),
    DATE("date", 1082, 4, 'D'),
    TIMESTAMP("timestamp", 1114, 8, 'D'),
    TIMESTAMPTZ("timestamptz", 1184, 8, 'D'),
    INTERVAL("interval", 1186, 16, 'T'),
    NUMERIC("numeric", 1700, -1, 'N'),
    VOID("void", 2278, 4, 'P'),
    REGCLASS("regclass", 2205, 4, 'N'),
    REGTYPE("regtype", 2206, 4, 'N'),
    RECORD("record", 2249, -1, 'P'),
    REGROLE("regrole", 4096, 4, 'N'),
    REGNAMESPACE("regnamespace", 4089, 4, 'N'),

    BOOL_ARRAY(BOOL, 1000),
    BYTEA_ARRAY(BYTEA, 1001),
    CHAR_ARRAY(CHAR, 1002),
    NAME_ARRAY(NAME, 1003),
    INT2_ARRAY(INT2, 1005),
    INT4_ARRAY(INT4, 1007),
    TEXT_ARRAY(TEXT, 1009),
    BPCHAR_ARRAY(BPCHAR, 1014),
    VARCHAR_ARRAY(VARCHAR, 1015),
    INT8_ARRAY(INT8, 1016),
    FLOAT4_ARRAY(FLOAT4, 1021),
    FLOAT8_ARRAY(FLOAT8, 1022),
    OID_ARRAY(OID, 1028),
    TIMESTAMP_ARRAY(TIMESTAMP, 1115),
    DATE_ARRAY(DATE, 1182),
    TIMESTAMPTZ_ARRAY(TIMESTAMPTZ, 1185),
    NUMERIC_ARRAY(NUMERIC, 1231),
    REGTYPE_ARRAY(REGTYPE, 2211),
    REGCLASS_ARRAY(REGCLASS, 2210),
    /** An array numbered from 0 and written without braces. */
    INT2VECTOR("int2vector", 22, INT2),
    OIDVECTOR("oidvector", 30, OID);

    private static final Map<Integer, PgType> BY_OID =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(PgType::oid, Function.identity()));

    private static final Map<PgType, PgType> ARRAYS = Arrays.stream(values())
            .filter(type -> type.isArray() && !type.isVector())
            .collect(Collectors.toUnmodifiableMap(PgType::element, Function.identity()));

    private final String typeName;
    private final int oid;
    private final int size;
    private final char category;
    private final PgType element;

    PgType(String typeName, int oid, int size, char category) {
        this.typeName = typeName;
        this.oid = oid;
        this.size = size;
        this.category = category;
        this.element = null;
    }

    PgType(PgType element, int oid) {
        this("_" + element.typeName, oid, element);
    }

    PgType(String typeName, int oid, PgType element) {
        this.typeName = typeName;
        this.oid = oid;
        this.size = -1;
        this.category = 'A';
        this.element = element;
    }

    public static Optional<PgType> ofOid(int oid) {
        return Optional.ofNullable(BY_OID.get(oid));
    }

    /** Like {@code pg_type.typname}. */
    public String typeName() {
        return typeName;
    }

    public int oid() {
        return oid;
    }

    /** Like {@code pg_type.typlen}: bytes of a value, -1 for any number, -2 for a zero-terminated text. */
    public int size() {
        return size;
    }

    /** Like {@code pg_type.typcategory}. */
    public char category() {
        return category;
    }

    /** The type of an array's values; null for others. */
    public PgType element() {
        return element;
    }

    public boolean isArray() {
        return element != null;
    }

    public boolean isVector() {
        return this == INT2VECTOR || this == OIDVECTOR;
    }

    /** The type of arrays of such values, if any. */
    public Optional<PgType> array() {
        return Optional.ofNullable(ARRAYS.get(this));
    }

    public boolean isText() {
        return category == 'S' || this == CHAR || this == UNKNOWN || this == JSON;
    }

    /** Whether its values are {@link Long}s. */
    public boolean isWhole() {
        return this == INT2 || this == INT4 || this == INT8 || isOid();
    }

    /** Whether its values are row numbers of the catalogs. */
    public boolean isOid() {
        return this == OID
                || this == REGPROC
                || this == REGCLASS
                || this == REGTYPE
                || this == REGROLE
                || this == REGNAMESPACE;
    }
}
