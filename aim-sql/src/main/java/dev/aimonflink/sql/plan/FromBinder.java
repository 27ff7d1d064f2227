package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Binder;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.evaluate.Conjuncts;
import dev.aimonflink.sql.text.FromItem;
import dev.aimonflink.sql.text.Spelling;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Binds FROM: finds tables, and joins them from left to right. */
final class FromBinder {
    /** Whatever walks a plan has one call for each join on its stack. */
    static final int MAX_TABLES = 250;

    /** A plan, and the names of its columns. */
    record Joined(Plan plan, Source source) {}

    private final QueryBinder queries;
    private final Scope around;

    /** The same with earlier items of FROM, which only LATERAL can use. */
    private final Scope aroundLateral;

    private final CommonTables commonTables;

    FromBinder(QueryBinder queries, Scope around, CommonTables commonTables) {
        this(queries, around, around, commonTables);
    }

    private FromBinder(QueryBinder queries, Scope around, Scope aroundLateral, CommonTables commonTables) {
        this.queries = queries;
        this.around = around;
        this.aroundLateral = aroundLateral;
        this.commonTables = commonTables;
    }

    Joined bind(List<FromItem> items) {
        if (items.size() > MAX_TABLES) {
            throw new SqlException(
                    SqlState.TOO_COMPLEX,
                    items.get(MAX_TABLES).position(),
                    "FROM lists more than " + MAX_TABLES + " tables. List fewer.");
        }
        Joined joined = bind(items.get(0));
        for (FromItem item : items.subList(1, items.size())) {
            Beside right = beside(joined.source(), item, FromItem.Join.Kind.CROSS);
            joined = joined(FromItem.Join.Kind.CROSS, joined, right, List.of()).on(null);
        }
        requireDifferentNames(joined.source(), items.get(0).position());
        return joined;
    }

    /**
     * The right side of a join.
     *
     * @param outer what it uses of the left side's rows
     */
    private record Beside(Joined joined, List<Bound> outer) {}

    private Beside beside(Source left, FromItem item, FromItem.Join.Kind kind) {
        if (!hasLateral(item)) {
            return new Beside(bind(item), List.of());
        }
        Correlation used = queries.newCorrelation();
        Joined right = new FromBinder(
                        queries,
                        new Scope(null, around).around(used),
                        new Scope(left, aroundLateral).around(used),
                        commonTables)
                .bind(item);
        List<Bound> outer = used.values();
        if (outer.stream().allMatch(Conjuncts::isConstant)) {
            Plan once = Expressions.withOuter(right.plan(), value -> outer.get(value.index()));
            return new Beside(new Joined(once, right.source()), List.of());
        }
        if (kind == FromItem.Join.Kind.RIGHT || kind == FromItem.Join.Kind.FULL) {
            throw new SqlException(
                    SqlState.INVALID_COLUMN_REFERENCE,
                    outer.get(0).position(),
                    "LATERAL uses a table that the join may show no row of. Write JOIN or LEFT JOIN.");
        }
        return new Beside(right, outer);
    }

    private static boolean hasLateral(FromItem item) {
        return item instanceof FromItem.Derived derived
                ? derived.isLateral()
                : item instanceof FromItem.Function
                        || (item instanceof FromItem.Join join
                                && (hasLateral(join.left()) || hasLateral(join.right())));
    }

    private record Pair(FromItem.Join.Kind kind, Joined left, Joined right, List<Bound> outer, Source source) {
        Joined on(Bound condition) {
            if (!outer.isEmpty()) {
                return new Joined(new Plan.Lateral(kindOf(kind), left.plan(), right.plan(), outer, condition), source);
            }
            return new Joined(
                    kind == FromItem.Join.Kind.RIGHT
                            ? new Plan.Join(Plan.Join.Kind.LEFT, right.plan(), left.plan(), condition)
                            : new Plan.Join(kindOf(kind), left.plan(), right.plan(), condition),
                    source);
        }
    }

    /** A RIGHT join becomes a LEFT one with swapped sides, so the columns of its right side come first. */
    private Pair joined(FromItem.Join.Kind kind, Joined left, Beside beside, List<String> using) {
        Joined right = beside.joined();
        if (kind == FromItem.Join.Kind.RIGHT) {
            left.source().shift(right.source().width());
        } else {
            right.source().shift(left.source().width());
        }
        return new Pair(
                kind,
                left,
                right,
                beside.outer(),
                new JoinedTables(kind, left.source(), right.source(), using, queries.conversions()));
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
            BoundQuery rows =
                    queries.query(derived.query(), derived.isLateral() ? aroundLateral : around, commonTables);
            return named(rows, null, derived.alias(), derived.position());
        } else if (item instanceof FromItem.Function function) {
            return function(function);
        } else {
            return join((FromItem.Join) item);
        }
    }

    /** Its table has the function's name, unless it has its own. */
    private Joined function(FromItem.Function function) {
        Binder arguments = Clause.binder(queries, new Scope(null, aroundLateral), commonTables, Clause.Place.FUNCTION);
        BoundQuery rows = new FunctionBinder(arguments).bind(function);
        return named(rows, function.first().function(), function.alias(), function.position());
    }

    private Joined table(FromItem.Table written) {
        if (written.name().size() == 1) {
            CommonTables.CommonTable common = commonTables.find(written.name().get(0));
            if (common != null) {
                if (common.recursion() != null) {
                    common.recursion().use(written.position());
                }
                queries.partCounter().add(common.parts(), written.position());
                return named(common.in(around), written.name().get(0), written.alias(), written.position());
            }
        }
        List<String> parts = withoutDatabase(written.name());
        Table table = queries.tables()
                .named(parts)
                .orElseThrow(() -> new SqlException(
                        SqlState.UNDEFINED_TABLE,
                        written.position(),
                        "There is no table \"" + Spelling.shortened(written.written()) + "\". "
                                + Spelling.hint(
                                        queries.tables().unqualified(parts),
                                        queries.tables().names())));
        queries.partCounter().add(1 + table.columns().size(), written.position());
        FromItem.Alias alias = written.alias();
        Source source = NamedTable.of(
                table,
                alias == null ? null : alias.name(),
                renamed(table.columns(), alias, written.position()),
                queries.tables().otherSchema());
        return new Joined(new Plan.Scan(table), source);
    }

    /** Tools such as dbt write the database, too. */
    private static List<String> withoutDatabase(List<String> written) {
        boolean hasDatabase = written.size() > 2 && written.get(0).equals(Tables.DATABASE);
        return hasDatabase ? written.subList(1, written.size()) : written;
    }

    private static Joined named(BoundQuery rows, String ownName, FromItem.Alias alias, int position) {
        List<Column> columns = new ArrayList<>();
        for (Output output : rows.outputs()) {
            columns.add(Column.of(output.name(), output.type(), columns.size()));
        }
        Source source =
                new NamedTable(alias == null ? ownName : alias.name(), ownName, renamed(columns, alias, position));
        return new Joined(rows.plan(), source);
    }

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

    private Joined join(FromItem.Join join) {
        Joined left = bind(join.left());
        Beside beside = beside(left.source(), join.right(), join.kind());
        Joined right = beside.joined();
        FromItem.Join written =
                join.isNatural() ? join.by(UsingColumns.common(left.source(), right.source(), join.position())) : join;
        UsingColumns using = new UsingColumns(written, queries.conversions());
        using.requireColumns(left.source(), right.source());
        Pair pair = joined(written.kind(), left, beside, written.using());
        Bound condition = null;
        if (!written.using().isEmpty()) {
            condition = using.condition(left.source(), right.source());
        } else if (written.isNatural()) {
            condition = new Bound.Constant(true, SqlType.BOOLEAN, written.position());
        } else if (written.condition() != null) {
            Scope scope = new Scope(pair.source(), around);
            Binder binder = Clause.binder(queries, scope, commonTables, Clause.Place.ON);
            condition = binder.condition(written.condition(), "What follows ON");
        }
        return pair.on(condition);
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
