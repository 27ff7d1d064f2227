package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Binder;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.Conversions;
import dev.aimonflink.sql.bind.Dialect;
import dev.aimonflink.sql.bind.Parameters;
import dev.aimonflink.sql.bind.PartCounter;
import dev.aimonflink.sql.text.QueryBody;
import dev.aimonflink.sql.text.QueryExpression;
import dev.aimonflink.sql.text.SortKey;
import dev.aimonflink.sql.text.Spelling;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/** Resolves the names and types of a query as PostgreSQL does, and turns it into a plan. */
public final class QueryBinder {
    /**
     * The most steps that follow each other, because whatever walks a plan has each step on its stack. The parser bounds nesting in a text,
     * but queries of WITH that name each other nest as well.
     */
    static final int MAX_HEIGHT = 300;

    private final Tables tables;
    private final Parameters parameters;
    private final Conversions conversions;
    private final PartCounter partCounter = new PartCounter();

    /** For the plans of whole queries only. */
    private final IdentityHashMap<Plan, Integer> heights = new IdentityHashMap<>();

    private final QueriesInExpressions inExpressions = new QueriesInExpressions(this);

    /** The correlations of the inner queries so far. */
    private final List<Correlation> correlations = new ArrayList<>();

    /** Whether a row-returning function has occurred among values. */
    private boolean hasRows;

    /** How many WITH RECURSIVE there are so far. */
    private int recursions;

    private QueryBinder(Tables tables, Dialect dialect) {
        this.tables = tables;
        this.parameters = new Parameters(dialect);
        this.conversions = new Conversions(parameters, dialect);
    }

    public static PlannedQuery bind(QueryExpression query, Tables tables) {
        return bind(query, tables, Dialect.PLAIN);
    }

    public static PlannedQuery bind(QueryExpression query, Tables tables, Dialect dialect) {
        return new QueryBinder(tables, dialect).bind(query);
    }

    private PlannedQuery bind(QueryExpression query) {
        BoundQuery rows = query(query, null, new CommonTables(null));
        PlannedQuery planned = new PlannedQuery(rows.plan(), inExpressions.initials(), parameters.types());
        PlannedQuery typed = parameters.types().isEmpty() ? planned : withTypes(planned);
        boolean isCorrelated = correlations.stream().anyMatch(Correlation::isUsed);
        return UnusedQueries.without(isCorrelated ? QueriesByKey.in(typed) : typed);
    }

    /** A parameter may meet its type after its use. */
    private PlannedQuery withTypes(PlannedQuery query) {
        return Expressions.changed(
                query,
                node -> node instanceof Bound.Parameter parameter
                                && parameter.type().is(SqlType.Kind.UNKNOWN)
                        ? new Bound.Parameter(
                                parameter.number(),
                                parameters.types().get(parameter.number() - 1),
                                parameter.position())
                        : node);
    }

    Tables tables() {
        return tables;
    }

    Parameters parameters() {
        return parameters;
    }

    Conversions conversions() {
        return conversions;
    }

    PartCounter partCounter() {
        return partCounter;
    }

    QueriesInExpressions inExpressions() {
        return inExpressions;
    }

    void noteRows() {
        hasRows = true;
    }

    boolean hasRows() {
        return hasRows;
    }

    Correlation newCorrelation() {
        Correlation correlation = new Correlation();
        correlations.add(correlation);
        return correlation;
    }

    BoundQuery query(QueryExpression query, Scope around, CommonTables commonTables) {
        return query(query, around, commonTables, false);
    }

    private BoundQuery query(QueryExpression query, Scope around, CommonTables outer, boolean keepsUnknown) {
        CommonTables commonTables = query.with().isEmpty() ? outer : commonTables(query, around, outer);
        boolean isWhole = query.order().isEmpty() && query.limit() == null && query.offset() == null;
        boolean isSelect = query.body() instanceof QueryBody.Select;
        BoundQuery rows = isSelect
                ? new SelectBinder(this, around, commonTables)
                        .bind((QueryBody.Select) query.body(), query.order(), keepsUnknown && isWhole)
                : body(query.body(), around, commonTables, keepsUnknown && isWhole);
        if (!isSelect && !query.order().isEmpty()) {
            rows = ordered(rows, query.order(), around, commonTables);
        }
        if (query.limit() != null || query.offset() != null) {
            Binder numbers = Clause.binder(this, new Scope(null, around), commonTables, Clause.Place.LIMIT);
            rows = rows.of(LimitBinder.bind(rows.plan(), query.limit(), query.offset(), numbers));
        }
        requireHeight(rows.plan(), query.position());
        return rows;
    }

    private CommonTables commonTables(QueryExpression query, Scope around, CommonTables outer) {
        CommonTables all = new CommonTables(outer);
        for (QueryExpression.CommonTable written : query.with()) {
            int before = partCounter.parts();
            BoundQuery rows = written.isRecursive()
                    ? recursive(written, around, all)
                    : renamed(query(written.query(), around, all), written);
            int parts = partCounter.parts() - before;
            partCounter.setParts(before);
            if (!all.add(written.name(), new CommonTables.CommonTable(rows, parts, around, null))) {
                throw new SqlException(
                        SqlState.DUPLICATE_ALIAS,
                        written.position(),
                        "WITH has two queries \"" + Spelling.shortened(written.name()) + "\". Give one another name.");
            }
        }
        return all;
    }

    /** A query that may name itself behind UNION, where it stands for the rows found last. */
    private BoundQuery recursive(QueryExpression.CommonTable written, Scope around, CommonTables others) {
        Recursion recursion = new Recursion(written.name(), recursions++);
        BoundQuery nothing = new BoundQuery(new Plan.Values(List.of(), List.of()), List.of());
        CommonTables inFirst = new CommonTables(others);
        inFirst.add(written.name(), new CommonTables.CommonTable(nothing, 0, around, recursion));
        QueryBody.SetOperation both = written.query().unionOrNull();
        if (both == null) {
            return renamed(query(written.query(), around, inFirst), written);
        }
        BoundQuery left = body(both.left(), around, inFirst, false);
        BoundQuery first = renamed(left, written);
        recursion.begin(first);
        Plan last = new Plan.Working(recursion.number(), first.outputs());
        CommonTables inNext = new CommonTables(others);
        inNext.add(
                written.name(),
                new CommonTables.CommonTable(new BoundQuery(last, first.outputs()), 1, around, recursion));
        BoundQuery right = body(both.right(), around, inNext, true);
        if (!recursion.isUsed()) {
            return renamed(new SetOperationBinder(conversions).bind(both, left, right), written);
        }
        BoundQuery rows = recursion.of(texts(right, both.position()), both.isAll(), both.position());
        requireHeight(rows.plan(), written.position());
        return rows;
    }

    /** Strings that met no other type are texts. */
    private BoundQuery texts(BoundQuery rows, int position) {
        List<SqlType> types = rows.outputs().stream()
                .map(each -> each.type().is(SqlType.Kind.UNKNOWN) ? SqlType.TEXT : each.type())
                .toList();
        return new SetOperationBinder(conversions).converted(rows, types, position);
    }

    private static BoundQuery renamed(BoundQuery rows, QueryExpression.CommonTable written) {
        List<String> names = written.columns();
        if (names.isEmpty()) {
            return rows;
        }
        if (names.size() > rows.outputs().size()) {
            throw new SqlException(
                    SqlState.INVALID_COLUMN_REFERENCE,
                    written.position(),
                    "The query \"" + Spelling.shortened(written.name()) + "\" has columns="
                            + rows.outputs().size() + ", but there are names=" + names.size()
                            + ". List no more names than columns.");
        }
        List<Output> outputs = new ArrayList<>(rows.outputs());
        for (int i = 0; i < names.size(); i++) {
            outputs.set(i, new Output(names.get(i), outputs.get(i).type()));
        }
        return new BoundQuery(rows.plan(), List.copyOf(outputs));
    }

    private BoundQuery body(QueryBody body, Scope around, CommonTables commonTables, boolean keepsUnknown) {
        if (body instanceof QueryBody.Select select) {
            return new SelectBinder(this, around, commonTables).bind(select, List.of(), keepsUnknown);
        } else if (body instanceof QueryBody.Values values) {
            return values(values, around, commonTables);
        } else if (body instanceof QueryBody.SetOperation both) {
            BoundQuery left = body(both.left(), around, commonTables, true);
            BoundQuery right = body(both.right(), around, commonTables, true);
            return new SetOperationBinder(conversions).bind(both, left, right);
        } else {
            return query((QueryExpression) body, around, commonTables, keepsUnknown);
        }
    }

    private BoundQuery values(QueryBody.Values written, Scope around, CommonTables commonTables) {
        Binder binder = Clause.binder(this, new Scope(null, around), commonTables, Clause.Place.VALUES);
        int width = written.rows().get(0).size();
        List<List<Bound>> columns = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            columns.add(new ArrayList<>());
        }
        for (var row : written.rows()) {
            if (row.size() != width) {
                throw new SqlException(
                        SqlState.SYNTAX_ERROR,
                        row.get(0).position(),
                        "The rows of VALUES differ in length: " + width + " and " + row.size()
                                + ". Write as many in each.");
            }
            for (int i = 0; i < width; i++) {
                columns.get(i).add(binder.bind(row.get(i)));
            }
        }
        List<Output> outputs = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            List<Bound> alike = conversions.alike(columns.get(i), "VALUES", written.position());
            columns.set(i, alike);
            outputs.add(new Output(
                    OutputNames.ofValue(i), alike.size() == 1 ? alike.get(0).type() : Conversions.typeOf(alike)));
        }
        List<List<Bound>> rows = new ArrayList<>();
        for (int i = 0; i < written.rows().size(); i++) {
            List<Bound> row = new ArrayList<>();
            for (List<Bound> column : columns) {
                row.add(column.get(i));
            }
            rows.add(List.copyOf(row));
        }
        return new BoundQuery(new Plan.Values(List.copyOf(rows), List.copyOf(outputs)), List.copyOf(outputs));
    }

    /** Rows of set operations can be sorted only by their columns. */
    private BoundQuery ordered(BoundQuery rows, List<SortKey> order, Scope around, CommonTables commonTables) {
        List<Column> columns = new ArrayList<>();
        for (Output output : rows.outputs()) {
            columns.add(Column.of(output.name(), output.type(), columns.size()));
        }
        Scope scope = new Scope(new NamedTable(null, null, columns), around);
        Binder binder = Clause.binder(this, scope, commonTables, Clause.Place.VALUES);
        List<SortTerm> terms = new ArrayList<>();
        for (SortKey key : order) {
            int ordinal = Ordering.ordinal(key.value(), columns.size(), "ORDER BY");
            Bound value = ordinal < 0
                    ? binder.bind(key.value())
                    : new Bound.Field(columns.get(ordinal), key.value().position());
            terms.add(new SortTerm(value, key.isDescending(), key.nullsFirst()));
        }
        return rows.of(new Plan.Sort(rows.plan(), List.copyOf(terms)));
    }

    private void requireHeight(Plan plan, int position) {
        int height = height(plan);
        if (height > MAX_HEIGHT) {
            throw new SqlException(
                    SqlState.TOO_COMPLEX,
                    position,
                    "The query has more than " + MAX_HEIGHT
                            + " steps that follow each other. Nest fewer queries, or use fewer joins in each.");
        }
        heights.put(plan, height);
    }

    private int height(Plan plan) {
        Integer height = heights.get(plan);
        if (height != null) {
            return height;
        }
        int highest = 0;
        for (Plan input : Expressions.inputs(plan)) {
            highest = Math.max(highest, height(input));
        }
        for (Bound.Subquery subquery : Expressions.subqueriesOf(plan)) {
            highest = Math.max(highest, height(PlannedQuery.Initial.in(subquery).plan()));
        }
        return 1 + highest;
    }
}
