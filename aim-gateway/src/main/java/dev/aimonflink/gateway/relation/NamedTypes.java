package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.text.TypeName;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.sql.type.SqlNames;
import dev.aimonflink.sql.type.SqlType;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The types that a text can name. */
public final class NamedTypes {
    private static final String ARRAY = "[]";

    /** What PostgreSQL adds to the length of a text. */
    private static final int HEADER = 4;

    private static final Map<String, PgType> NAMES = names();

    private NamedTypes() {}

    private static Map<String, PgType> names() {
        Map<String, PgType> names = new HashMap<>();
        for (PgType type : PgType.values()) {
            names.put(type.typeName(), type);
            names.put(SqlNames.of(type), type);
        }
        names.put("char", PgType.BPCHAR);
        names.put("character", PgType.BPCHAR);
        names.put("int", PgType.INT4);
        names.put("decimal", PgType.NUMERIC);
        names.put("float", PgType.FLOAT8);
        // Types without values in the gateway, with those that its relations have instead.
        names.put("xid", PgType.OID);
        names.put("jsonb", PgType.JSON);
        names.put("aclitem", PgType.TEXT);
        names.put("pg_node_tree", PgType.TEXT);
        names.put("information_schema.sql_identifier", PgType.NAME);
        names.put("information_schema.cardinal_number", PgType.INT4);
        names.put("information_schema.character_data", PgType.VARCHAR);
        names.put("information_schema.yes_or_no", PgType.VARCHAR);
        return Map.copyOf(names);
    }

    /** @param written like {@code format_type} or the catalogs */
    public static Optional<PgType> find(String written) {
        String name = written.strip();
        if (name.startsWith("pg_catalog.")) {
            name = name.substring("pg_catalog.".length());
        }
        if (name.endsWith(ARRAY)) {
            return find(name.substring(0, name.length() - ARRAY.length())).flatMap(PgType::array);
        }
        int modifiers = name.indexOf('(');
        String bare = modifiers < 0 ? name : name.substring(0, modifiers).strip();
        return Optional.ofNullable(NAMES.get(bare))
                .or(() -> Optional.ofNullable(NAMES.get(bare.toLowerCase(Locale.ROOT))));
    }

    static SqlType limited(PgType type, TypeName written) {
        List<Integer> numbers = written.modifiers();
        boolean hasLength = type == PgType.VARCHAR || type == PgType.BPCHAR;
        int length = !hasLength
                ? 0
                : !numbers.isEmpty()
                        ? numbers.get(0)
                        : type == PgType.BPCHAR && !written.name().equals("bpchar") ? 1 : 0;
        SqlType plain = SqlType.of(type);
        return length == 0 ? plain : new SqlType(plain.kind(), length, 0, List.of(), List.of(), type);
    }

    public static PgColumn column(String name, SqlType type) {
        PgType pg = type.pg() == PgType.UNKNOWN ? PgType.TEXT : type.pg();
        int modifier = !type.isLimited()
                ? PgColumn.NO_MODIFIER
                : pg == PgType.NUMERIC ? PgColumn.numeric(type.precision(), type.scale()) : type.precision() + HEADER;
        return new PgColumn(name, pg, modifier);
    }

    /** A type with its modifier, like {@code format_type}. */
    public static String written(PgType type, int modifier) {
        if (modifier == PgColumn.NO_MODIFIER || type.isVector()) {
            return SqlNames.of(type);
        }
        PgType element = type.isArray() ? type.element() : type;
        String numbers =
                switch (element) {
                    case NUMERIC -> "(" + precision(modifier) + "," + scale(modifier) + ")";
                    case VARCHAR, BPCHAR -> "(" + length(modifier) + ")";
                    default -> "";
                };
        String name = element == PgType.BPCHAR ? "character" : SqlNames.of(element);
        if (element == PgType.TIMESTAMP || element == PgType.TIMESTAMPTZ) {
            name = name.replace("timestamp", "timestamp(" + modifier + ")");
        }
        return name + numbers + (type.isArray() ? ARRAY : "");
    }

    public static int precision(int modifier) {
        return (modifier - HEADER) >> 16;
    }

    public static int scale(int modifier) {
        return (modifier - HEADER) & 0xFFFF;
    }

    public static int length(int modifier) {
        return modifier - HEADER;
    }
}
