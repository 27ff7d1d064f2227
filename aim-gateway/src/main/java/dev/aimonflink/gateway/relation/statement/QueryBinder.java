package dev.aimonflink.gateway.relation.statement;

import dev.aimonflink.gateway.relation.value.Casts;
import dev.aimonflink.gateway.relation.value.Coercion;
import dev.aimonflink.gateway.relation.value.Comparing;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.text.FromItem;
import dev.aimonflink.sql.text.QueryBody;
import dev.aimonflink.sql.text.QueryExpression;
import dev.aimonflink.sql.text.SortKey;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes queries of their syntax trees. Knows the queries that WITH gave a name. */
final class QueryBinder {
    private final Binding binding;
    private final Map<String, Query> commons;

    QueryBinder(Binding binding, Map<String, Query> commons) {
        this.binding = binding;
        this.commons = commons;
    }

    Binding binding() {
        return binding;
    }

    Optional<Query> common(String name) {
        return Optional.ofNullable(commons.get(name));
    }

    /**
     * Rows with columns, some of which may be strings that get their type from what they are united with.
     *
     * @param order of the rows; may name columns behind those that are returned
     */
    record Part(List<Output> columns, List<Ordering.Column> order, Query.Body body) {}

    /** @param outer the scope of the query around; null if there is none */
    Query bind(QueryExpression expression, Scope outer) {
        if (expression.with().isEmpty()) {
            return ended(expression, outer);
        }
        Map<String, Query> more = new HashMap<>(commons);
        for (QueryExpression.CommonTable table : expression.with()) {
            if (table.isRecursive()) {
                throw new SqlException(
                        SqlState.NOT_SUPPORTED,
                        table.position(),
                        "WITH RECURSIVE is there for the tables of the job alone. Write WITH.");
            }
            Query query = new QueryBinder(binding, Map.copyOf(more)).bind(table.query(), null);
            List<Output> columns = FromBinder.renamed(
                    query.columns(), new FromItem.Alias(table.name(), table.columns()), table.position());
            more.put(table.name(), new Query(columns, false, frame -> query.rows(frame.run, null)));
        }
        return new QueryBinder(binding, Map.copyOf(more)).ended(expression, outer);
    }

    private Query ended(QueryExpression expression, Scope outer) {
        Scope border = new Scope(outer, null);
        Part part = part(expression.body(), expression.order(), border);
        LimitTerms limits = LimitTerms.of(expression, new ExpressionBinder(border, this));
        int width = part.columns().size();
        List<Output> columns = part.columns().stream().map(Output::shown).toList();
        boolean isPlain = part.order().isEmpty() && limits.isNone();
        Query.Body body = isPlain
                ? part.body()
                : frame -> {
                    List<Object[]> rows = new ArrayList<>(part.body().rows(frame));
                    if (!part.order().isEmpty()) {
                        rows.sort(Ordering.of(part.order()));
                    }
                    List<Object[]> cut = new ArrayList<>();
                    for (Object[] row : limits.cut(rows, frame)) {
                        cut.add(row.length == width ? row : Arrays.copyOf(row, width));
                    }
                    return cut;
                };
        return new Query(columns, border.reachesOut(), body);
    }

    private Part part(QueryBody body, List<SortKey> order, Scope border) {
        if (body instanceof QueryBody.Select select) {
            return new SelectBinder(border, this).bind(select, order);
        }
        Part part = unordered(body, border);
        List<Ordering.Column> columns = new ArrayList<>();
        for (SortKey key : order) {
            columns.add(new Ordering.Column(outputOf(key, part.columns()), key.isDescending(), key.nullsFirst()));
        }
        return new Part(part.columns(), columns, part.body());
    }

    private Part unordered(QueryBody body, Scope border) {
        if (body instanceof QueryBody.SetOperation both) {
            return united(both, border);
        } else if (body instanceof QueryBody.Values values) {
            return values(values, border);
        } else if (body instanceof QueryBody.Select select) {
            return new SelectBinder(border, this).bind(select, List.of());
        } else {
            Query query = bind((QueryExpression) body, border);
            return new Part(query.columns(), List.of(), frame -> query.rows(frame.run, frame));
        }
    }

    /** The column that a key names or numbers. */
    private static int outputOf(SortKey key, List<Output> columns) {
        int number = number(key.value(), columns.size());
        if (number >= 0) {
            return number;
        }
        if (key.value() instanceof Expression.Name name && name.parts().size() == 1) {
            for (int i = 0; i < columns.size(); i++) {
                if (columns.get(i).name().equals(name.last())) {
                    return i;
                }
            }
            throw new SqlException(
                    SqlState.UNDEFINED_COLUMN,
                    name.position(),
                    "column \"" + name.last() + "\" does not exist. Name a column of the first query.");
        }
        throw new SqlException(
                SqlState.NOT_SUPPORTED,
                key.value().position(),
                "invalid UNION/INTERSECT/EXCEPT ORDER BY clause. Only result column names can be used.");
    }

    /** The index of the column that a number stands for; -1 if the expression is no number. */
    static int number(Expression key, int columns) {
        if (!(key instanceof Expression.NumberLiteral number)
                || !number.digits().matches("\\d{1,9}")) {
            return -1;
        }
        int index = Integer.parseInt(number.digits()) - 1;
        if (index < 0 || index >= columns) {
            throw new SqlException(
                    SqlState.INVALID_COLUMN_REFERENCE,
                    key.position(),
                    "ORDER BY position " + number.digits() + " is not in select list. Number a column of it.");
        }
        return index;
    }

    private Part values(QueryBody.Values values, Scope border) {
        ExpressionBinder expressions = new ExpressionBinder(border, this);
        List<List<Term>> rows = values.rows().stream().map(expressions::bind).toList();
        int width = rows.get(0).size();
        List<List<Term>> columns = new ArrayList<>();
        List<Output> names = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            final int index = i;
            if (rows.stream().anyMatch(row -> row.size() != width)) {
                throw new SqlException(
                        SqlState.SYNTAX_ERROR,
                        values.position(),
                        "VALUES lists must all be the same length. Write as many values in each.");
            }
            List<Term> given = rows.stream().map(row -> row.get(index)).toList();
            List<Term> alike = expressions.conversions().alike(given, "VALUES", values.position());
            columns.add(alike);
            names.add(new Output(
                    ColumnNames.ofValue(i),
                    alike.get(0).type(),
                    Conversions.modifier(given),
                    alike.get(0).fields()));
        }
        return new Part(names, List.of(), frame -> {
            List<Object[]> computed = new ArrayList<>();
            for (int i = 0; i < rows.size(); i++) {
                frame.run.step();
                final int index = i;
                computed.add(frame.run.keep(columns.stream()
                        .map(column -> column.get(index).value(frame))
                        .toArray()));
            }
            return computed;
        });
    }

    private Part united(QueryBody.SetOperation both, Scope border) {
        Part left = unordered(both.left(), border);
        Part right = unordered(both.right(), border);
        if (left.columns().size() != right.columns().size()) {
            throw new SqlException(
                    SqlState.SYNTAX_ERROR,
                    both.position(),
                    "each " + both.kind() + " query must have the same number of columns. Select as many in both.");
        }
        List<Output> columns = new ArrayList<>();
        for (int i = 0; i < left.columns().size(); i++) {
            Output first = left.columns().get(i);
            Output second = right.columns().get(i);
            boolean isOpen = first.type() == PgType.UNKNOWN && second.type() == PgType.UNKNOWN;
            PgType type = isOpen
                    ? PgType.UNKNOWN
                    : Coercion.common(List.of(first.type(), second.type()))
                            .orElseGet(() -> Conversions.common(
                                    List.of(first.type(), second.type()),
                                    both.kind().name(),
                                    both.position()));
            boolean isSame = first.type() == second.type() && first.modifier() == second.modifier();
            columns.add(
                    new Output(first.name(), type, isSame ? first.modifier() : PgColumn.NO_MODIFIER, first.fields()));
        }
        Query.Body first = converted(left, columns);
        Query.Body second = converted(right, columns);
        return new Part(
                columns,
                List.of(),
                frame -> SetOperations.of(both.kind(), both.isAll(), first.rows(frame), second.rows(frame)));
    }

    private static Query.Body converted(Part part, List<Output> columns) {
        return frame -> {
            List<Object[]> rows = new ArrayList<>();
            for (Object[] row : part.body().rows(frame)) {
                frame.run.step();
                Object[] converted = new Object[columns.size()];
                for (int i = 0; i < converted.length; i++) {
                    PgType from = Scope.shown(part.columns().get(i).type());
                    PgType to = Scope.shown(columns.get(i).type());
                    converted[i] = Casts.convert(row[i], from, to, frame.run.environment());
                }
                rows.add(frame.run.keep(converted));
            }
            return rows;
        };
    }

    /** A row as what is equal to those with equal values. */
    static List<Object> key(Object[] row, int width) {
        return Comparing.keys(Arrays.asList(row).subList(0, width));
    }
}
