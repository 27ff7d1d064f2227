package dev.aimonflink.gateway.catalog;

import dev.aimonflink.sql.type.QuotedText;
import java.util.stream.Collectors;

/** Keys as statements that would make them. */
final class Definitions {
    private Definitions() {}

    static String ofConstraint(OidsInOrder.Key key) {
        return "PRIMARY KEY (" + columns(key) + ")";
    }

    static String ofIndex(OidsInOrder.Key key, boolean isPretty) {
        Described table = key.table().relation();
        return "CREATE UNIQUE INDEX " + QuotedText.name(key.name()) + " ON " + PgCatalog.nameOf(table, isPretty)
                + " USING btree (" + columns(key) + ")";
    }

    private static String columns(OidsInOrder.Key key) {
        return key.table().relation().key().stream().map(QuotedText::name).collect(Collectors.joining(", "));
    }
}
