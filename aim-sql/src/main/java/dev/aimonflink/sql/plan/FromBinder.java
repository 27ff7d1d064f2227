package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Binder;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.Conversions;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.text.FromItem;
import dev.aimonflink.sql.text.Spelling;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Binds what FROM lists: finds tables, and joins them from left to right. */
final class FromBinder {
    /** Whatever walks through a plan has one call for each join on its stack. */
    static final int MAX_TABLES = 250;

    /** A plan, and what its columns are called. */
    record Joined(Plan plan, Source source) {}

    private final QueryBinder queries;
    private final Scope around;
    private final CommonTables commonTables;

    /** @param around of the query that this one is an operand in; null if it is none */
    FromBinder(QueryBinder queries, Scope around, CommonTables commonTables) {
        this.queries = queries;
        this.around = around;
        this.commonTables = commonTables;
    }

    /** @param items at least one */
    Joined bind(List<FromItem> items) {
        if (items.size() > MAX_TABLES) {
            throw new SqlException(
                    SqlState.TOO_COMPLEX,
                    items.get(MAX_TABLES).position(),
                    "FROM lists more than " + MAX_TABLES + " tables. List fewer.");
        }
        Joined joined = bind(items.get(0));
        for (FromItem item : items.subList(1, items.size())) {
            joined = joined(FromItem.Join.Kind.CROSS, joined, bind(item), List.of())
                    .on(null);
        }
        requireDifferentNames(joined.source(), items.get(0).position());
        return joined;
    }

    /** A join whose condition is not bound yet. */
    private record Pair(FromItem.Join.Kind kind, Joined left, Joined right, Source source) {
        Joined on(Bound condition) {
            return new Joined(
                    kind == FromItem.Join.Kind.RIGHT
                            ? new Plan.Join(Plan.Join.Kind.LEFT, right.plan(), left.plan(), condition)
                            : new Plan.Join(kindOf(kind), left.plan(), right.plan(), condition),
                    source);
        }
    }

    /** A RIGHT join is a LEFT one with its sides swapped, so the columns of its right side come first. */
    private Pair joined(FromItem.Join.Kind kind, Joined left, Joined right, List<String> using) {
        if (kind == FromItem.Join.Kind.RIGHT) {
            left.source().shift(right.source().width());
        } else {
            right.source().shift(left.source().width());
        }
        return new Pair(
                kind, left, right, new JoinedTables(kind, left.source(), right.source(), using, queries.conversions()));
    }

    private static Plan.Join.Kind kindOf(FromItem.Join.Kind kind) {
        return switch (kind) {
            case INNER, CROSS -> Plan.Join.Kind.INNER;
            case FULL -> Plan.Join.Kind.FULL;
            default -> Plan.Join.Kind.LEFT;
        };
    }

    private Joined bind(FromItem item) {
        if (item instanceof FromItem.Table table) {
            return table(table);
        } else if (item instanceof FromItem.Derived derived) {
            Rows rows = queries.query(derived.query(), around, commonTables);
            return named(rows, null, derived.alias(), derived.position());
        } else {
            return join((FromItem.Join) item);
        }
    }

    private Joined table(FromItem.Table written) {
        if (written.name().size() == 1) {
            CommonTables.CommonTable common = commonTables.find(written.name().get(0));
            if (common != null) {
                queries.growth().add(common.parts(), written.position());
                return named(common.rows(), written.name().get(0), written.alias(), written.position());
            }
        }
        boolean hasSchema = written.name().size() > 1 && written.name().get(0).equals(Scope.SCHEMA);
        List<String> name = hasSchema ? written.name().subList(1, written.name().size()) : written.name();
        String fullName = String.join(".", name);
        Table table = find(fullName)
                .orElseThrow(() -> new SqlException(
                        SqlState.UNDEFINED_TABLE,
                        written.position(),
                        "There is no table \"" + Spelling.shortened(written.written()) + "\". "
                                + Spelling.hint(fullName, queries.tables().names())));
        queries.growth().add(1 + table.columns().size(), written.position());
        String last = name.get(name.size() - 1);
        FromItem.Alias alias = written.alias();
        Source source = new NamedTable(
                alias == null ? last : alias.name(),
                last,
                renamed(table.columns(), alias, written.position()),
                table.aliases());
        return new Joined(new Plan.Scan(table), source);
    }

    private Optional<Table> find(String name) {
        return queries.tables().find(name);
    }

    /** @param alias null if there is none */
    private static Joined named(Rows rows, String ownName, FromItem.Alias alias, int position) {
        List<Column> columns = new ArrayList<>();
        for (Output output : rows.outputs()) {
            columns.add(Column.of(output.name(), output.type(), columns.size()));
        }
        Source source = new NamedTable(
                alias == null ? ownName : alias.name(), ownName, renamed(columns, alias, position), Map.of());
        return new Joined(rows.plan(), source);
    }

    /** The first columns under the names that an alias lists. */
    private static List<Column> renamed(List<Column> columns, FromItem.Alias alias, int position) {
        if (alias == null || alias.columns().isEmpty()) {
            return columns;
        }
        List<String> names = alias.columns();
        if (names.size() > columns.size()) {
            throw new SqlException(
                    SqlState.INVALID_COLUMN_REFERENCE,
                    position,
                    "The table \"" + Spelling.shortened(alias.name()) + "\" has columns=" + columns.size()
                            + ", but there are names=" + names.size() + ". List no more names than columns.");
        }
        List<Column> renamed = new ArrayList<>();
        for (Column column : columns) {
            String name = renamed.size() < names.size() ? names.get(renamed.size()) : column.name();
            renamed.add(new Column(name, column.type(), column.index(), column.min(), column.max()));
        }
        return renamed;
    }

    private Joined join(FromItem.Join written) {
        Joined left = bind(written.left());
        Joined right = bind(written.right());
        if (!written.using().isEmpty()) {
            requireOnce(written, left.source(), "left");
            requireOnce(written, right.source(), "right");
        }
        Pair pair = joined(written.kind(), left, right, written.using());
        Bound condition = null;
        if (!written.using().isEmpty()) {
            condition = equal(written, left.source(), right.source());
        } else if (written.condition() != null) {
            Scope scope = new Scope(pair.source(), around);
            Binder binder = Clause.binder(queries, scope, commonTables, Place.ON);
            condition = binder.condition(written.condition(), "What follows ON");
        }
        return pair.on(condition);
    }

    private Bound equal(FromItem.Join join, Source left, Source right) {
        Bound all = null;
        for (String name : join.using()) {
            Conversions.Pair both = queries.conversions()
                    .pair(
                            columns(left, name, join).get(0),
                            columns(right, name, join).get(0),
                            "USING",
                            join.position());
            Bound equal = new Bound.Comparison(BinaryOperator.EQUAL, both.left(), both.right(), join.position());
            all = all == null ? equal : new Bound.Logical(true, all, equal, join.position());
        }
        return all;
    }

    private static List<Bound> columns(Source source, String name, FromItem.Join join) {
        List<Bound> columns = new ArrayList<>();
        source.addColumns(name, false, join.position(), columns);
        return columns;
    }

    private static void requireOnce(FromItem.Join join, Source side, String which) {
        Set<String> names = new HashSet<>();
        for (String name : join.using()) {
            int found = columns(side, name, join).size();
            String shown = Spelling.shortened(name);
            if (!names.add(name)) {
                throw new SqlException(
                        SqlState.AMBIGUOUS_COLUMN,
                        join.position(),
                        "USING lists the column \"" + shown + "\" twice. Take one out.");
            }
            if (found == 0) {
                List<NamedTable> tables = new ArrayList<>();
                side.addTables(tables);
                Collection<String> known = new ArrayList<>();
                tables.forEach(table -> known.addAll(table.namesOfColumns()));
                String closest = Spelling.closest(name, known)
                        .map(each -> "Did you mean '" + each + "'?")
                        .orElse("Write ON with a condition.");
                throw new SqlException(
                        SqlState.UNDEFINED_COLUMN,
                        join.position(),
                        "The " + which + " side of the join has no column \"" + shown + "\" for USING. " + closest);
            }
            if (found > 1) {
                throw new SqlException(
                        SqlState.AMBIGUOUS_COLUMN,
                        join.position(),
                        "The " + which + " side of the join has several columns \"" + shown
                                + "\" for USING. Write ON with the names of tables.");
            }
        }
    }

    private static void requireDifferentNames(Source source, int position) {
        List<NamedTable> tables = new ArrayList<>();
        source.addTables(tables);
        Set<String> names = new HashSet<>();
        for (NamedTable table : tables) {
            if (table.name() != null && !names.add(table.name())) {
                throw new SqlException(
                        SqlState.DUPLICATE_ALIAS,
                        position,
                        "Two tables are called \"" + Spelling.shortened(table.name())
                                + "\" in this FROM. Give one another name with AS.");
            }
        }
    }
}
