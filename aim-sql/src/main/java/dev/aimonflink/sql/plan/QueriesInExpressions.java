package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.bind.Binder;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.Conversions;
import dev.aimonflink.sql.bind.Function;
import dev.aimonflink.sql.plan.PlannedQuery.Initial;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.text.QueryExpression;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/** The queries in a statement's expressions, in an order in which they can be run. */
final class QueriesInExpressions {
    private final QueryBinder queries;
    private final List<Initial> initials = new ArrayList<>();

    /** An expression can be bound several times, but its query is run once. */
    private final IdentityHashMap<QueryExpression, Inner> known = new IdentityHashMap<>();

    private final IdentityHashMap<QueryExpression, Integer> indexes = new IdentityHashMap<>();
    private final IdentityHashMap<QueryExpression, ComparedWithRows> comparisons = new IdentityHashMap<>();

    /** @param used of the outer query; nothing if it is run once, before the rows */
    private record Inner(BoundQuery rows, Correlation used) {
        SqlType type() {
            return rows.outputs().get(0).type();
        }
    }

    QueriesInExpressions(QueryBinder queries) {
        this.queries = queries;
    }

    List<Initial> initials() {
        return List.copyOf(initials);
    }

    Bound bind(Expression expression, Binder binder, Scope around, CommonTables commonTables) {
        if (expression instanceof Expression.ScalarQuery scalar) {
            Inner inner = ofOneColumn(scalar.query(), around, commonTables);
            return value(scalar.query(), Initial.Kind.VALUE, inner, inner.type(), scalar.position());
        } else if (expression instanceof Expression.Exists exists) {
            Inner inner = inner(exists.query(), around, commonTables);
            return value(exists.query(), Initial.Kind.EXISTS, inner, SqlType.BOOLEAN, exists.position());
        } else if (expression instanceof Expression.ArrayQuery array) {
            return array(array, ofOneColumn(array.query(), around, commonTables));
        } else if (expression instanceof Expression.InQuery in) {
            Bound operand = binder.bind(in.operand());
            Inner inner = ofOneColumn(in.query(), around, commonTables);
            return in(operand, in.query(), inner, in.isNegated(), in.position());
        } else {
            Expression.Quantified quantified = (Expression.Quantified) expression;
            BinaryOperator ofList = quantified.isAll() ? BinaryOperator.NOT_EQUAL : BinaryOperator.EQUAL;
            if (quantified.operator() != ofList) {
                return compared(quantified, binder, ofOneColumn(quantified.query(), around, commonTables));
            }
            Bound operand = binder.bind(quantified.left());
            Inner inner = ofOneColumn(quantified.query(), around, commonTables);
            return in(operand, quantified.query(), inner, quantified.isAll(), quantified.position());
        }
    }

    /** The values of the rows in order; an empty array without rows. */
    private Bound array(Expression.ArrayQuery array, Inner inner) {
        int position = array.position();
        if (inner.type().is(SqlType.Kind.ARRAY)) {
            throw new SqlException(
                    SqlState.NOT_SUPPORTED, position, "Arrays of arrays are not supported. Select their values.");
        }
        Bound field = new Bound.Field(Column.of("", inner.type(), 0), position);
        AggregateFunction collect = AggregateFunction.ARRAY_AGG;
        SqlType type = collect.type(inner.type());
        AggregateCall call = new AggregateCall(collect, List.of(field), false, List.of(), null, type, position);
        Plan plan = new Plan.Aggregate(inner.rows().plan(), false, List.of(), List.of(call));
        Inner collected = new Inner(new BoundQuery(plan, plan.outputs()), inner.used());
        Bound values = value(array.query(), Initial.Kind.VALUE, collected, type, position);
        return new Bound.Call(
                Function.COALESCE, List.of(values, new Bound.Constant(List.of(), type, position)), type, position);
    }

    /** ALL fails where the opposite comparison holds for ANY. */
    private Bound compared(Expression.Quantified quantified, Binder binder, Inner inner) {
        int position = quantified.position();
        if (!quantified.operator().isComparison()) {
            throw new SqlException(
                    SqlState.NOT_SUPPORTED,
                    position,
                    "ANY and ALL are not supported with "
                            + quantified.operator().sign()
                            + ", but with comparisons. Write conditions with OR or AND.");
        }
        Bound stand = new Bound.Initial(-1, inner.type(), position);
        String sign = quantified.operator().sign();
        Conversions.Pair pair = binder.conversions().pair(binder.bind(quantified.left()), stand, sign, position);
        ComparedWithRows compared = comparisons.computeIfAbsent(quantified.query(), fresh -> {
            SqlType type = pair.right().type();
            BoundQuery converted = converted(inner.rows(), type, position);
            return new ComparedWithRows(converted.plan(), type, position, plan -> valueOver(plan, inner, position));
        });
        return quantified.isAll()
                ? new Bound.Not(compared.any(quantified.operator().opposite(), pair.left()), position)
                : compared.any(quantified.operator(), pair.left());
    }

    private BoundQuery converted(BoundQuery rows, SqlType type, int position) {
        return new SetOperationBinder(queries.conversions()).converted(rows, List.of(type), position);
    }

    private int fresh(Initial.Kind kind, Plan plan, int position) {
        initials.add(new Initial(kind, plan, position));
        return initials.size() - 1;
    }

    private int index(QueryExpression query, Initial.Kind kind, Plan plan, int position) {
        return indexes.computeIfAbsent(query, unknown -> fresh(kind, plan, position));
    }

    private Bound value(QueryExpression query, Initial.Kind kind, Inner inner, SqlType type, int position) {
        Plan plan = inner.rows().plan();
        return inner.used().isUsed()
                ? new Bound.Subquery(
                        new Initial(kind, plan, position), inner.used().values(), type, position)
                : new Bound.Initial(index(query, kind, plan, position), type, position);
    }

    private Bound valueOver(Plan plan, Inner inner, int position) {
        SqlType type = plan.outputs().get(0).type();
        return inner.used().isUsed()
                ? new Bound.Subquery(
                        new Initial(Initial.Kind.VALUE, plan, position),
                        inner.used().values(),
                        type,
                        position)
                : new Bound.Initial(fresh(Initial.Kind.VALUE, plan, position), type, position);
    }

    private Bound in(Bound operand, QueryExpression query, Inner inner, boolean isNegated, int position) {
        Bound stand = new Bound.Initial(-1, inner.type(), position);
        Conversions.Pair compared = queries.conversions().pair(operand, stand, "IN", position);
        Plan plan = converted(inner.rows(), compared.right().type(), position).plan();
        Bound test = inner.used().isUsed()
                ? among(compared.left(), plan, inner.used().values(), position)
                : new Bound.InInitial(compared.left(), index(query, Initial.Kind.SET, plan, position), position);
        return isNegated ? new Bound.Not(test, position) : test;
    }

    private static Bound among(Bound operand, Plan plan, List<Bound> outer, int position) {
        List<Bound> operands = new ArrayList<>(outer);
        operands.add(operand);
        return new Bound.Subquery(
                new Initial(Initial.Kind.SET, plan, position), List.copyOf(operands), SqlType.BOOLEAN, position);
    }

    private Inner inner(QueryExpression query, Scope around, CommonTables commonTables) {
        Inner inner = known.get(query);
        if (inner == null) {
            Correlation used = queries.newCorrelation();
            inner = new Inner(queries.query(query, around.around(used), commonTables), used);
            known.put(query, inner);
        }
        return inner;
    }

    private Inner ofOneColumn(QueryExpression query, Scope around, CommonTables commonTables) {
        Inner inner = inner(query, around, commonTables);
        if (inner.rows().outputs().size() != 1) {
            throw new SqlException(
                    SqlState.SYNTAX_ERROR,
                    query.position(),
                    "A query in an expression stands for one column, but has columns="
                            + inner.rows().outputs().size() + ". Select one.");
        }
        return inner;
    }
}
