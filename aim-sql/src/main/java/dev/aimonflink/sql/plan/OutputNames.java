package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.bind.SqlType;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.text.QueryBody;
import dev.aimonflink.sql.text.QueryExpression;
import dev.aimonflink.sql.text.SelectItem;
import java.util.Map;

/** The names that PostgreSQL gives the columns of a query that have none in the text. */
final class OutputNames {
    static final String NONE = "?column?";

    private static final Map<String, String> TYPES = Map.of(
            "integer", "int4",
            "int", "int4",
            "bigint", "int8",
            "double precision", "float8",
            "float", "float8",
            "boolean", "bool",
            "decimal", "numeric",
            "character varying", "varchar",
            "timestamp with time zone", "timestamptz");

    private OutputNames() {}

    static String of(SelectItem.Value item) {
        return item.alias() != null ? item.alias() : of(item.expression());
    }

    static String of(Expression expression) {
        if (expression instanceof Expression.Name name) {
            return name.last();
        } else if (expression instanceof Expression.Call call) {
            return call.function();
        } else if (expression instanceof Expression.Aggregate aggregate) {
            return aggregate.call().function();
        } else if (expression instanceof Expression.Window window) {
            return of(window.call());
        } else if (expression instanceof Expression.Cast cast) {
            String inner = of(cast.operand());
            String type = cast.type().name();
            return inner.equals(NONE) ? TYPES.getOrDefault(type, type) : inner;
        } else if (expression instanceof Expression.Case choice) {
            String otherwise = choice.otherwise() == null ? NONE : of(choice.otherwise());
            return otherwise.equals(NONE) ? "case" : otherwise;
        } else if (expression instanceof Expression.Exists) {
            return "exists";
        } else if (expression instanceof Expression.ScalarQuery scalar) {
            return of(scalar.query().body());
        } else {
            return NONE;
        }
    }

    /** The name of the only column of a query. */
    private static String of(QueryBody body) {
        if (body instanceof QueryBody.Select select && select.items().get(0) instanceof SelectItem.Value value) {
            return of(value);
        } else if (body instanceof QueryBody.SetOperation both) {
            return of(both.left());
        } else if (body instanceof QueryExpression query) {
            return of(query.body());
        } else {
            return body instanceof QueryBody.Values ? ofValue(0) : NONE;
        }
    }

    /** The name of a column of VALUES. */
    static String ofValue(int index) {
        return "column" + (index + 1);
    }

    /** A column of a plan that the text cannot name. */
    static Output hidden(SqlType type) {
        return new Output("", type);
    }
}
