package dev.aimonflink.gateway.relation.statement;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.text.QueryBody;
import dev.aimonflink.sql.text.SelectItem;
import dev.aimonflink.sql.text.SortKey;
import dev.aimonflink.sql.type.PgType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Makes a query of a SELECT. */
final class SelectBinder {
    /** As PostgreSQL has it, where stars of joins could double the columns again and again. */
    private static final int MAX_COLUMNS = 1_664;

    private final QueryBinder queries;
    private final SelectCalls calls = new SelectCalls();
    private final Scope scope;
    private final ExpressionBinder expressions;
    private final List<Output> columns = new ArrayList<>();
    private final List<Term> outputs = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();

    SelectBinder(Scope border, QueryBinder queries) {
        this.queries = queries;
        this.scope = new Scope(border, calls);
        this.expressions = new ExpressionBinder(scope, queries);
    }

    QueryBinder.Part bind(QueryBody.Select select, List<SortKey> order) {
        List<FromTree> from = new FromBinder(scope, queries, expressions).bind(select.from());
        if (!select.distinctOn().isEmpty()) {
            throw new SqlException(
                    SqlState.NOT_SUPPORTED,
                    select.distinctOn().get(0).position(),
                    "DISTINCT ON is there for the tables of the job alone. Write GROUP BY with max or min.");
        }
        calls.enter(SelectCalls.Clause.WHERE);
        List<Conjunct> where = select.where() == null ? List.of() : Conjunct.of(select.where(), "WHERE", expressions);
        calls.enter(SelectCalls.Clause.GROUP_BY);
        for (Expression group : select.groups()) {
            group(group, select.items());
        }
        calls.enter(SelectCalls.Clause.OUTPUT);
        select.items().forEach(this::item);
        int windows = calls.windows().size();
        Term having = select.having() == null ? null : expressions.condition(select.having(), "HAVING");
        calls.requireWindows(windows, select.having());
        int width = columns.size();
        List<Ordering.Column> keys = new ArrayList<>();
        for (SortKey key : order) {
            keys.add(new Ordering.Column(outputOf(key, select, width), key.isDescending(), key.nullsFirst()));
        }
        boolean isGrouped = calls.isGrouped() || having != null;
        if (isGrouped) {
            calls.requireGrouped();
        }
        RowSource rows = JoinPlanner.plan(from, where);
        SelectRows body = new SelectRows(
                rows, scope.width(), calls, isGrouped, having, List.copyOf(outputs), width, select.isDistinct());
        return new QueryBinder.Part(List.copyOf(columns), keys, body);
    }

    /** A number is that of an item, and a name that no table has may be that of one. */
    private void group(Expression written, List<SelectItem> items) {
        Expression meant = written;
        int number = QueryBinder.number(written, items.size());
        if (number >= 0 && items.get(number) instanceof SelectItem.Value value) {
            meant = value.expression();
        } else if (written instanceof Expression.Name name && name.parts().size() == 1 && !isColumn(name.last())) {
            meant = items.stream()
                    .filter(item -> item instanceof SelectItem.Value value
                            && name.last().equals(ColumnNames.of(value)))
                    .map(item -> ((SelectItem.Value) item).expression())
                    .findFirst()
                    .orElse(written);
        }
        Expression group = meant;
        Term[] term = new Term[1];
        Scope.Use use = scope.useOf(() -> term[0] = expressions.bind(group));
        Term typed = expressions.conversions().to(term[0], Scope.shown(term[0].type()), group.position());
        calls.group(group, typed, use.columns().stream().boxed().collect(Collectors.toSet()));
    }

    private boolean isColumn(String name) {
        return scope.visible().stream().anyMatch(column -> column.name().equals(name));
    }

    private void item(SelectItem item) {
        if (item instanceof SelectItem.Value value) {
            Term term = expressions.bind(value.expression());
            output(ColumnNames.of(value), term, value.expression());
            return;
        }
        SelectItem.AllColumns all = (SelectItem.AllColumns) item;
        if (all.table().isEmpty() && scope.width() == 0 && scope.visible().isEmpty()) {
            throw new SqlException(
                    SqlState.SYNTAX_ERROR,
                    all.position(),
                    "SELECT * with no tables specified is not valid. Write FROM and a table.");
        }
        List<Scope.Visible> visible =
                all.table().isEmpty() ? scope.visible() : scope.columnsOf(all.table(), all.position());
        for (Scope.Visible column : visible) {
            calls.use(column.first(), column.name(), all.position());
            output(column.name(), column.term(), new Expression.Name(List.of(column.name()), false, all.position()));
        }
    }

    private void output(String name, Term term, Expression expression) {
        if (columns.size() == MAX_COLUMNS) {
            throw new SqlException(
                    SqlState.TOO_MANY_COLUMNS,
                    expression.position(),
                    "target lists can have at most " + MAX_COLUMNS + " entries. Select fewer columns.");
        }
        columns.add(Output.of(name, term));
        outputs.add(typed(term, expression.position()));
        texts.add(SelectCalls.text(expression));
    }

    /** A parameter that is only returned is a text. A string stays open, because the query may become part of a UNION. */
    private Term typed(Term term, int position) {
        return term.parameter() > 0 ? expressions.conversions().to(term, PgType.TEXT, position) : term;
    }

    /** The output that a key means; of other expressions, another one that is not returned. */
    private int outputOf(SortKey key, QueryBody.Select select, int width) {
        Expression value = key.value();
        int number = QueryBinder.number(value, width);
        if (number >= 0) {
            return number;
        }
        if (value instanceof Expression.Name name && name.parts().size() == 1) {
            List<Integer> named = IntStream.range(0, width)
                    .filter(i -> columns.get(i).name().equals(name.last()))
                    .boxed()
                    .toList();
            if (named.size() > 1 && named.stream().map(texts::get).distinct().count() > 1) {
                throw new SqlException(
                        SqlState.AMBIGUOUS_COLUMN,
                        name.position(),
                        "ORDER BY \"" + name.last() + "\" is ambiguous. Write the number of the column.");
            }
            if (!named.isEmpty()) {
                return named.get(0);
            }
        }
        int same = texts.indexOf(SelectCalls.text(value));
        if (same >= 0 && same < width) {
            return same;
        }
        if (select.isDistinct()) {
            throw new SqlException(
                    SqlState.INVALID_COLUMN_REFERENCE,
                    value.position(),
                    "for SELECT DISTINCT, ORDER BY expressions must appear in select list. Add it to the list.");
        }
        Term term = expressions.bind(value);
        outputs.add(expressions.conversions().to(term, Scope.shown(term.type()), value.position()));
        return outputs.size() - 1;
    }
}
