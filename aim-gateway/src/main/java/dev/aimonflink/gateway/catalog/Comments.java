package dev.aimonflink.gateway.catalog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What was written about schemas, tables, columns and functions. */
final class Comments {
    private static final long CLASSES = 1259;
    private static final long SCHEMAS = 2615;
    private static final long FUNCTIONS = 1255;

    private static final Map<String, Long> CATALOGS =
            Map.of("pg_class", CLASSES, "pg_namespace", SCHEMAS, "pg_proc", FUNCTIONS);

    /** @param catalog the relation of which it is about a row */
    private record Place(long catalog, long oid, long column) {}

    private final Map<Place, String> comments = new HashMap<>();
    private final List<Place> order = new ArrayList<>();

    Comments(Catalogued described, Numbers numbers) {
        described.schemas().forEach(schema -> add(SCHEMAS, numbers.schema(schema.name()), 0, schema.comment()));
        for (Numbers.Numbered each : numbers.relations) {
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
            Place place = new Place(catalog, oid, column);
            comments.put(place, comment);
            order.add(place);
        }
    }

    Optional<String> find(String catalog, long oid, int column) {
        return Optional.ofNullable(CATALOGS.get(catalog)).map(of -> comments.get(new Place(of, oid, column)));
    }

    /** The rows of {@code pg_description}. */
    List<Object[]> rows(RowMaker maker) {
        return order.stream()
                .map(place -> maker.row(
                        "objoid", place.oid(),
                        "classoid", place.catalog(),
                        "objsubid", place.column(),
                        "description", comments.get(place)))
                .toList();
    }
}
