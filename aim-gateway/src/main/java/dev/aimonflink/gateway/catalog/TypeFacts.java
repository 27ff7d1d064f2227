package dev.aimonflink.gateway.catalog;

import dev.aimonflink.gateway.relation.NamedTypes;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.sql.type.SqlNames;
import java.util.HashMap;
import java.util.Map;

/** What {@code information_schema} says of the type of a column or of a parameter. */
final class TypeFacts {
    private static final long LONGEST_TEXT = 1 << 30;
    private static final int BYTES_OF_A_CHARACTER = 4;
    private static final int BITS_OF_FLOAT4 = 24;
    private static final int BITS_OF_FLOAT8 = 53;
    private static final int DIGITS_OF_SECONDS = 6;

    private TypeFacts() {}

    /** The values by the names of their columns. */
    static Map<String, Object> of(String database, PgColumn column) {
        PgType type = column.type();
        Map<String, Object> facts = new HashMap<>();
        facts.put("data_type", type.isArray() ? "ARRAY" : SqlNames.of(type).replace("bpchar", "character"));
        facts.put("udt_catalog", database);
        facts.put("udt_schema", "pg_catalog");
        facts.put("udt_name", type.typeName());
        switch (type) {
            case INT2, INT4, INT8 -> number(facts, type.size() * Byte.SIZE, 2, 0L);
            case FLOAT4 -> number(facts, BITS_OF_FLOAT4, 2, null);
            case FLOAT8 -> number(facts, BITS_OF_FLOAT8, 2, null);
            case NUMERIC -> {
                boolean isLimited = column.modifier() != PgColumn.NO_MODIFIER;
                number(
                        facts,
                        isLimited ? NamedTypes.precision(column.modifier()) : null,
                        10,
                        isLimited ? (Long) (long) NamedTypes.scale(column.modifier()) : null);
            }
            case TEXT -> facts.put("character_octet_length", LONGEST_TEXT);
            case VARCHAR, BPCHAR -> {
                boolean isLimited = column.modifier() != PgColumn.NO_MODIFIER;
                long length = NamedTypes.length(column.modifier());
                facts.put("character_maximum_length", isLimited ? length : null);
                facts.put("character_octet_length", isLimited ? length * BYTES_OF_A_CHARACTER : LONGEST_TEXT);
            }
            case DATE -> facts.put("datetime_precision", 0L);
            case TIMESTAMP, TIMESTAMPTZ, INTERVAL ->
                facts.put(
                        "datetime_precision",
                        column.modifier() == PgColumn.NO_MODIFIER ? DIGITS_OF_SECONDS : column.modifier());
            default -> {}
        }
        return facts;
    }

    private static void number(Map<String, Object> facts, Integer precision, int radix, Long scale) {
        facts.put("numeric_precision", precision);
        facts.put("numeric_precision_radix", radix);
        facts.put("numeric_scale", scale);
    }
}
