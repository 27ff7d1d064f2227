package dev.aimonflink.gateway.catalog;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Comments on schemas, tables, columns and functions. */
final class Comments {
    private static final long CLASSES = 1259;
    private static final long SCHEMAS = 2615;
    private static final long FUNCTIONS = 1255;

    private static final Map<String, Long> CATALOGS =
            Map.of("pg_class", CLASSES, "pg_namespace", SCHEMAS, "pg_proc", FUNCTIONS);

    /** @param catalog the relation with the row that it is about */
    private record Place(long catalog, long oid, long column) {}

    private final Map<Place, String> comments = new LinkedHashMap<>();

    Comments(Catalogued described, OidsInOrder numbers) {
        described.schemas().forEach(schema -> add(SCHEMAS, numbers.schema(schema.name()), 0, schema.comment()));
        for (OidsInOrder.Numbered each : numbers.relations) {
            add(CLASSES, each.oid(), 0, each.relation().comment());
            for (Catalogued.Column column : each.relation().columns()) {
                if (column.comment() != null) {
                    add(CLASSES, each.oid(), each.relation().number(column.name()), column.comment());
                }
            }
        }
        numbers.routines.forEach((oid, routine) -> add(FUNCTIONS, oid, 0, routine.comment()));
    }

    private void add(long catalog, long oid, long column, String comment) {
        if (comment != null) {
            comments.put(new Place(catalog, oid, column), comment);
        }
    }

    Optional<String> find(String catalog, long oid, int column) {
        return Optional.ofNullable(CATALOGS.get(catalog)).map(of -> comments.get(new Place(of, oid, column)));
    }

    /** For each, the numbers of the catalog, the row and the column, and the comment. */
    List<Object[]> rows() {
        return comments.entrySet().stream()
                .map(each -> new Object[] {
                    each.getKey().catalog(), each.getKey().oid(), each.getKey().column(), each.getValue()
                })
                .toList();
    }
}
