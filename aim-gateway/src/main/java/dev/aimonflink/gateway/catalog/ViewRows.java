package dev.aimonflink.gateway.catalog;

import java.util.List;
import java.util.stream.Stream;

/** The rows of views over the catalogs that PostgreSQL has for people: {@code pg_tables} and the like. */
final class ViewRows {
    private final Numbers numbers;
    private final String owner;

    ViewRows(Numbers numbers, String owner) {
        this.numbers = numbers;
        this.owner = owner;
    }

    private Stream<Numbers.Numbered> relations(boolean areTables) {
        return numbers.relations.stream().filter(each -> each.relation().isTable() == areTables);
    }

    List<Object[]> tables(RowMaker maker) {
        return relations(true)
                .map(each -> maker.row(
                        "schemaname",
                        each.relation().schema(),
                        "tablename",
                        each.relation().name(),
                        "tableowner",
                        owner,
                        "hasindexes",
                        !each.relation().key().isEmpty(),
                        "hasrules",
                        false,
                        "hastriggers",
                        false,
                        "rowsecurity",
                        false))
                .toList();
    }

    List<Object[]> views(RowMaker maker) {
        return relations(false)
                .map(each -> maker.row(
                        "schemaname",
                        each.relation().schema(),
                        "viewname",
                        each.relation().name(),
                        "viewowner",
                        owner,
                        "definition",
                        ""))
                .toList();
    }

    List<Object[]> indexes(RowMaker maker) {
        return numbers.keys.stream()
                .map(key -> maker.row(
                        "schemaname", key.table().relation().schema(),
                        "tablename", key.table().relation().name(),
                        "indexname", key.name(),
                        "indexdef", Definitions.ofIndex(key, false)))
                .toList();
    }

    /** How many rows a table has is known where it is asked, so it is zero here. */
    List<Object[]> statistics(RowMaker maker) {
        return relations(true)
                .filter(each -> !each.relation().isSystem())
                .map(each -> maker.row(
                        "relid",
                        each.oid(),
                        "schemaname",
                        each.relation().schema(),
                        "relname",
                        each.relation().name(),
                        "n_live_tup",
                        0L,
                        "n_dead_tup",
                        0L,
                        "seq_scan",
                        0L))
                .toList();
    }
}
