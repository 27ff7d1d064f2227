package dev.aimonflink.gateway.catalog;

import dev.aimonflink.gateway.relation.ConnectionContext;
import dev.aimonflink.gateway.relation.RelationDialect;
import dev.aimonflink.gateway.relation.RelationTables;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.plan.Output;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.plan.QueryBinder;
import dev.aimonflink.sql.plan.Tables;
import dev.aimonflink.sql.rows.EngineLimits;
import dev.aimonflink.sql.rows.RowEngine;
import dev.aimonflink.sql.rows.StopCheck;
import dev.aimonflink.sql.simplify.Simplified;
import dev.aimonflink.sql.text.Statement;
import dev.aimonflink.sql.text.Statement.Ask;
import dev.aimonflink.sql.text.StatementParser;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A query for the rows of a PostgreSQL relation. It names some columns; the others have the same value in each row. */
final class CatalogView {
    private static final EngineLimits NO_LIMITS =
            new EngineLimits(Integer.MAX_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE);

    private final CatalogColumns relation;
    private final ConnectionContext environment;
    private final PlannedQuery query;

    /** For each column of the query, its index in the relation. */
    private final int[] places;

    /** @param tables that the query can name; the environment's relations have their rows */
    CatalogView(CatalogColumns relation, String text, Tables tables, ConnectionContext environment) {
        this.relation = relation;
        this.environment = environment;
        try {
            List<Statement> statements = StatementParser.parse(text, 1);
            if (statements.isEmpty() || !(statements.get(0) instanceof Ask ask)) {
                throw wrong("is no query. Write SELECT behind AS.");
            }
            this.query = QueryBinder.bind(ask.query(), tables, new RelationDialect(environment, List.of(), false));
        } catch (SqlException error) {
            throw wrong("is no query: " + error.getMessage());
        }
        List<Output> outputs = query.plan().outputs();
        this.places = outputs.stream().mapToInt(this::place).toArray();
        if (IntStream.of(places).distinct().count() < places.length) {
            throw wrong("has a column twice: "
                    + String.join(", ", outputs.stream().map(Output::name).toList()) + ". Remove one of both.");
        }
    }

    private IllegalArgumentException wrong(String why) {
        return new IllegalArgumentException(
                "The view " + relation.schema() + "." + relation.name() + " of views.sql " + why);
    }

    private int place(Output output) {
        List<PgColumn> columns = relation.columns();
        for (int i = 0; i < columns.size(); i++) {
            SqlType type = SqlType.of(columns.get(i).type());
            if (columns.get(i).name().equals(output.name())) {
                if (!areAlike(output.type(), type)) {
                    throw wrong("has a column " + output.name() + " of " + output.type() + ", which is " + type
                            + " in relations.txt. Convert it: (...)::" + type + ".");
                }
                return i;
            }
        }
        throw wrong("has a column " + output.name()
                + ", which the relation has not. Name it (AS ...) like one of relations.txt, or add it there.");
    }

    /** Whether values have the same representation. */
    private static boolean areAlike(SqlType own, SqlType wanted) {
        if (own.is(Kind.ARRAY) && wanted.is(Kind.ARRAY)) {
            return areAlike(own.element(), wanted.element());
        }
        return own.kind() == wanted.kind() || (own.isText() && wanted.isText()) || (isWhole(own) && isWhole(wanted));
    }

    private static boolean isWhole(SqlType type) {
        return type.isInteger() || type.is(Kind.OID);
    }

    List<Object[]> rows() {
        PlannedQuery.Clock clock =
                PlannedQuery.Clock.of(environment.surroundings().transactionStart(), environment.zone());
        Object[] usual = relation.columns().stream().map(this::usual).toArray();
        List<Object[]> rows = new ArrayList<>();
        RowEngine.run(
                        Simplified.of(query.withValues(List.of(), clock)),
                        table -> RelationTables.rows(environment.relations(), table),
                        NO_LIMITS,
                        StopCheck.NEVER)
                .rows()
                .forEach(values -> rows.add(row(usual.clone(), values)));
        return rows;
    }

    private Object[] row(Object[] row, Object[] values) {
        for (int i = 0; i < places.length; i++) {
            row[places[i]] = values[i];
        }
        return row;
    }

    /** The value of a column that the query does not name: null, unless it is never null. */
    private Object usual(PgColumn column) {
        PgType type = column.type();
        if (!relation.required().contains(column.name())) {
            return null;
        }
        if (type.isArray()) {
            return List.of();
        }
        return switch (type) {
            case BOOL -> false;
            case FLOAT4 -> 0f;
            case FLOAT8 -> 0.0;
            default -> type.isWhole() ? (Object) 0L : "";
        };
    }
}
