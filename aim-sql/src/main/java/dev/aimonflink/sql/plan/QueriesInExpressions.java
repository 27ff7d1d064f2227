package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.bind.Binder;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.Conversions;
import dev.aimonflink.sql.bind.Function;
import dev.aimonflink.sql.bind.SqlType;
import dev.aimonflink.sql.plan.PlannedQuery.Initial;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.text.QueryExpression;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/** The queries in the expressions of a statement, in the order in which they can be run. */
final class QueriesInExpressions {
    private final QueryBinder queries;
    private final List<Initial> initials = new ArrayList<>();

    /** An expression can be bound several times, but its query is run once. */
    private final IdentityHashMap<QueryExpression, BoundQuery> known = new IdentityHashMap<>();

    private final IdentityHashMap<QueryExpression, Integer> indexes = new IdentityHashMap<>();
    private final IdentityHashMap<QueryExpression, Correlation> correlations = new IdentityHashMap<>();
    private final IdentityHashMap<QueryExpression, ComparedWithRows> comparisons = new IdentityHashMap<>();

    QueriesInExpressions(QueryBinder queries) {
        this.queries = queries;
    }

    List<Initial> initials() {
        return List.copyOf(initials);
    }

    /** @param around of the expression, whose columns only a query of EXISTS can use */
    Bound bind(Expression expression, Binder binder, Scope around, CommonTables commonTables) {
        if (expression instanceof Expression.ScalarQuery scalar) {
            BoundQuery rows = ofOneColumn(scalar.query(), around, commonTables);
            int index = index(scalar.query(), Initial.Kind.VALUE, rows, scalar.position());
            return new Bound.Initial(index, rows.outputs().get(0).type(), scalar.position());
        } else if (expression instanceof Expression.Exists exists) {
            return exists(exists, around, commonTables);
        } else if (expression instanceof Expression.ArrayQuery array) {
            return array(array, around, commonTables);
        } else if (expression instanceof Expression.InQuery in) {
            Bound operand = binder.bind(in.operand());
            return in(operand, in.query(), in.isNegated(), in.position(), binder, around, commonTables);
        } else {
            Expression.Quantified quantified = (Expression.Quantified) expression;
            BinaryOperator ofList = quantified.isAll() ? BinaryOperator.NOT_EQUAL : BinaryOperator.EQUAL;
            if (quantified.operator() != ofList) {
                return compared(quantified, binder, ofOneColumn(quantified.query(), around, commonTables));
            }
            Bound operand = binder.bind(quantified.left());
            return in(
                    operand,
                    quantified.query(),
                    quantified.isAll(),
                    quantified.position(),
                    binder,
                    around,
                    commonTables);
        }
    }

    /** The values of the rows in their order; an empty array if there are none. */
    private Bound array(Expression.ArrayQuery array, Scope around, CommonTables commonTables) {
        int position = array.position();
        BoundQuery rows = ofOneColumn(array.query(), around, commonTables);
        SqlType value = rows.outputs().get(0).type();
        if (value.is(SqlType.Kind.ARRAY)) {
            throw new SqlException(
                    SqlState.NOT_SUPPORTED, position, "Arrays of arrays are not supported. Select their values.");
        }
        Bound field = new Bound.Field(Column.of("", value, 0), position);
        AggregateFunction collect = AggregateFunction.ARRAY_AGG;
        SqlType type = collect.type(value);
        AggregateCall call = new AggregateCall(collect, List.of(field), false, List.of(), null, type, position);
        Plan plan = new Plan.Aggregate(rows.plan(), false, List.of(), List.of(call));
        int index = index(array.query(), Initial.Kind.VALUE, new BoundQuery(plan, plan.outputs()), position);
        List<Bound> values =
                List.of(new Bound.Initial(index, type, position), new Bound.Constant(List.of(), type, position));
        return new Bound.Call(Function.COALESCE, values, type, position);
    }

    private Bound exists(Expression.Exists exists, Scope around, CommonTables commonTables) {
        int position = exists.position();
        Correlation correlation = correlations.computeIfAbsent(exists.query(), fresh -> new Correlation());
        BoundQuery rows = rows(exists.query(), around.aroundExists(correlation), commonTables);
        if (!correlation.isUsed()) {
            return new Bound.Initial(
                    index(exists.query(), Initial.Kind.EXISTS, rows, position), SqlType.BOOLEAN, position);
        }
        Correlation.Equal equal = correlation.equal(rows.plan());
        BoundQuery values = new BoundQuery(equal.values(), equal.values().outputs());
        int index = index(exists.query(), Initial.Kind.SET, values, position);
        // Never null, unlike IN.
        return new Bound.IsTruth(new Bound.InInitial(equal.operand(), index, position), true, position);
    }

    /** A comparison with ALL fails where the opposite one holds for ANY. */
    private Bound compared(Expression.Quantified quantified, Binder binder, BoundQuery rows) {
        int position = quantified.position();
        if (!quantified.operator().isComparison()) {
            throw new SqlException(
                    SqlState.NOT_SUPPORTED,
                    position,
                    "ANY and ALL are not supported with "
                            + quantified.operator().sign()
                            + ", but with comparisons. Write conditions with OR or AND.");
        }
        Bound stand = new Bound.Initial(-1, rows.outputs().get(0).type(), position);
        String sign = quantified.operator().sign();
        Conversions.Pair pair = binder.conversions().pair(binder.bind(quantified.left()), stand, sign, position);
        ComparedWithRows compared = comparisons.computeIfAbsent(quantified.query(), fresh -> {
            SqlType type = pair.right().type();
            BoundQuery converted =
                    new SetOperationBinder(binder.conversions()).converted(rows, List.of(type), position);
            return new ComparedWithRows(converted.plan(), type, position, plan -> value(plan, position));
        });
        return quantified.isAll()
                ? new Bound.Not(compared.any(quantified.operator().opposite(), pair.left()), position)
                : compared.any(quantified.operator(), pair.left());
    }

    private int value(Plan plan, int position) {
        initials.add(new Initial(Initial.Kind.VALUE, plan, position));
        return initials.size() - 1;
    }

    private Bound in(
            Bound operand,
            QueryExpression query,
            boolean isNegated,
            int position,
            Binder binder,
            Scope around,
            CommonTables commonTables) {
        BoundQuery rows = ofOneColumn(query, around, commonTables);
        Output column = rows.outputs().get(0);
        Bound stand = new Bound.Initial(-1, column.type(), position);
        Conversions.Pair compared = binder.conversions().pair(operand, stand, "IN", position);
        List<SqlType> types = List.of(compared.right().type());
        BoundQuery converted = new SetOperationBinder(binder.conversions()).converted(rows, types, position);
        int index = index(query, Initial.Kind.SET, converted, position);
        Bound test = new Bound.InInitial(compared.left(), index, position);
        return isNegated ? new Bound.Not(test, position) : test;
    }

    private int index(QueryExpression query, Initial.Kind kind, BoundQuery rows, int position) {
        return indexes.computeIfAbsent(query, fresh -> {
            initials.add(new Initial(kind, rows.plan(), position));
            return initials.size() - 1;
        });
    }

    private BoundQuery rows(QueryExpression query, Scope around, CommonTables commonTables) {
        BoundQuery rows = known.get(query);
        if (rows == null) {
            rows = queries.query(query, around, commonTables);
            known.put(query, rows);
        }
        return rows;
    }

    private BoundQuery ofOneColumn(QueryExpression query, Scope around, CommonTables commonTables) {
        BoundQuery rows = rows(query, around, commonTables);
        if (rows.outputs().size() != 1) {
            throw new SqlException(
                    SqlState.SYNTAX_ERROR,
                    query.position(),
                    "A query in an expression stands for one column, but has columns="
                            + rows.outputs().size() + ". Select one.");
        }
        return rows;
    }
}
