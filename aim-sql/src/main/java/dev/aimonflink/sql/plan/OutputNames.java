package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.text.QueryBody;
import dev.aimonflink.sql.text.QueryExpression;
import dev.aimonflink.sql.text.SelectItem;
import dev.aimonflink.sql.type.SqlType;
import java.util.Map;
import java.util.Set;

/** PostgreSQL's names for unnamed columns of a query. */
final class OutputNames {
    static final String NONE = "?column?";

    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("smallint", "int2"),
            Map.entry("integer", "int4"),
            Map.entry("int", "int4"),
            Map.entry("bigint", "int8"),
            Map.entry("real", "float4"),
            Map.entry("double precision", "float8"),
            Map.entry("float", "float8"),
            Map.entry("boolean", "bool"),
            Map.entry("decimal", "numeric"),
            Map.entry("char", "bpchar"),
            Map.entry("character", "bpchar"),
            Map.entry("character varying", "varchar"),
            Map.entry("timestamp without time zone", "timestamp"),
            Map.entry("timestamp with time zone", "timestamptz"));

    /** Functions that some operators are read as. */
    private static final Set<String> OPERATORS =
            Set.of("arrayoverlap", "arraycontains", "arraycontained", "int4and", "int4or");

    private OutputNames() {}

    static String of(SelectItem.Value item) {
        return item.alias() != null ? item.alias() : of(item.expression());
    }

    static String of(Expression expression) {
        if (expression instanceof Expression.Name name) {
            return name.last();
        } else if (expression instanceof Expression.Call call) {
            return OPERATORS.contains(call.function())
                    ? NONE
                    : call.function().substring(call.function().lastIndexOf('.') + 1);
        } else if (expression instanceof Expression.Aggregate aggregate) {
            return aggregate.call().function();
        } else if (expression instanceof Expression.Window window) {
            return of(window.call());
        } else if (expression instanceof Expression.FieldOf field) {
            return field.field();
        } else if (expression instanceof Expression.Subscript subscript) {
            return of(subscript.operand());
        } else if (expression instanceof Expression.Cast cast) {
            return isNamed(cast.operand())
                    ? of(cast.operand())
                    : nameOf(cast.type().name());
        } else if (expression instanceof Expression.Case choice) {
            return choice.otherwise() != null && isNamed(choice.otherwise()) ? of(choice.otherwise()) : "case";
        } else if (expression instanceof Expression.ArrayOf || expression instanceof Expression.ArrayQuery) {
            return "array";
        } else if (expression instanceof Expression.Row) {
            return "row";
        } else if (expression instanceof Expression.Exists) {
            return "exists";
        } else if (expression instanceof Expression.ScalarQuery scalar) {
            return of(scalar.query().body());
        } else {
            return NONE;
        }
    }

    /** Whether its name has priority, unlike that of a type or of CASE. */
    private static boolean isNamed(Expression expression) {
        if (expression instanceof Expression.Cast cast) {
            return isNamed(cast.operand());
        } else if (expression instanceof Expression.Case choice) {
            return choice.otherwise() != null && isNamed(choice.otherwise());
        }
        return !of(expression).equals(NONE);
    }

    private static String nameOf(String type) {
        String name = type.substring(type.lastIndexOf('.') + 1).replace("[]", "");
        return TYPES.getOrDefault(name, name.replace("\"", ""));
    }

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

    static String ofValue(int index) {
        return "column" + (index + 1);
    }

    /** A column of a plan that the text cannot name. */
    static Output hidden(SqlType type) {
        return new Output("", type);
    }
}
