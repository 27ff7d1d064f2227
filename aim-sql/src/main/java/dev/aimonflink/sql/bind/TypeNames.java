package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Spelling;
import dev.aimonflink.sql.text.TypeName;
import dev.aimonflink.sql.type.SqlType;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The names under which types are known. */
final class TypeNames {
    private static final Map<String, SqlType> NAMES = new TreeMap<>(Map.ofEntries(
            Map.entry("boolean", SqlType.BOOLEAN),
            Map.entry("bool", SqlType.BOOLEAN),
            Map.entry("smallint", SqlType.SMALLINT),
            Map.entry("int2", SqlType.SMALLINT),
            Map.entry("integer", SqlType.INTEGER),
            Map.entry("int", SqlType.INTEGER),
            Map.entry("int4", SqlType.INTEGER),
            Map.entry("bigint", SqlType.BIGINT),
            Map.entry("int8", SqlType.BIGINT),
            Map.entry("numeric", SqlType.NUMERIC),
            Map.entry("decimal", SqlType.NUMERIC),
            Map.entry("real", SqlType.REAL),
            Map.entry("float4", SqlType.REAL),
            Map.entry("double precision", SqlType.DOUBLE),
            Map.entry("float8", SqlType.DOUBLE),
            Map.entry("float", SqlType.DOUBLE),
            Map.entry("text", SqlType.TEXT),
            Map.entry("varchar", SqlType.TEXT),
            Map.entry("character varying", SqlType.TEXT),
            Map.entry("date", SqlType.DATE),
            Map.entry("timestamp", SqlType.LOCAL_TIMESTAMP),
            Map.entry("timestamp without time zone", SqlType.LOCAL_TIMESTAMP),
            Map.entry("interval", SqlType.INTERVAL),
            Map.entry("timestamptz", SqlType.TIMESTAMP),
            Map.entry("timestamp with time zone", SqlType.TIMESTAMP)));

    /** Unsupported PostgreSQL types, each with a substitute. */
    private static final Map<String, String> INSTEAD = Map.ofEntries(
            Map.entry("money", "numeric(18,2)"),
            Map.entry("char", "text"),
            Map.entry("\"char\"", "text"),
            Map.entry("character", "text"));

    private static final String ARRAY = "[]";

    /** A float of up to this many binary digits is a real. */
    private static final int BITS_OF_REAL = 24;

    private TypeNames() {}

    static boolean hasLength(TypeName written) {
        boolean isVarying = written.name().equals("varchar") || written.name().equals("character varying");
        return isVarying
                && written.modifiers().size() == 1
                && written.modifiers().get(0) > 0;
    }

    static SqlType typeOf(TypeName written) {
        if (written.name().endsWith(ARRAY)) {
            String element = written.name().substring(0, written.name().length() - ARRAY.length());
            return SqlType.array(typeOf(new TypeName(element, written.modifiers(), written.position())));
        }
        SqlType type = NAMES.get(written.name());
        if (type == null) {
            throw unknown(written);
        }
        List<Integer> modifiers = written.modifiers();
        if (modifiers.isEmpty()) {
            return type;
        }
        if (type.is(SqlType.Kind.TEXT)) {
            // Of arrays, and of text.
            throw new SqlException(
                    SqlState.INVALID_ARGUMENT,
                    written.position(),
                    "The type " + written.name() + " has no length here. Write text, and left(x, " + modifiers.get(0)
                            + ") to cut a text off.");
        }
        if (written.name().equals("float")
                && modifiers.size() == 1
                && modifiers.get(0) >= 1
                && modifiers.get(0) <= 53) {
            return modifiers.get(0) <= BITS_OF_REAL ? SqlType.REAL : SqlType.DOUBLE;
        }
        int scale = modifiers.size() > 1 ? modifiers.get(1) : 0;
        if (!type.is(SqlType.Kind.NUMERIC)
                || modifiers.size() > 2
                || modifiers.get(0) < 1
                || modifiers.get(0) > SqlType.MAX_PRECISION
                || scale > modifiers.get(0)) {
            throw new SqlException(
                    SqlState.INVALID_ARGUMENT,
                    written.position(),
                    "The type " + written.name()
                            + " cannot have these numbers behind it. Only numeric(p,s) can, with p up to "
                            + SqlType.MAX_PRECISION + " and s up to p.");
        }
        return SqlType.numeric(modifiers.get(0), scale);
    }

    /** Types without a substitute, each with how to do without. */
    private static final Map<String, String> WITHOUT = Map.ofEntries(
            Map.entry("time", "Write extract(hour FROM x) of a timestamp with time zone."),
            Map.entry("timetz", "Write extract(hour FROM x) of a timestamp with time zone."),
            Map.entry("time with time zone", "Write extract(hour FROM x) of a timestamp with time zone."),
            Map.entry("time without time zone", "Write extract(hour FROM x) of a timestamp with time zone."),
            Map.entry("json", "Ask for the columns one by one."),
            Map.entry("jsonb", "Ask for the columns one by one."),
            Map.entry("uuid", "Write text."),
            Map.entry("bytea", "Write text."));

    private static SqlException unknown(TypeName written) {
        String without = WITHOUT.get(written.name());
        if (without != null) {
            return new SqlException(
                    SqlState.NOT_SUPPORTED,
                    written.position(),
                    "The type " + written.name() + " is not supported. " + without);
        }
        String instead = INSTEAD.get(written.name());
        return instead != null
                ? new SqlException(
                        SqlState.NOT_SUPPORTED,
                        written.position(),
                        "The type " + written.name() + " is not supported. Write " + instead + ".")
                : new SqlException(
                        SqlState.UNDEFINED_OBJECT,
                        written.position(),
                        "There is no type \"" + Spelling.shortened(written.name()) + "\". "
                                + Spelling.hint(written.name(), NAMES.keySet()));
    }
}
