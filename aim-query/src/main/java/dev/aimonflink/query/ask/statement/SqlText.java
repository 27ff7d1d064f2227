package dev.aimonflink.query.ask.statement;

import dev.aimonflink.query.ask.answer.ExportQuery;
import dev.aimonflink.query.ask.answer.SqlBatch;
import dev.aimonflink.query.ask.answer.SqlQuery;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.cut.SentValues;
import dev.aimonflink.query.ask.cut.SqlFailures;
import dev.aimonflink.query.ask.explain.Explanation;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.ask.tables.TablesInSchema;
import dev.aimonflink.query.ask.tables.VisibleTables;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.GivenParameters;
import dev.aimonflink.query.serve.request.Parameter;
import dev.aimonflink.query.serve.request.Planning;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Casts;
import dev.aimonflink.sql.bind.Dialect;
import dev.aimonflink.sql.canonical.Canonical;
import dev.aimonflink.sql.plan.Expressions;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.plan.QueryBinder;
import dev.aimonflink.sql.plan.Tables;
import dev.aimonflink.sql.rows.StopCheck;
import dev.aimonflink.sql.simplify.Simplified;
import dev.aimonflink.sql.text.Statement;
import dev.aimonflink.sql.text.StatementParser;
import dev.aimonflink.sql.type.TimeZones;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Makes queries from the texts of statements, over the tables of one model. */
public final class SqlText implements Catalogue.TextPlanner {
    /** The request parameter for the comma-separated columns that the asker must not see. */
    public static final String HIDDEN = "hidden";

    /** The request parameter for a schema by which the asker knows the tables, besides {@link Tables#SCHEMA}. */
    public static final String SCHEMA = "schema";

    private static final String TEXT = "text";

    private final MatrixTables tables;
    private final AnswerLimits limits;
    private final PlanCache cache = new PlanCache();

    public SqlText(MatrixTables tables, AnswerLimits limits) {
        this.tables = tables;
        this.limits = limits;
    }

    public Catalogue.Entry entry() {
        return new Catalogue.Entry("sql", "any SELECT over the matrix and its tables", parameters(), null, this);
    }

    private List<Parameter> parameters() {
        return List.of(
                Parameter.text(TEXT),
                Parameter.values(),
                Parameter.number(Parameter.MAX_ROWS, limits.rows()),
                Parameter.optionalText(StatementClock.NOW),
                Parameter.optionalText(StatementClock.TODAY),
                Parameter.optionalText(StatementClock.ZONE),
                Parameter.optionalText(HIDDEN),
                Parameter.optionalText(SCHEMA));
    }

    /** Copies the rows of a SELECT, however many there are, for a client that fetches them piece by piece. */
    public Catalogue.Entry ofExports() {
        List<Parameter> more = new ArrayList<>(parameters());
        more.add(Parameter.text(ExportQuery.NAME));
        return new Catalogue.Entry(
                ExportQuery.ID,
                "copies the rows of a SELECT",
                more,
                null,
                (arguments, planning) -> ExportQuery.of(arguments.name(ExportQuery.NAME), plan(arguments, planning)));
    }

    @Override
    public Query plan(GivenParameters arguments, Planning planning) {
        String text = arguments.name(TEXT);
        return query(text, Values.of(text, arguments), limitsOf(arguments), planning, UnaryOperator.identity());
    }

    @Override
    public Query planned(GivenParameters arguments) {
        String text = arguments.name(TEXT);
        return cache.known(text, Values.of(text, arguments).all(), limitsOf(arguments));
    }

    /**
     * What the parameters of a text stand for.
     *
     * @param clock null if the text needs none or the request gives none; it may have only a zone
     * @param hidden columns that do not exist for it, separated by commas
     * @param schema another schema of the tables; empty for none
     */
    private record Values(List<Object> numbered, PlannedQuery.Clock clock, String hidden, String schema) {
        static Values of(List<Object> numbered, PlannedQuery.Clock clock) {
            return new Values(numbered, clock, "", "");
        }

        static Values of(String text, GivenParameters arguments) {
            return new Values(
                    arguments.numbered(),
                    StatementClock.of(text, arguments),
                    arguments.name(HIDDEN),
                    arguments.name(SCHEMA));
        }

        /** What distinguishes the queries of one text. */
        List<Object> all() {
            if (clock == null && areNamesPlain()) {
                return numbered;
            }
            List<Object> all = new ArrayList<>(numbered);
            all.add(clock);
            all.add(hidden);
            all.add(schema);
            return all;
        }

        String planKey(String text) {
            return areNamesPlain() && !isZoned()
                    ? text
                    : text + '\u0000' + hidden + '\u0000' + schema + '\u0000' + isZoned();
        }

        private boolean areNamesPlain() {
            return hidden.isEmpty() && schema.isEmpty();
        }

        private boolean isZoned() {
            return clock != null && !TimeZones.isUtc(clock.zone());
        }

        Dialect dialect() {
            return isZoned() ? Dialect.ZONED : Dialect.PLAIN;
        }

        Tables of(MatrixTables tables) {
            Tables visible = hidden.isEmpty() ? tables : VisibleTables.of(tables, Set.of(hidden.split(",")));
            return schema.isEmpty() ? visible : new TablesInSchema(visible, schema);
        }
    }

    /** The asker does not see the text, so its errors have no position. */
    public Catalogue.TextPlanner named(String text, List<Parameter> parameters) {
        return new NamedText(text, parameters);
    }

    private final class NamedText implements Catalogue.TextPlanner {
        private final String text;
        private final List<Parameter> parameters;

        NamedText(String text, List<Parameter> parameters) {
            this.text = text;
            this.parameters = parameters;
        }

        @Override
        public Query plan(GivenParameters arguments, Planning planning) {
            try {
                return query(text, Values.of(values(arguments), null), limits, planning, Canonical::of);
            } catch (QueryFailure failure) {
                throw new QueryFailure(failure.error().at(QueryError.InSql.NOWHERE));
            }
        }

        @Override
        public Query planned(GivenParameters arguments) {
            return cache.known(text, values(arguments), limits);
        }

        private List<Object> values(GivenParameters arguments) {
            return parameters.stream().map(each -> arguments.value(each.name())).toList();
        }
    }

    /** A request may want fewer rows than there may be. */
    private AnswerLimits limitsOf(GivenParameters arguments) {
        return limits.withRows(arguments.number(Parameter.MAX_ROWS));
    }

    public Query query(String text, List<Object> values) {
        return query(text, values, null);
    }

    /** @param clock the asker's; null if the text needs none */
    public Query query(String text, List<Object> values, PlannedQuery.Clock clock) {
        return query(text, Values.of(values, clock), limits, Planning.ALONE, UnaryOperator.identity());
    }

    private Query query(
            String text, Values values, AnswerLimits ofRequest, Planning planning, UnaryOperator<PlannedQuery> form) {
        return cache.query(text, values.all(), ofRequest, () -> {
            try {
                return newQuery(text, values, ofRequest, planning, form);
            } catch (SqlException failure) {
                throw SqlFailures.of(failure);
            }
        });
    }

    private Query newQuery(
            String text, Values values, AnswerLimits ofRequest, Planning planning, UnaryOperator<PlannedQuery> form) {
        PlannedStatement statement =
                cache.plan(values.planKey(text), () -> bound(text, values.of(tables), values.dialect()));
        requireClock(statement, values.clock());
        planning.step();
        List<List<Object>> given = ofStatements(values.numbered(), statement.queries());
        List<PlannedQuery> planned = new ArrayList<>();
        for (int i = 0; i < given.size(); i++) {
            PlannedQuery each = statement.queries().get(i).withValues(given.get(i), values.clock());
            planned.add(form.apply(Simplified.of(Expressions.changed(each, Casts::finite))));
        }
        planning.step();
        StopCheck check = planning.check() == null ? ofRequest.mergeCheck() : planning.check()::run;
        List<Partial> tableValues = SentValues.ofStatements(planning.tableValues(), planned.size());
        if (planned.size() > 1) {
            AnswerLimits ofEach = ofRequest.ofEach(planned.size());
            List<SqlQuery> queries = new ArrayList<>();
            for (int i = 0; i < planned.size(); i++) {
                queries.add(SqlQuery.scanOf(planned.get(i), tables, ofEach, tableValues.get(i), check));
            }
            return new SqlBatch(queries, ofRequest);
        }
        Query query = SqlQuery.of(planned.get(0), tables, ofRequest, tableValues.get(0), check);
        return statement.explain() == null ? query : Explanation.of(query, statement.explain());
    }

    /** The values of each statement: a batch gets them one statement after the other, and $1 is the first of each. */
    private static List<List<Object>> ofStatements(List<Object> values, List<PlannedQuery> statements) {
        if (statements.size() == 1) {
            return List.of(values);
        }
        int needed =
                statements.stream().mapToInt(each -> each.parameters().size()).sum();
        if (needed != values.size()) {
            throw new SqlException(
                    SqlState.UNDEFINED_PARAMETER,
                    SqlException.NOWHERE,
                    "The statements have parameters=" + needed + " together, but there are values=" + values.size()
                            + ". Give those of the first statement, then those of the next.");
        }
        List<List<Object>> given = new ArrayList<>();
        int from = 0;
        for (PlannedQuery each : statements) {
            int to = from + each.parameters().size();
            given.add(values.subList(from, to));
            from = to;
        }
        return given;
    }

    private static PlannedStatement bound(String text, Tables tables, Dialect dialect) {
        List<Statement> statements = StatementParser.parse(text, SqlBatch.MAX_STATEMENTS);
        if (statements.size() == 1 && statements.get(0) instanceof Statement.Explain explain) {
            return new PlannedStatement(List.of(QueryBinder.bind(explain.query(), tables, dialect)), explain);
        }
        List<PlannedQuery> queries = new ArrayList<>();
        for (Statement statement : statements) {
            if (!(statement instanceof Statement.Ask ask)) {
                throw new SqlException(
                        SqlState.NOT_SUPPORTED,
                        statement.position(),
                        statement instanceof Statement.Explain
                                ? "EXPLAIN stands among other statements. Send it by itself."
                                : "The text has a statement that is no query. Write SELECT: there are no transactions and"
                                        + " settings here. information_schema.tables has the tables.");
            }
            queries.add(QueryBinder.bind(ask.query(), tables, dialect));
        }
        if (queries.isEmpty()) {
            throw new SqlException(SqlState.SYNTAX_ERROR, 0, "There is no statement. Write a SELECT.");
        }
        return new PlannedStatement(List.copyOf(queries), null);
    }

    private static void requireClock(PlannedStatement statement, PlannedQuery.Clock clock) {
        if (clock != null && !clock.isWithoutTime()) {
            return;
        }
        for (PlannedQuery query : statement.queries()) {
            int position = query.positionOfClock();
            if (position != SqlException.NOWHERE) {
                throw new SqlException(
                        SqlState.NOT_SUPPORTED,
                        position,
                        "The matrix has no clock of its own for now() and current_date, and the request gives no time."
                                + " Ask with the parameters now and today.");
            }
        }
    }
}
