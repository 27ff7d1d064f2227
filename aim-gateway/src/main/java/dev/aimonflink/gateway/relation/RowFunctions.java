package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.type.PgWords;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Functions that return rows of the catalogs. */
final class RowFunctions {
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
                "pg_options_to_table(anyarray) setof record(option_name text, option_value text)", (e, a) -> List.of());
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
