package dev.aimonflink.gateway.relation.statement;

import dev.aimonflink.gateway.relation.value.NamedTypes;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.text.QueryBody;
import dev.aimonflink.sql.text.QueryExpression;
import dev.aimonflink.sql.text.SelectItem;
import java.util.Set;

/** The names that PostgreSQL gives the columns of a query that have none in the text. */
final class ColumnNames {
    private static final String NONE = "?column?";

    /** Functions as which some operators are read. */
    private static final Set<String> OPERATORS = Set.of(
            "arrayoverlap",
            "arraycontains",
            "arraycontained",
            "int4and",
            "int4or",
            "json_object_field",
            "json_object_field_text");

    private ColumnNames() {}

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
            return of(aggregate.call());
        } else if (expression instanceof Expression.Window window) {
            return of(window.call());
        } else if (expression instanceof Expression.FieldOf field) {
            return field.field();
        } else if (expression instanceof Expression.Subscript subscript) {
            return of(subscript.operand());
        } else if (expression instanceof Expression.Cast cast) {
            String inner = of(cast.operand());
            return inner.equals(NONE) || isWeak(cast.operand())
                    ? NamedTypes.of(cast.type()).typeName().replaceFirst("^_", "")
                    : inner;
        } else if (expression instanceof Expression.Case choice) {
            boolean isNamed =
                    choice.otherwise() != null && !of(choice.otherwise()).equals(NONE) && !isWeak(choice.otherwise());
            return isNamed ? of(choice.otherwise()) : "case";
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

    /** Whether the name of a type or of CASE gives way to another one. */
    private static boolean isWeak(Expression expression) {
        if (expression instanceof Expression.Cast cast) {
            return of(cast.operand()).equals(NONE) || isWeak(cast.operand());
        }
        return expression instanceof Expression.Case && of(expression).equals("case");
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
}
