package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.ask.JobModel;
import dev.aimonflink.gateway.ask.NamedJob;
import dev.aimonflink.gateway.relation.ConnectionContext;
import dev.aimonflink.gateway.relation.RelationDialect;
import dev.aimonflink.gateway.relation.RelationStatement;
import dev.aimonflink.gateway.relation.RelationTables;
import dev.aimonflink.gateway.relation.Sides;
import dev.aimonflink.matrix.format.JsonText;
import dev.aimonflink.query.ask.tables.VisibleTables;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.explain.ExplainedNode;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.plan.QueryBinder;
import dev.aimonflink.sql.text.QueryExpression;
import dev.aimonflink.sql.text.Statement;
import dev.aimonflink.sql.text.StatementParser;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Understands a connection's statements, and decides who answers: the connection itself for settings, transactions or cursors; a job for
 * queries over only its tables; else the gateway.
 */
final class StatementPlanner {
    private static final Logger LOG = LoggerFactory.getLogger(StatementPlanner.class);

    /** Missing things, which a tool may need, are logged once each, up to this many. */
    private static final int MAX_UNKNOWN = 100;

    private static final Set<String> UNKNOWN = ConcurrentHashMap.newKeySet();

    private static final Set<String> MAY_END = Set.of("commit", "end", "rollback", "abort");

    private static final Pattern OF_USERS = Pattern.compile(
            "\\s*(?:(?:create|alter|drop)\\s+(?:user|role|group)|grant|revoke)\\b.*",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private final JobConnection job;
    private final MatrixStatements matrix;
    private final ConnectionContext environment;
    private final Commands commands;
    private final Runner runner;
    private final Set<String> hidden;

    interface Runner {
        ResultRows ask(MatrixStatement statement, List<Object> values);

        ResultRows evaluate(RelationStatement statement, List<Object> values);

        /** A statement is not run, because it cannot be planned. */
        void refused(String text, SqlState state);
    }

    /** @param hidden columns that do not exist for the user */
    StatementPlanner(
            JobConnection job,
            MatrixStatements matrix,
            ConnectionContext environment,
            Commands commands,
            Runner runner,
            Set<String> hidden) {
        this.job = job;
        this.matrix = matrix;
        this.environment = environment;
        this.commands = commands;
        this.runner = runner;
        this.hidden = hidden;
    }

    /**
     * @param given the client's types of its parameters; {@link PgType#UNKNOWN} for none
     * @return null if the text has no statement
     */
    Planned plan(String text, List<PgType> given) {
        try {
            return planned(text, given);
        } catch (Failure refused) {
            runner.refused(text, refused.state());
            throw refused;
        }
    }

    private Planned planned(String text, List<PgType> given) {
        try {
            MatrixStatement known = matrix.known(key(text, given), job.known());
            return known == null ? planNew(text, given) : new OfMatrix(known, runner);
        } catch (SqlException failure) {
            if (failure.state() == SqlState.UNDEFINED_TABLE
                    && UNKNOWN.size() < MAX_UNKNOWN
                    && UNKNOWN.add(failure.getMessage())) {
                LOG.info("A client asks for what is not there: {}", failure.getMessage());
            }
            throw Failure.of(failure);
        }
    }

    /** The plan of a query inside another statement, whose errors have positions in that one. */
    Planned planInner(StatementWords.Inner text, List<PgType> given) {
        try {
            Planned planned = planned(text.text(), given);
            if (planned == null) {
                throw Failure.of(SqlState.SYNTAX_ERROR, "A query is missing.");
            }
            return planned;
        } catch (Failure failure) {
            throw failure.behind(text.position());
        }
    }

    /** The plan of a statement in a failed transaction, which has to end it. */
    Planned planEnding(String text) {
        try {
            List<Statement> statements = StatementParser.parse(text, 1);
            if (statements.isEmpty()) {
                return null;
            }
            if (statements.get(0) instanceof Statement.Session session && MAY_END.contains(session.command())) {
                Planned planned = commands.plan(session, text, List.of());
                if (planned.endsTransaction()) {
                    return planned;
                }
            }
            throw Transaction.failed();
        } catch (SqlException failure) {
            throw Failure.of(failure);
        }
    }

    private Planned planNew(String text, List<PgType> given) {
        List<Statement> statements;
        try {
            statements = StatementParser.parse(text, 1);
        } catch (SqlException wrong) {
            throw OF_USERS.matcher(text).matches()
                    ? new SqlException(
                            wrong.state(),
                            wrong.position(),
                            "Users of the gateway and what is hidden from them are set by \"aim gateway user add\".")
                    : wrong;
        }
        if (statements.isEmpty()) {
            return null;
        }
        Statement statement = statements.get(0);
        if (statement instanceof Statement.Session session) {
            return commands.plan(session, text, given);
        }
        return statement instanceof Statement.Explain explain
                ? query(explain.query(), explain, text, given)
                : query(((Statement.Ask) statement).query(), statement, text, given);
    }

    private MatrixStatements.Key key(String text, List<PgType> given) {
        return new MatrixStatements.Key(text, List.copyOf(given), hidden, job.path());
    }

    private Planned query(QueryExpression query, Statement whole, String text, List<PgType> given) {
        RelationTables tables = tables(job::model);
        try {
            return planned(query, whole, text, given, tables, job::model);
        } catch (SqlException failure) {
            Map<NamedJob, JobModel> latest = new HashMap<>();
            boolean isChanged = false;
            for (String schema : tables.jobsAlone()) {
                NamedJob asked = job.in(schema);
                JobModel known = job.model(asked);
                latest.put(asked, job.latestModel(asked));
                isChanged |= !latest.get(asked).is(known);
            }
            // A job may have got a table or a column meanwhile.
            if (!isChanged) {
                throw failure;
            }
            Function<NamedJob, JobModel> models = each -> latest.computeIfAbsent(each, job::model);
            return planned(query, whole, text, given, tables(models), models);
        }
    }

    private RelationTables tables(Function<NamedJob, JobModel> models) {
        return new RelationTables(
                environment.relations(),
                job.jobs().stream()
                        .map(each -> new RelationTables.OfJob(
                                each.schema(),
                                () -> VisibleTables.of(models.apply(each).tables(), hidden),
                                table -> models.apply(each).tables().ownNames().contains(table)))
                        .toList(),
                job.path());
    }

    private Planned planned(
            QueryExpression query,
            Statement whole,
            String text,
            List<PgType> given,
            RelationTables tables,
            Function<NamedJob, JobModel> models) {
        Set<String> asked = new HashSet<>();
        PlannedQuery planned = bound(query, tables, given, asked);
        Sides sides = Sides.of(planned, tables::jobOf, asked);
        if (sides.isOfOneJobAlone() || (whole instanceof Statement.Explain && sides.isOfNobody())) {
            NamedJob of = sides.isOfNobody()
                    ? job.first()
                    : job.in(sides.jobs().values().iterator().next());
            MatrixStatement statement = MatrixStatement.of(planned, whole, text, given, of, models.apply(of), hidden);
            return new OfMatrix(matrix.keep(key(text, given), statement, job.jobs()), runner);
        }
        PlannedQuery typed =
                RelationStatement.isToldByText(planned, given) ? planned : bound(query, tables, given, true, asked);
        RelationStatement statement = new RelationStatement(typed, environment, sides.jobs()::get, given);
        return whole instanceof Statement.Explain explain
                ? explained(statement, explain)
                : new OfGateway(statement, statement.columns(), values -> runner.evaluate(statement, values));
    }

    private PlannedQuery bound(
            QueryExpression query, RelationTables tables, List<PgType> given, boolean areTyped, Set<String> asked) {
        return QueryBinder.bind(query, tables, new RelationDialect(environment, given, areTyped, asked));
    }

    /** Parameters take the types of what they meet, as in the job; if that fails, the client's types may help. */
    private PlannedQuery bound(QueryExpression query, RelationTables tables, List<PgType> given, Set<String> asked) {
        try {
            return bound(query, tables, given, false, asked);
        } catch (SqlException failure) {
            if (given.stream().allMatch(PgType.UNKNOWN::equals)) {
                throw failure;
            }
            PlannedQuery typed = bound(query, tables, given, true, asked);
            if (Sides.of(typed, tables::jobOf, asked).isOfOneJobAlone()) {
                throw failure;
            }
            return typed;
        }
    }

    /** A statement that the job answers. */
    record OfMatrix(MatrixStatement statement, Runner runner) implements Planned {
        @Override
        public List<PgType> parameters() {
            return statement.parameters();
        }

        @Override
        public List<PgColumn> columns() {
            return statement.columns();
        }

        @Override
        public ResultRows run(List<Object> values) {
            return runner.ask(statement, values);
        }
    }

    /** @param answer for values of its parameters */
    private record OfGateway(
            RelationStatement statement, List<PgColumn> columns, Function<List<Object>, ResultRows> answer)
            implements Planned {
        @Override
        public List<PgType> parameters() {
            return statement.parameters();
        }

        @Override
        public ResultRows run(List<Object> values) {
            return answer.apply(values);
        }
    }

    /** How the gateway answers a statement. */
    private static Planned explained(RelationStatement statement, Statement.Explain explain) {
        if (explain.isAnalyzed()) {
            throw new SqlException(
                    SqlState.NOT_SUPPORTED,
                    explain.position(),
                    "The gateway runs a part of this itself and measures nothing. Ask without ANALYZE.");
        }
        return new OfGateway(statement, MatrixStatement.EXPLAINED, values -> {
            ExplainedNode steps = statement.steps(values);
            List<String> lines = explain.format() == Statement.Explain.Format.TEXT
                    ? steps.lines()
                    : List.of(JsonText.of(Map.of("plan", steps.toMap())));
            return new ResultRows(
                    "EXPLAIN",
                    MatrixStatement.EXPLAINED,
                    lines.stream().map(line -> new Object[] {line}).toList());
        });
    }
}
