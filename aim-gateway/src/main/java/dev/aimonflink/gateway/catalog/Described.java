package dev.aimonflink.gateway.catalog;

import dev.aimonflink.gateway.relation.Relation;
import java.util.ArrayList;
import java.util.List;

/**
 * A relation of any origin, as the catalogs describe it.
 *
 * @param isSystem whether it is PostgreSQL's own
 */
record Described(
        String schema,
        String name,
        char kind,
        String comment,
        List<Catalogued.Column> columns,
        List<String> key,
        boolean isSystem) {

    static Described of(CatalogColumns relation) {
        List<Catalogued.Column> columns = relation.columns().stream()
                .map(column ->
                        new Catalogued.Column(column, !relation.required().contains(column.name()), null))
                .toList();
        return new Described(relation.schema(), relation.name(), relation.kind(), null, columns, List.of(), true);
    }

    /** Relations with rows in the gateway are views. */
    static List<Described> of(Catalogued described) {
        List<Described> all = new ArrayList<>();
        for (Catalogued.Table table : described.tables()) {
            all.add(new Described(
                    table.schema(), table.name(), table.kind(), table.comment(), table.columns(), table.key(), false));
        }
        for (Relation relation : described.relations()) {
            List<Catalogued.Column> columns = relation.columns().stream()
                    .map(column -> new Catalogued.Column(column, true, null))
                    .toList();
            all.add(new Described(relation.schema(), relation.name(), 'v', null, columns, List.of(), false));
        }
        return all;
    }

    boolean isTable() {
        return kind == 'r';
    }

    /** From 1 on. */
    long number(String column) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equals(column)) {
                return i + 1L;
            }
        }
        throw new IllegalArgumentException("table " + name + " has no column " + column + ". Name one of its columns.");
    }

    List<Object> keyNumbers() {
        List<Object> numbers = new ArrayList<>();
        key.forEach(column -> numbers.add(number(column)));
        return numbers;
    }

    /** Whether values can be missing, which is not so in a key. */
    boolean isNullable(Catalogued.Column column) {
        return column.isNullable() && !key.contains(column.name());
    }
}
