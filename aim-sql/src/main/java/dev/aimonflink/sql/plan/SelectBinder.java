package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Binder;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.Operands;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.text.QueryBody;
import dev.aimonflink.sql.text.SelectItem;
import dev.aimonflink.sql.text.SortKey;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Binds one SELECT with its ORDER BY, which can use columns that SELECT does not show. The plan has the clauses in order of effect: FROM,
 * WHERE, GROUP BY, HAVING, windows, functions that return rows, SELECT, DISTINCT, ORDER BY.
 */
final class SelectBinder {
    /** As in PostgreSQL. */
    private static final int MAX_COLUMNS = 1_664;

    /** A column of the result, over the rows of FROM. */
    private record Item(String name, Bound value) {}

    private final QueryBinder queries;
    private final CommonTables commonTables;
    private final Scope around;
    private final GroupBinder grouping = new GroupBinder();
    private final List<Item> items = new ArrayList<>();

    private Scope scope;
    private Binder binder;
    private WindowBinder windows;

    SelectBinder(QueryBinder queries, Scope around, CommonTables commonTables) {
        this.queries = queries;
        this.commonTables = commonTables;
        this.around = around;
    }

    /** @param keepsUnknown whether strings may still become another type, because other rows are added */
    BoundQuery bind(QueryBody.Select select, List<SortKey> order, boolean keepsUnknown) {
        Plan plan = from(select);
        for (SelectItem item : select.items()) {
            addItem(item, keepsUnknown && !select.isDistinct());
            requireColumns(item.position());
        }
        if (select.where() != null) {
            Binder rows = Clause.binder(queries, scope, commonTables, Clause.Place.WHERE);
            plan = new Plan.Filter(plan, rows.condition(select.where(), "What follows WHERE"));
        }
        Bound having = select.having() == null ? null : having(select.having());
        List<SortTerm> terms = order.stream().map(this::term).toList();
        List<Bound> firstOf = select.distinctOn().isEmpty() ? List.of() : firstOf(select.distinctOn(), terms);
        addKeys(select.groups());
        boolean isGrouped = !select.groups().isEmpty() || grouping.hasAggregates() || having != null;
        if (isGrouped) {
            plan = grouping.plan(plan, !select.groups().isEmpty());
        }
        if (having != null) {
            plan = new Plan.Filter(plan, grouping.overGroups(having));
        }
        UnaryOperator<Bound> overRows = isGrouped ? grouping::overGroups : UnaryOperator.identity();
        int width = plan.outputs().size();
        UnaryOperator<Bound> overWindows =
                windows.hasCalls() ? value -> WindowBinder.over(overRows.apply(value), width) : overRows;
        if (windows.hasCalls()) {
            plan = windows.plan(plan, overRows);
        }
        if (!queries.hasRows()) {
            Plan chosen = firstOf.isEmpty() ? plan : firstOf(plan, firstOf, terms, overWindows);
            return new Projection(select.isDistinct(), overWindows).of(chosen, terms);
        }
        RowsInSelect rows = new RowsInSelect();
        UnaryOperator<Bound> overAll = value -> rows.over(overWindows.apply(value));
        List<Bound> ordering = Stream.concat(firstOf.stream(), terms.stream().map(SortTerm::value))
                .toList();
        List<Bound> called = Stream.concat(items.stream().map(Item::value), ordering.stream())
                .filter(Operands::hasRows)
                .map(overWindows)
                .toList();
        // As in PostgreSQL, rows are chosen before functions multiply them, if ORDER BY decides which.
        boolean areChosenFirst = !terms.isEmpty() && ordering.stream().noneMatch(Operands::hasRows);
        if (!areChosenFirst) {
            plan = rows.plan(plan, called);
        }
        if (!firstOf.isEmpty()) {
            plan = firstOf(plan, firstOf, terms, overAll);
        }
        if (areChosenFirst) {
            plan = rows.plan(plan, called);
        }
        return new Projection(select.isDistinct(), overAll).of(plan, terms);
    }

    private static Plan firstOf(Plan plan, List<Bound> keys, List<SortTerm> terms, UnaryOperator<Bound> over) {
        return WindowBinder.firstOf(plan, Operands.inList(keys, over), Expressions.inTerms(terms, over));
    }

    /** The values of {@code DISTINCT ON}, each of which keeps its first row only. */
    private List<Bound> firstOf(List<Expression> distinctOn, List<SortTerm> terms) {
        Map<Bound, Bound> keys = new LinkedHashMap<>();
        for (Expression written : distinctOn) {
            Bound key = term(new SortKey(written, false, false)).value();
            keys.putIfAbsent(Operands.withoutPositions(key), key);
        }
        Set<Bound> missing = new HashSet<>(keys.keySet());
        for (SortTerm term : terms) {
            Bound comparable = Operands.withoutPositions(term.value());
            if (!missing.isEmpty() && !keys.containsKey(comparable)) {
                throw new SqlException(
                        SqlState.INVALID_COLUMN_REFERENCE,
                        term.value().position(),
                        "What DISTINCT ON lists comes first in ORDER BY. Add it there, in front.");
            }
            missing.remove(comparable);
        }
        return List.copyOf(keys.values());
    }

    private Bound having(Expression written) {
        return Clause.binder(queries, scope, commonTables, Clause.Place.HAVING, grouping)
                .condition(written, "What follows HAVING");
    }

    private Plan from(QueryBody.Select select) {
        Plan plan = new Plan.Values(List.of(List.of()), List.of());
        Source source = null;
        if (!select.from().isEmpty()) {
            FromBinder.Joined joined = new FromBinder(queries, around, commonTables).bind(select.from());
            plan = joined.plan();
            source = joined.source();
        }
        scope = new Scope(source, around);
        windows = new WindowBinder(
                Clause.binder(queries, scope, commonTables, Clause.Place.WINDOW, grouping), select.windows());
        binder = Clause.binder(queries, scope, commonTables, grouping, windows);
        grouping.setAggregates(
                new AggregateBinder(Clause.binder(queries, scope, commonTables, Clause.Place.AGGREGATE)));
        return plan;
    }

    private void requireColumns(int position) {
        if (items.size() > MAX_COLUMNS) {
            throw new SqlException(
                    SqlState.TOO_MANY_COLUMNS,
                    position,
                    "The query has more than " + MAX_COLUMNS + " columns. Name those that you need.");
        }
    }

    private void addItem(SelectItem item, boolean keepsUnknown) {
        if (item instanceof SelectItem.AllColumns all) {
            List<Source.Shown> shown = scope.shown(all.table(), all.position());
            queries.partCounter().add(shown.size(), all.position());
            shown.forEach(column -> items.add(new Item(column.name(), column.value())));
        } else {
            SelectItem.Value written = (SelectItem.Value) item;
            Bound value = binder.bind(written.expression());
            boolean isText = value.type().is(Kind.UNKNOWN) && !keepsUnknown;
            items.add(new Item(
                    OutputNames.of(written), isText ? binder.conversions().toText(value) : value));
        }
    }

    private void addKeys(List<Expression> groups) {
        for (Expression written : groups) {
            if (written instanceof Expression.Row row) {
                addKeys(row.values());
            } else {
                Bound key = key(written);
                String aggregate = grouping.aggregateIn(key);
                if (WindowBinder.isIn(key)) {
                    throw new SqlException(
                            SqlState.WINDOWING_ERROR, written.position(), Clause.Place.GROUP_BY.messageOfWindow());
                }
                if (aggregate != null) {
                    throw new SqlException(
                            SqlState.MISPLACED_AGGREGATE, written.position(), Clause.Place.GROUP_BY.message(aggregate));
                }
                grouping.addKey(key);
            }
        }
    }

    /** A name means a column of FROM, or else one of the result. */
    private Bound key(Expression written) {
        int ordinal = Ordering.ordinal(written, items.size(), "GROUP BY");
        if (ordinal < 0 && Ordering.name(written) != null && !scope.has(Ordering.name(written))) {
            ordinal = indexOfItem(written, "GROUP BY");
        }
        Bound key = ordinal < 0
                ? Clause.binder(queries, scope, commonTables, Clause.Place.GROUP_BY)
                        .bind(written)
                : items.get(ordinal).value();
        return key.type().is(Kind.UNKNOWN) ? binder.conversions().toText(key) : key;
    }

    /** What rows are sorted by, over the rows of FROM. A name means a column of the result, or else one of FROM. */
    private SortTerm term(SortKey key) {
        int ordinal = Ordering.ordinal(key.value(), items.size(), "ORDER BY");
        if (ordinal < 0 && Ordering.name(key.value()) != null) {
            ordinal = indexOfItem(key.value(), "ORDER BY");
        }
        Bound value =
                ordinal < 0 ? binder.bind(key.value()) : items.get(ordinal).value();
        Bound known = value.type().is(Kind.UNKNOWN) ? binder.conversions().toText(value) : value;
        return new SortTerm(known, key.isDescending(), key.nullsFirst());
    }

    /** The index of the result's column of a name, or -1. */
    private int indexOfItem(Expression written, String clause) {
        int found = -1;
        for (int i = 0; i < items.size(); i++) {
            if (items.get(i).name().equals(Ordering.name(written))) {
                if (found >= 0
                        && !Operands.withoutPositions(items.get(i).value())
                                .equals(Operands.withoutPositions(
                                        items.get(found).value()))) {
                    throw Ordering.ambiguous(written, clause);
                }
                found = found < 0 ? i : found;
            }
        }
        return found;
    }

    /** The columns of the result, temporarily followed by those that rows are only sorted by. */
    private final class Projection {
        private final boolean isDistinct;
        private final UnaryOperator<Bound> overInput;
        private final List<Bound> expressions = new ArrayList<>();
        private final List<Output> outputs = new ArrayList<>();

        /** @param overInput moves an expression from the rows of FROM to those of the input */
        Projection(boolean isDistinct, UnaryOperator<Bound> overInput) {
            this.isDistinct = isDistinct;
            this.overInput = overInput;
        }

        BoundQuery of(Plan input, List<SortTerm> terms) {
            for (Item item : items) {
                add(item.value(), new Output(item.name(), item.value().type()));
            }
            List<Output> shown = List.copyOf(outputs);
            List<SortTerm> sorted = terms.isEmpty() ? List.of() : places(terms);
            Plan plan = new Plan.Project(input, List.copyOf(expressions), List.copyOf(outputs));
            if (isDistinct) {
                plan = new Plan.Distinct(plan);
            }
            if (!sorted.isEmpty()) {
                plan = new Plan.Sort(plan, sorted);
            }
            return new BoundQuery(outputs.size() == shown.size() ? plan : firstOf(plan, shown), shown);
        }

        private void add(Bound value, Output output) {
            expressions.add(overInput.apply(value));
            outputs.add(output);
        }

        private List<SortTerm> places(List<SortTerm> terms) {
            Map<Bound, Integer> places = new HashMap<>();
            for (int i = 0; i < items.size(); i++) {
                places.putIfAbsent(Operands.withoutPositions(items.get(i).value()), i);
            }
            List<SortTerm> sorted = new ArrayList<>();
            for (SortTerm term : terms) {
                Bound value = term.value();
                int place = places.computeIfAbsent(Operands.withoutPositions(value), fresh -> hidden(value));
                Output output = outputs.get(place);
                Bound field = new Bound.Field(Column.of(output.name(), output.type(), place), value.position());
                sorted.add(new SortTerm(field, term.isDescending(), term.nullsFirst()));
            }
            return List.copyOf(sorted);
        }

        private int hidden(Bound value) {
            if (isDistinct) {
                throw new SqlException(
                        SqlState.INVALID_COLUMN_REFERENCE,
                        value.position(),
                        "With DISTINCT, rows are sorted by what SELECT lists. Add this expression there.");
            }
            add(value, OutputNames.hidden(value.type()));
            return outputs.size() - 1;
        }

        private Plan firstOf(Plan plan, List<Output> shown) {
            List<Bound> fields = new ArrayList<>();
            for (Output output : shown) {
                fields.add(new Bound.Field(
                        Column.of(output.name(), output.type(), fields.size()),
                        items.get(fields.size()).value().position()));
            }
            return new Plan.Project(plan, List.copyOf(fields), shown);
        }
    }
}
