package dev.aimonflink.core.sql;

import dev.aimonflink.core.query.Catalogue;
import dev.aimonflink.core.query.Parameter;
import dev.aimonflink.core.query.Query;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.plan.QueryBinder;
import dev.aimonflink.sql.rows.StopCheck;
import dev.aimonflink.sql.simplify.Simplified;
import dev.aimonflink.sql.text.Statement;
import dev.aimonflink.sql.text.StatementParser;
import java.util.ArrayList;
import java.util.List;

/** Makes queries of the texts of statements, over the tables of one model. */
public final class SqlText {
    private static final String TEXT = "text";

    private final MatrixTables tables;
    private final AnswerLimits limits;
    private final PlanCache cache = new PlanCache();

    public SqlText(MatrixTables tables, AnswerLimits limits) {
        this.tables = tables;
        this.limits = limits;
    }

    /** The entry of the catalogue. */
    public Catalogue.Entry entry() {
        return new Catalogue.Entry(
                "sql",
                "any SELECT over the matrix and its tables",
                List.of(Parameter.text(TEXT), Parameter.values(), Parameter.number(Parameter.MAX_ROWS, limits.rows())),
                arguments -> query(arguments.name(TEXT), arguments.numbered(), arguments.number(Parameter.MAX_ROWS)));
    }

    /**
     * The query of a text.
     *
     * @param values of its parameters, in their order
     * @throws dev.aimonflink.core.matrix.QueryFailure that says what is wrong with the text
     */
    public Query query(String text, List<Object> values) {
        return query(text, values, limits.rows());
    }

    /** @param maxRows the most rows of the answer, at most as many as there may be anyway */
    private Query query(String text, List<Object> values, long maxRows) {
        AnswerLimits ofRequest = limits.withRows(maxRows);
        return cache.query(text, values, ofRequest, () -> planned(text, values, ofRequest));
    }

    private Query planned(String text, List<Object> values, AnswerLimits ofRequest) {
        PlannedStatement statement;
        List<PlannedQuery> planned;
        try {
            statement = cache.plan(text, () -> bound(text));
            requireNoValues(statement, values);
            planned = statement.queries().stream()
                    .map(each -> Simplified.of(each.withValues(values)))
                    .toList();
        } catch (SqlException failure) {
            throw SqlFailures.of(failure);
        }
        if (planned.size() > 1) {
            AnswerLimits ofEach = ofRequest.ofEach(planned.size());
            StopCheck ofAll = ofRequest.mergeCheck();
            return new SqlBatch(
                    planned.stream()
                            .map(each -> SqlQuery.scanOf(each, tables, ofEach, ofAll))
                            .toList(),
                    ofRequest);
        }
        Query query = SqlQuery.of(planned.get(0), tables, ofRequest);
        return statement.explain() == null ? query : Explanation.of(query, statement.explain());
    }

    private static void requireNoValues(PlannedStatement statement, List<Object> values) {
        if (statement.queries().size() > 1 && !values.isEmpty()) {
            throw new SqlException(
                    SqlState.SYNTAX_ERROR,
                    SqlException.NOWHERE,
                    "Several statements take no values. Write them into the text, or send each statement by itself.");
        }
    }

    private PlannedStatement bound(String text) {
        List<Statement> statements = StatementParser.parse(text, SqlBatch.MAX_STATEMENTS);
        if (statements.size() == 1 && statements.get(0) instanceof Statement.Explain explain) {
            return new PlannedStatement(List.of(bound(explain.query())), explain);
        }
        List<PlannedQuery> queries = new ArrayList<>();
        for (Statement statement : statements) {
            if (!(statement instanceof Statement.Ask ask)) {
                throw new SqlException(
                        SqlState.NOT_SUPPORTED,
                        statement.position(),
                        statement instanceof Statement.Explain
                                ? "EXPLAIN stands among other statements. Send it by itself."
                                : "The text has a statement that is no query. Write SELECT: there are no transactions"
                                        + " and settings here.");
            }
            queries.add(bound(ask.query()));
        }
        if (queries.isEmpty()) {
            throw new SqlException(SqlState.SYNTAX_ERROR, 0, "There is no statement. Write a SELECT.");
        }
        return new PlannedStatement(List.copyOf(queries), null);
    }

    private PlannedQuery bound(dev.aimonflink.sql.text.Query query) {
        PlannedQuery planned = QueryBinder.bind(query, tables);
        int position = planned.positionOfNow();
        if (position != SqlException.NOWHERE) {
            throw new SqlException(
                    SqlState.NOT_SUPPORTED,
                    position,
                    "The matrix has no time of its own for now(). Give the time as a parameter.");
        }
        return planned;
    }
}
