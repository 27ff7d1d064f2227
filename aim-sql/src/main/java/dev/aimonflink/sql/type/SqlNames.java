package dev.aimonflink.sql.type;

/** SQL's names of types, where the catalogs' differ: {@code integer} is {@code int4} there. */
public final class SqlNames {
    private SqlNames() {}

    /** As {@code format_type} writes a type without a modifier. */
    public static String of(PgType type) {
        if (type.isArray() && !type.isVector()) {
            return of(type.element()) + "[]";
        }
        return switch (type) {
            case BOOL -> "boolean";
            case CHAR -> "\"char\"";
            case INT2 -> "smallint";
            case INT4 -> "integer";
            case INT8 -> "bigint";
            case FLOAT4 -> "real";
            case FLOAT8 -> "double precision";
            case VARCHAR -> "character varying";
            case TIMESTAMP -> "timestamp without time zone";
            case TIMESTAMPTZ -> "timestamp with time zone";
            default -> type.typeName();
        };
    }
}
