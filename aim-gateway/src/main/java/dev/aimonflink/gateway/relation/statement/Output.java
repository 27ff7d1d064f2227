package dev.aimonflink.gateway.relation.statement;

import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import java.util.List;

/**
 * A column of a query or of a table.
 *
 * @param fields of records; empty of other types
 */
record Output(String name, PgType type, int modifier, List<PgColumn> fields) {
    static Output of(String name, Term term) {
        return new Output(name, term.type(), term.modifier(), term.fields());
    }

    static List<Output> of(List<PgColumn> columns) {
        return columns.stream()
                .map(column -> new Output(column.name(), column.type(), column.modifier(), List.of()))
                .toList();
    }

    Output named(String other) {
        return new Output(other, type, modifier, fields);
    }

    /** A string without a type is a text. */
    Output shown() {
        return new Output(name, Scope.shown(type), modifier, fields);
    }

    PgColumn column() {
        return new PgColumn(name, type, modifier);
    }
}
