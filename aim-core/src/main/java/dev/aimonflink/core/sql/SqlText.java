package dev.aimonflink.core.sql;

import dev.aimonflink.core.query.Catalogue;
import dev.aimonflink.core.query.Parameter;
import dev.aimonflink.core.query.Query;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.plan.QueryBinder;
import dev.aimonflink.sql.simplify.Simplified;
import dev.aimonflink.sql.text.Statement;
import dev.aimonflink.sql.text.StatementParser;
import java.time.Instant;
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
                List.of(Parameter.text(TEXT), Parameter.values()),
                arguments -> query(arguments.name(TEXT), arguments.numbered()));
    }

    /**
     * The query of a text.
     *
     * @param values of its parameters, in their order
     * @throws dev.aimonflink.core.matrix.QueryFailure that says what is wrong with the text
     */
    public Query query(String text, List<Object> values) {
        return cache.query(text, values, () -> planned(text, values));
    }

    private Query planned(String text, List<Object> values) {
        PlannedStatement statement;
        PlannedQuery planned;
        try {
            statement = cache.plan(text, () -> bound(text));
            planned = Simplified.of(statement.query().withValues(values));
        } catch (SqlException failure) {
            throw SqlFailures.of(failure);
        }
        Query query = SqlQuery.of(planned, tables, limits);
        return statement.explain() == null ? query : Explanation.of(query, statement.explain());
    }

    private PlannedStatement bound(String text) {
        List<Statement> statements = StatementParser.parse(text);
        if (statements.size() == 1 && statements.get(0) instanceof Statement.Ask ask) {
            return new PlannedStatement(bound(ask.query()), null);
        } else if (statements.size() == 1 && statements.get(0) instanceof Statement.Explain explain) {
            return new PlannedStatement(bound(explain.query()), explain);
        }
        throw new SqlException(
                SqlState.NOT_SUPPORTED, 0, "The text is not one query. Write a SELECT, and send others by themselves.");
    }

    private PlannedQuery bound(dev.aimonflink.sql.text.Query query) {
        PlannedQuery planned = QueryBinder.bind(query, tables);
        if (!planned.at(Instant.EPOCH).equals(planned)) {
            throw new SqlException(
                    SqlState.NOT_SUPPORTED,
                    0,
                    "The matrix has no time of its own for now(). Give the time as a parameter.");
        }
        return planned;
    }
}
