package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.bind.Declared;
import dev.aimonflink.sql.type.PgWords;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** The functions of catalogs and connections, by name. */
public final class FunctionTable {
    private static final FunctionTable ALL = new FunctionTable();

    static {
        SessionFunctions.addTo(ALL);
        CatalogFunctions.addTo(ALL);
        RowFunctions.addTo(ALL);
    }

    /** What a function computes from its arguments, the catalogs and the connection. */
    @FunctionalInterface
    interface Body {
        Object value(ConnectionContext environment, Object[] arguments);
    }

    private static final Set<String> WITH_EFFECT =
            Set.of("set_config", "pg_sleep", "pg_cancel_backend", "pg_terminate_backend");

    private record Entry(
            List<SqlType> arguments,
            int required,
            boolean isVariadic,
            String result,
            boolean isStrict,
            Function<List<SqlType>, Body> bodies) {
        private static final String SET = "setof ";

        Declared in(ConnectionContext environment, String name, List<SqlType> given) {
            boolean isSet = result.startsWith(SET);
            Body body = bodies.apply(given);
            return new Declared(
                    name,
                    List.of(),
                    arguments,
                    required,
                    isVariadic,
                    type(isSet ? result.substring(SET.length()) : result, given),
                    isSet,
                    isStrict,
                    WITH_EFFECT.contains(name),
                    values -> body.value(environment, values));
        }
    }

    private final Map<String, List<Entry>> functions = new TreeMap<>();

    private FunctionTable() {}

    /** A function that is null where an argument is. */
    void strict(String signature, Body body) {
        add(signature, true, types -> body);
    }

    /** A function that also handles nulls. */
    void lenient(String signature, Body body) {
        add(signature, false, types -> body);
    }

    /** A function that is null where an argument is, and needs to know the arguments' types. */
    void typed(String signature, Function<List<SqlType>, Body> bodies) {
        add(signature, true, bodies);
    }

    /**
     * Adds a function by its signature, like {@code has_table_privilege(text, text?) bool}. A question mark follows an optional argument,
     * dots a repeated one; {@code setof} precedes what one of several rows is.
     */
    private void add(String signature, boolean isStrict, Function<List<SqlType>, Body> bodies) {
        int open = signature.indexOf('(');
        int close = signature.indexOf(')');
        List<SqlType> arguments = new ArrayList<>();
        int required = 0;
        boolean isVariadic = false;
        for (String written : list(signature.substring(open + 1, close))) {
            isVariadic = written.endsWith("...");
            boolean isOptional = written.endsWith("?");
            arguments.add(type(written.replaceAll("[.?]+$", ""), List.of()));
            required += isOptional || isVariadic ? 0 : 1;
        }
        functions
                .computeIfAbsent(signature.substring(0, open), name -> new ArrayList<>())
                .add(new Entry(
                        List.copyOf(arguments),
                        required,
                        isVariadic,
                        signature.substring(close + 1).strip(),
                        isStrict,
                        bodies));
    }

    private static List<String> list(String written) {
        return written.isBlank()
                ? List.of()
                : Arrays.stream(written.split(",")).map(String::strip).toList();
    }

    /** @param given the types of the arguments, on which some results depend */
    private static SqlType type(String written, List<SqlType> given) {
        if (written.startsWith("record(")) {
            List<String> names = new ArrayList<>();
            List<SqlType> types = new ArrayList<>();
            for (String field : list(written.substring("record(".length(), written.length() - 1))) {
                int space = field.indexOf(' ');
                names.add(field.substring(0, space));
                types.add(type(field.substring(space + 1), given));
            }
            return SqlType.record(names, types);
        }
        boolean hasElement = !given.isEmpty() && given.get(0).is(Kind.ARRAY);
        return switch (written) {
            case "any" -> SqlType.UNKNOWN;
            case "anyarray" -> SqlType.array(SqlType.UNKNOWN);
            case "anyelement" -> hasElement ? given.get(0).element() : SqlType.TEXT;
            default -> SqlType.of(NamedTypes.find(written).orElseThrow(() -> new IllegalStateException(written)));
        };
    }

    public static List<Declared> functions(String name, List<SqlType> given, ConnectionContext environment) {
        return ALL.functions.getOrDefault(name, List.of()).stream()
                .map(function -> function.in(environment, name, given))
                .toList();
    }

    public static Collection<String> names() {
        return ALL.functions.keySet();
    }

    /** Functions that return rows of the catalogs. */
    private static final class RowFunctions {
        private RowFunctions() {}

        static void addTo(FunctionTable table) {
            table.strict(
                    "information_schema._pg_expandarray(anyarray) setof record(x anyelement, n int4)",
                    (e, a) -> numbered((List<?>) a[0]));
            table.lenient(
                    "aclexplode(_text) setof record(grantor oid, grantee oid, privilege_type text, is_grantable bool)",
                    (e, a) -> List.of());
            table.lenient(
                    "pg_get_keywords() setof record(word text, catcode \"char\", barelabel bool, catdesc text, baredesc text)",
                    (e, a) -> PgWords.rows());
            table.lenient(
                    "pg_options_to_table(anyarray) setof record(option_name text, option_value text)",
                    (e, a) -> List.of());
            table.lenient(
                    "pg_show_all_settings() setof record(name text, setting text, unit text, category text,"
                            + " short_desc text, extra_desc text, context text, vartype text, source text, min_val text,"
                            + " max_val text, enumvals _text, boot_val text, reset_val text, sourcefile text,"
                            + " sourceline int4, pending_restart bool)",
                    (e, a) ->
                            e.relations().find(List.of("pg_catalog", "pg_settings")).orElseThrow().rows().get().stream()
                                    .map(Arrays::asList)
                                    .toList());
            table.lenient(
                    "pg_available_extensions() setof record(name name, default_version text, comment text)",
                    (e, a) -> List.of());
            table.lenient("pg_partition_ancestors(regclass) setof regclass", (e, a) -> List.of());
            table.lenient("pg_get_publication_tables(text) setof record(relid oid)", (e, a) -> List.of());
        }

        private static List<Object> numbered(List<?> array) {
            List<Object> rows = new ArrayList<>();
            for (Object value : array) {
                rows.add(Arrays.asList(value, rows.size() + 1L));
            }
            return rows;
        }
    }
}
