package dev.aimonflink.gateway.relation.statement;

import dev.aimonflink.gateway.relation.Relation;
import dev.aimonflink.gateway.relation.Relations.RowFunction;
import dev.aimonflink.gateway.relation.function.FunctionTable;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.FromItem;
import dev.aimonflink.sql.text.Spelling;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** Resolves what FROM lists. */
final class FromBinder {
    private final Scope scope;
    private final QueryBinder queries;
    private final ExpressionBinder expressions;

    FromBinder(Scope scope, QueryBinder queries, ExpressionBinder expressions) {
        this.scope = scope;
        this.queries = queries;
        this.expressions = expressions;
    }

    List<FromTree> bind(List<FromItem> items) {
        List<FromTree> trees = new ArrayList<>();
        List<Scope.Visible> visible = List.of();
        for (FromItem item : items) {
            Item bound = bind(item, visible);
            trees.add(bound.tree());
            visible = joined(visible, bound.visible());
        }
        scope.show(visible);
        return trees;
    }

    private static List<Scope.Visible> joined(List<Scope.Visible> first, List<Scope.Visible> second) {
        List<Scope.Visible> both = new ArrayList<>(first);
        both.addAll(second);
        return both;
    }

    /** @param visible the columns that can be named without a table */
    private record Item(FromTree tree, List<Scope.Visible> visible) {}

    /** @param before the columns of the items to the left, which a function can use */
    private Item bind(FromItem item, List<Scope.Visible> before) {
        if (item instanceof FromItem.Table table) {
            return table(table);
        } else if (item instanceof FromItem.Derived derived) {
            scope.show(before);
            return derived(derived);
        } else if (item instanceof FromItem.Function function) {
            scope.show(before);
            return function(function);
        } else {
            return join((FromItem.Join) item, before);
        }
    }

    private Item derived(FromItem.Derived derived) {
        boolean isLateral = derived.isLateral();
        Query[] query = new Query[1];
        Scope.Use use = scope.useOf(() -> query[0] = queries.bind(derived.query(), isLateral ? scope : scope.outer()));
        Scope.Use all = new Scope.Use(use.columns(), use.isOpen() || (!isLateral && query[0].isCorrelated()));
        return query(query[0], isLateral, all, derived.alias(), null, derived.position());
    }

    private Item query(Query query, boolean isLateral, Scope.Use use, FromItem.Alias alias, String name, int position) {
        FromTree.Rows rows = frame -> query.rows(frame.run, isLateral ? frame : frame.outer);
        return leaf(null, alias == null ? name : alias.name(), alias, query.columns(), use, rows, position);
    }

    private Item table(FromItem.Table table) {
        String last = table.name().get(table.name().size() - 1);
        Optional<Query> common = table.name().size() == 1 ? queries.common(last) : Optional.empty();
        if (common.isPresent()) {
            return query(common.get(), false, Scope.Use.NOTHING, table.alias(), last, table.position());
        }
        Relation relation = queries.binding()
                .relations()
                .find(table.name())
                .orElseThrow(() -> new SqlException(
                        SqlState.UNDEFINED_TABLE,
                        table.position(),
                        "relation \"" + Spelling.shortened(table.written())
                                + "\" does not exist. Ask pg_catalog.pg_class for the names of those that do."));
        boolean isNamed = table.alias() == null;
        FromTree.Rows rows =
                frame -> frame.run.once(relation, () -> relation.rows().get());
        return leaf(
                isNamed ? relation.schema() : null,
                isNamed ? last : table.alias().name(),
                table.alias(),
                Output.of(relation.columns()),
                Scope.Use.NOTHING,
                rows,
                table.position());
    }

    private Item leaf(
            String schema,
            String name,
            FromItem.Alias alias,
            List<Output> columns,
            Scope.Use use,
            FromTree.Rows rows,
            int position) {
        Scope.Source source = scope.add(schema, name, renamed(columns, alias, position), position);
        int to = source.offset() + columns.size();
        return new Item(new FromTree.Leaf(source.offset(), to, use, rows), source.visible());
    }

    static List<Output> renamed(List<Output> columns, FromItem.Alias alias, int position) {
        List<String> names = alias == null ? List.of() : alias.columns();
        if (names.size() > columns.size()) {
            throw new SqlException(
                    SqlState.INVALID_COLUMN_REFERENCE,
                    position,
                    "table \"" + alias.name() + "\" has " + columns.size() + " columns available but " + names.size()
                            + " columns specified. Name no more than there are.");
        }
        List<Output> renamed = new ArrayList<>(columns);
        for (int i = 0; i < names.size(); i++) {
            renamed.set(i, columns.get(i).named(names.get(i)));
        }
        return renamed;
    }

    private Item function(FromItem.Function item) {
        if (item.calls().size() > 1) {
            throw new SqlException(
                    SqlState.NOT_SUPPORTED,
                    item.position(),
                    "ROWS FROM of several functions is not supported. Write one of them.");
        }
        String written = item.first().function();
        String name = item.alias() == null
                ? written.substring(written.lastIndexOf('.') + 1)
                : item.alias().name();
        Optional<RowFunction> given = FunctionTable.has(written)
                ? Optional.empty()
                : queries.binding().relations().function(written);
        Term[] bound = new Term[1];
        Scope.Use use = scope.useOf(() -> bound[0] = given.isPresent()
                ? new FunctionArguments(expressions).rows(given.get(), item.first())
                : expressions.rows(item.first()));
        Term list = bound[0];
        boolean isRecord = list.type() == PgType.RECORD;
        List<Output> columns = new ArrayList<>(isRecord ? Output.of(list.fields()) : List.of(Output.of(name, list)));
        int width = columns.size();
        if (item.hasOrdinality()) {
            columns.add(new Output("ordinality", PgType.INT8, PgColumn.NO_MODIFIER, List.of()));
        }
        FromTree.Rows rows = frame -> rows(frame.run, (List<?>) list.value(frame), width, columns.size(), isRecord);
        return leaf(null, name, item.alias(), columns, use, rows, item.position());
    }

    private static List<Object[]> rows(Run run, List<?> values, int width, int all, boolean isRecord) {
        List<Object[]> rows = new ArrayList<>();
        for (Object value : values == null ? List.of() : values) {
            Object[] row = isRecord ? Arrays.copyOf((Object[]) value, all) : new Object[all];
            if (!isRecord) {
                row[0] = value;
            }
            if (all > width) {
                row[width] = rows.size() + 1L;
            }
            rows.add(run.keep(row));
        }
        return rows;
    }

    private Item join(FromItem.Join join, List<Scope.Visible> before) {
        Item left = bind(join.left(), before);
        Item right = bind(join.right(), joined(before, left.visible()));
        List<String> using = join.using();
        if (join.isNatural()) {
            using = left.visible().stream()
                    .map(Scope.Visible::name)
                    .filter(name -> right.visible().stream()
                            .anyMatch(column -> column.name().equals(name)))
                    .toList();
        }
        List<Conjunct> conditions = new ArrayList<>();
        List<Scope.Visible> visible = using(join, using, left, right, conditions);
        if (join.condition() != null) {
            scope.show(visible);
            conditions.addAll(Conjunct.of(join.condition(), "JOIN/ON", expressions));
        }
        return new Item(new FromTree.Join(join.kind(), left.tree(), right.tree(), conditions), visible);
    }

    /** The columns of both sides, those first that are one. */
    private List<Scope.Visible> using(
            FromItem.Join join, List<String> using, Item left, Item right, List<Conjunct> conditions) {
        List<Scope.Visible> merged = new ArrayList<>();
        for (String name : using) {
            Scope.Visible first = named(name, left.visible(), "left", join.position());
            Scope.Visible second = named(name, right.visible(), "right", join.position());
            conditions.add(
                    Conjunct.equal(first.term(), use(first), second.term(), use(second), join.position(), expressions));
            merged.add(merged(join, first, second));
        }
        left.visible().stream().filter(column -> !using.contains(column.name())).forEach(merged::add);
        right.visible().stream()
                .filter(column -> !using.contains(column.name()))
                .forEach(merged::add);
        return merged;
    }

    private Scope.Visible merged(FromItem.Join join, Scope.Visible first, Scope.Visible second) {
        List<Term> both =
                expressions.conversions().alike(List.of(first.term(), second.term()), "JOIN/USING", join.position());
        Term left = both.get(0);
        Term right = both.get(1);
        Term term =
                switch (join.kind()) {
                    case RIGHT -> right;
                    case FULL ->
                        Term.of(left.type(), frame -> {
                            Object value = left.value(frame);
                            return value == null ? right.value(frame) : value;
                        });
                    default -> left;
                };
        return new Scope.Visible(first.name(), term, first.first(), second.second());
    }

    private static Scope.Use use(Scope.Visible column) {
        BitSet columns = new BitSet();
        columns.set(column.first());
        columns.set(column.second());
        return new Scope.Use(columns, false);
    }

    private static Scope.Visible named(String name, List<Scope.Visible> columns, String side, int position) {
        List<Scope.Visible> found =
                columns.stream().filter(column -> column.name().equals(name)).toList();
        if (found.size() != 1) {
            throw new SqlException(
                    found.isEmpty() ? SqlState.UNDEFINED_COLUMN : SqlState.AMBIGUOUS_COLUMN,
                    position,
                    found.isEmpty()
                            ? "column \"" + name + "\" specified in USING clause does not exist in " + side
                                    + " table. Name one that both have."
                            : "common column name \"" + name + "\" appears more than once in " + side
                                    + " table. Join with ON instead.");
        }
        return found.get(0);
    }
}
