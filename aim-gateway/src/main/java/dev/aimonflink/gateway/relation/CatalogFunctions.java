package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.text.Letters;
import dev.aimonflink.sql.type.PgType;
import java.util.List;
import java.util.stream.Collectors;

/** Functions of the catalogs' rows. Whoever may connect may read everything, and nothing else. */
final class CatalogFunctions {
    private static final List<String> VISIBLE = List.of(
            "type",
            "operator",
            "opclass",
            "opfamily",
            "collation",
            "conversion",
            "statistics_obj",
            "ts_config",
            "ts_dict",
            "ts_parser",
            "ts_template");

    private static final List<String> PRIVILEGES = List.of(
            "table", "schema", "database", "function", "sequence", "language", "tablespace", "type", "any_column");

    private static final List<String> READING = List.of("select", "usage", "connect", "execute");

    private static final List<String> ORDERED =
            List.of("asc", "nulls_last", "orderable", "returnable", "search_array", "search_nulls");

    private static final List<String> UNITS = List.of("bytes", "kB", "MB", "GB", "TB", "PB");
    private static final long UNIT = 1024;

    /** From this many on, the next unit is written. */
    private static final long UNITS_BEFORE_NEXT = 10 * UNIT;

    private CatalogFunctions() {}

    static void addTo(FunctionTable table) {
        table.strict("pg_table_is_visible(oid) bool", (e, a) -> isInPath(e, a[0], null));
        // Those of types are in no schema here.
        table.strict("pg_function_is_visible(oid) bool", (e, a) -> isInPath(e, a[0], true));
        VISIBLE.forEach(kind -> table.strict("pg_" + kind + "_is_visible(oid) bool", (e, a) -> true));
        for (String kind : PRIVILEGES) {
            for (String of : List.of("oid", "text")) {
                table.strict("has_" + kind + "_privilege(" + of + ", text) bool", (e, a) -> isReading(a));
                table.strict("has_" + kind + "_privilege(name, " + of + ", text) bool", (e, a) -> isReading(a));
                table.strict("has_" + kind + "_privilege(oid, " + of + ", text) bool", (e, a) -> isReading(a));
            }
        }
        table.strict("has_column_privilege(oid, int2, text) bool", (e, a) -> isReading(a));
        table.strict("has_column_privilege(any, any, text) bool", (e, a) -> isReading(a));
        table.strict("has_column_privilege(name, any, any, text) bool", (e, a) -> isReading(a));
        table.strict("pg_has_role(any, text) bool", (e, a) -> true);
        table.strict("pg_has_role(any, any, text) bool", (e, a) -> true);
        table.strict("row_security_active(any) bool", (e, a) -> false);
        table.lenient("acldefault(\"char\", oid) _text", (e, a) -> null);
        table.strict("age(oid) int4", (e, a) -> 0L);
        table.strict("pg_stat_get_numscans(oid) int8", (e, a) -> 0L);
        table.strict("pg_blocking_pids(int4) _int4", (e, a) -> List.of());
        definitions(table);
        names(table);
        sizes(table);
    }

    private static Boolean isInPath(ConnectionContext environment, Object oid, Boolean otherwise) {
        return environment
                .relations()
                .schemaOf((Long) oid)
                .map(schema -> SessionFunctions.path(environment, true).contains(schema))
                .orElse(otherwise);
    }

    /** Whether the last argument lists a privilege for reading. */
    private static boolean isReading(Object[] arguments) {
        String privileges = Letters.lower((String) arguments[arguments.length - 1]);
        return READING.stream().anyMatch(privileges::contains);
    }

    private static void definitions(FunctionTable table) {
        table.strict("pg_get_expr(text, oid, bool?) text", (e, a) -> a[0]);
        table.strict("pg_get_constraintdef(oid, bool?) text", (e, a) -> defined(e, a[0], 0L, false));
        table.strict("pg_get_indexdef(oid) text", (e, a) -> defined(e, a[0], 0L, false));
        table.strict("pg_get_indexdef(oid, int4, bool) text", (e, a) -> defined(e, a[0], (Long) a[1], (Boolean) a[2]));
        // An index of a key is an ordinary tree.
        table.strict(
                "pg_index_column_has_property(regclass, int4, text) bool",
                (e, a) -> ORDERED.contains(Letters.lower((String) a[2])));
        table.strict("pg_get_functiondef(oid) text", (e, a) -> defined(e, a[0], 0L, false));
        // No view is kept as a query.
        table.strict("pg_get_viewdef(oid, bool?) text", (e, a) -> "");
        table.strict("pg_relation_is_publishable(regclass) bool", (e, a) -> false);
        for (String name : List.of(
                "pg_get_partkeydef(oid) text",
                "pg_get_partition_constraintdef(oid) text",
                "pg_get_triggerdef(oid, bool?) text",
                "pg_get_ruledef(oid, bool?) text",
                "pg_get_statisticsobjdef(oid) text",
                "pg_get_statisticsobjdef_columns(oid) text",
                "pg_get_serial_sequence(text, text) text",
                "pg_get_function_sqlbody(oid) text",
                "pg_get_function_arg_default(oid, int4) text",
                "pg_tablespace_location(oid) text",
                "pg_relation_filenode(regclass) oid",
                "pg_get_replica_identity_index(regclass) regclass",
                "pg_table_size_pretty(regclass) text")) {
            table.strict(name, (e, a) -> null);
        }
        table.strict(
                "pg_get_function_arguments(oid) text",
                (e, a) -> e.relations().arguments((Long) a[0], true).orElse(""));
        table.strict(
                "pg_get_function_identity_arguments(oid) text",
                (e, a) -> e.relations().arguments((Long) a[0], false).orElse(""));
        table.strict(
                "pg_get_function_result(oid) text",
                (e, a) -> e.relations().result((Long) a[0]).orElse(null));
    }

    private static Object defined(ConnectionContext environment, Object oid, Long column, boolean isPretty) {
        return environment
                .relations()
                .definition((Long) oid, (int) (long) column, isPretty)
                .orElse(null);
    }

    private static void names(FunctionTable table) {
        table.strict("obj_description(oid, name) text", (e, a) -> comment(e, (String) a[1], (Long) a[0], 0));
        table.strict("obj_description(oid) text", (e, a) -> comment(e, "pg_class", (Long) a[0], 0));
        table.strict("shobj_description(oid, name) text", (e, a) -> comment(e, (String) a[1], (Long) a[0], 0));
        table.strict(
                "col_description(oid, int4) text",
                (e, a) -> comment(e, "pg_class", (Long) a[0], (int) (long) (Long) a[1]));
        table.strict("oidvectortypes(oidvector) text", (e, a) -> ((List<?>) a[0])
                .stream().map(type -> type((Long) type, null)).collect(Collectors.joining(", ")));
        table.lenient("format_type(oid, int4) text", (e, a) -> a[0] == null ? null : type((Long) a[0], (Long) a[1]));
        table.strict(
                "to_regclass(text) regclass",
                (e, a) -> e.relations().oidOf(PgType.REGCLASS, (String) a[0]).orElse(null));
        table.strict(
                "to_regtype(text) regtype",
                (e, a) -> e.relations().oidOf(PgType.REGTYPE, (String) a[0]).orElse(null));
        table.strict(
                "to_regproc(text) regproc",
                (e, a) -> e.relations().oidOf(PgType.REGPROC, (String) a[0]).orElse(null));
        table.strict("to_regnamespace(text) regnamespace", (e, a) -> e.relations()
                .oidOf(PgType.REGNAMESPACE, (String) a[0])
                .orElse(null));
        table.strict(
                "to_regrole(text) regrole",
                (e, a) -> e.relations().oidOf(PgType.REGROLE, (String) a[0]).orElse(null));
        table.strict(
                "pg_get_userbyid(oid) name",
                (e, a) -> e.relations().nameOf(PgType.REGROLE, (Long) a[0]).orElse("unknown (OID=" + a[0] + ")"));
        table.strict("pg_describe_object(oid, oid, int4) text", (e, a) -> null);
        table.strict("parse_ident(text, bool?) _text", (e, a) -> Quoting.parsed((String) a[0]));
    }

    private static Object comment(ConnectionContext environment, String catalog, long oid, int column) {
        return environment.relations().comment(catalog, oid, column).orElse(null);
    }

    private static String type(long oid, Long modifier) {
        return oid == 0
                ? "-"
                : PgType.ofOid((int) oid)
                        .map(type -> NamedTypes.written(type, modifier == null ? -1 : (int) (long) modifier))
                        .orElse("???");
    }

    /** Rows are not files, so their size is unknown. */
    private static void sizes(FunctionTable table) {
        for (String name : List.of("pg_relation_size", "pg_total_relation_size", "pg_table_size", "pg_indexes_size")) {
            table.strict(name + "(regclass) int8", (e, a) -> 0L);
        }
        table.strict("pg_relation_size(regclass, text) int8", (e, a) -> 0L);
        table.strict("pg_database_size(name) int8", (e, a) -> 0L);
        table.strict("pg_database_size(oid) int8", (e, a) -> 0L);
        table.strict("pg_tablespace_size(oid) int8", (e, a) -> 0L);
        table.strict("pg_size_pretty(int8) text", (e, a) -> size((Long) a[0]));
    }

    private static String size(long bytes) {
        long size = bytes;
        int unit = 0;
        while (Math.abs(size) >= UNITS_BEFORE_NEXT && unit < UNITS.size() - 1) {
            // Rounded only in the last step.
            boolean isLast = Math.abs(size) < UNITS_BEFORE_NEXT * UNIT || unit == UNITS.size() - 2;
            size = isLast ? Math.round(size / (double) UNIT) : size / UNIT;
            unit++;
        }
        return size + " " + UNITS.get(unit);
    }
}
