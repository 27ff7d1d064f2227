package dev.aimonflink.gateway.relation.statement;

import dev.aimonflink.gateway.relation.value.Comparing;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.text.QueryExpression;
import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.sql.type.SqlNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Makes terms of what has a query or an array on its right side. */
final class SubqueryBinder {
    private final ExpressionBinder expressions;
    private final OperatorBinder operators;
    private final Scope scope;
    private final QueryBinder queries;

    SubqueryBinder(ExpressionBinder expressions, OperatorBinder operators, Scope scope, QueryBinder queries) {
        this.expressions = expressions;
        this.operators = operators;
        this.scope = scope;
        this.queries = queries;
    }

    Term bind(Expression expression) {
        if (expression instanceof Expression.ScalarQuery scalar) {
            return scalar(scalar);
        } else if (expression instanceof Expression.Exists exists) {
            Query query = queries.bind(exists.query(), scope);
            return Term.of(PgType.BOOL, frame -> !query.rows(frame.run, frame).isEmpty());
        } else if (expression instanceof Expression.ArrayQuery array) {
            return array(array);
        } else if (expression instanceof Expression.InQuery in) {
            return in(in);
        } else if (expression instanceof Expression.Quantified quantified) {
            return quantified(quantified);
        } else if (expression instanceof Expression.QuantifiedArray quantified) {
            return quantified(quantified);
        } else {
            throw new SqlException(
                    SqlState.NOT_SUPPORTED,
                    expression.position(),
                    "This cannot be asked of the catalogs. Ask for the rows, and compute it of them.");
        }
    }

    private Query ofOneColumn(QueryExpression expression) {
        Query query = queries.bind(expression, scope);
        if (query.columns().size() != 1) {
            throw new SqlException(
                    SqlState.SYNTAX_ERROR, expression.position(), "subquery must return only one column. Select one.");
        }
        return query;
    }

    private Term scalar(Expression.ScalarQuery scalar) {
        Query query = ofOneColumn(scalar.query());
        Output column = query.columns().get(0);
        return Term.of(column.type(), frame -> {
                    List<Object[]> rows = query.rows(frame.run, frame);
                    if (rows.size() > 1) {
                        throw new SqlException(
                                SqlState.TOO_MANY_ROWS,
                                scalar.position(),
                                "more than one row returned by a subquery used as an expression. Add LIMIT 1.");
                    }
                    return rows.isEmpty() ? null : rows.get(0)[0];
                })
                .withModifier(column.modifier());
    }

    private Term array(Expression.ArrayQuery array) {
        Query query = ofOneColumn(array.query());
        PgType element = query.columns().get(0).type();
        PgType type = element.array()
                .orElseThrow(() -> new SqlException(
                        SqlState.UNDEFINED_OBJECT,
                        array.position(),
                        "could not find array type for data type " + SqlNames.of(element) + ". Cast it to text."));
        return Term.of(type, frame -> {
            List<Object> values = new ArrayList<>();
            query.rows(frame.run, frame).forEach(row -> values.add(row[0]));
            return values;
        });
    }

    /** The rows of a query that stands for the same ones in all rows, as a set. */
    private record KnownRows(Set<Object> keys, boolean hasNull) {}

    private Term in(Expression.InQuery in) {
        Query query = queries.bind(in.query(), scope);
        Term operand = expressions.bind(in.operand());
        if (operand.type() == PgType.RECORD || query.columns().size() != 1) {
            return compared(BinaryOperator.EQUAL, operand, false, query, in.isNegated(), in.position());
        }
        PgType column = query.columns().get(0).type();
        PgType type = ExpressionBinder.compared(operand.type(), column, "=", in.position());
        if (query.isCorrelated()
                || !(type == column || (type.isText() && column.isText()) || (type.isWhole() && column.isWhole()))) {
            return compared(BinaryOperator.EQUAL, operand, false, query, in.isNegated(), in.position());
        }
        Term value = expressions.conversions().to(operand, type, in.position());
        Object owner = new Object();
        return Term.of(PgType.BOOL, frame -> {
            KnownRows known = frame.run.once(owner, () -> known(query.rows(frame.run, frame)));
            Object searched = value.value(frame);
            if (searched == null) {
                return known.keys().isEmpty() && !known.hasNull() ? (Object) in.isNegated() : null;
            }
            return known.keys().contains(Comparing.key(searched))
                    ? (Object) !in.isNegated()
                    : known.hasNull() ? null : (Object) in.isNegated();
        });
    }

    private static KnownRows known(List<Object[]> rows) {
        Set<Object> keys = new HashSet<>();
        boolean hasNull = false;
        for (Object[] row : rows) {
            hasNull |= row[0] == null;
            if (row[0] != null) {
                keys.add(Comparing.key(row[0]));
            }
        }
        return new KnownRows(keys, hasNull);
    }

    private Term quantified(Expression.Quantified quantified) {
        Query query = queries.bind(quantified.query(), scope);
        Term left = expressions.bind(quantified.left());
        return compared(quantified.operator(), left, quantified.isAll(), query, false, quantified.position());
    }

    /** Compares with each row, which stands in a frame of its own below that of the query around. */
    private Term compared(
            BinaryOperator operator, Term left, boolean isAll, Query query, boolean isNegated, int position) {
        int fields = left.type() == PgType.RECORD ? left.fields().size() : 1;
        if (query.columns().size() != fields) {
            throw new SqlException(
                    SqlState.SYNTAX_ERROR,
                    position,
                    "subquery has " + (query.columns().size() > fields ? "too many" : "too few")
                            + " columns. Select as many as are compared.");
        }
        Output column = query.columns().get(0);
        Term right = left.type() == PgType.RECORD
                ? Term.record(query.columns().stream().map(Output::column).toList(), frame -> frame.row)
                : Term.of(column.type(), frame -> frame.row[0]);
        Term outward = new Term(
                left.type(),
                left.modifier(),
                frame -> left.value(frame.outer),
                left.literal(),
                left.parameter(),
                left.fields());
        Term comparison = operators.applied(operator, outward, right, position);
        return Term.of(PgType.BOOL, frame -> {
            Frame inner = new Frame(frame.run, frame);
            List<Boolean> results = new ArrayList<>();
            for (Object[] row : query.rows(frame.run, frame)) {
                frame.run.step();
                inner.row = row;
                results.add((Boolean) comparison.value(inner));
            }
            Boolean holds = holds(results, isAll);
            return isNegated ? ExpressionBinder.not(holds) : holds;
        });
    }

    private Term quantified(Expression.QuantifiedArray quantified) {
        int position = quantified.position();
        Term left = expressions.bind(quantified.left());
        Term bound = expressions.bind(quantified.array());
        PgType given = left.type() == PgType.UNKNOWN ? PgType.TEXT : left.type();
        Term array = bound.type() == PgType.UNKNOWN
                ? expressions.conversions().to(bound, given.array().orElse(PgType.TEXT_ARRAY), position)
                : bound;
        if (!array.type().isArray()) {
            throw new SqlException(
                    SqlState.DATATYPE_MISMATCH,
                    position,
                    "op ANY/ALL (array) requires array on right side. Write a query or an array in the parentheses.");
        }
        Term outward = new Term(
                left.type(),
                left.modifier(),
                frame -> left.value(frame.outer),
                left.literal(),
                left.parameter(),
                left.fields());
        Term element = Term.of(array.type().element(), frame -> frame.row[0]);
        Term comparison = operators.applied(quantified.operator(), outward, element, position);
        return Term.of(PgType.BOOL, frame -> {
            List<?> values = (List<?>) array.value(frame);
            if (values == null) {
                return null;
            }
            Frame inner = new Frame(frame.run, frame);
            List<Boolean> results = new ArrayList<>();
            for (Object value : values) {
                frame.run.step();
                inner.row = new Object[] {value};
                results.add((Boolean) comparison.value(inner));
            }
            return holds(results, quantified.isAll());
        });
    }

    /** Whether one comparison holds, or all do. Null if those that are null could decide it. */
    private static Boolean holds(List<Boolean> results, boolean isAll) {
        Boolean deciding = !isAll;
        if (results.contains(deciding)) {
            return deciding;
        }
        return results.contains(null) ? null : (Boolean) isAll;
    }
}
