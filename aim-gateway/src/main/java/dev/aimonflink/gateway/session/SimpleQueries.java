package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.message.BackendWriter;
import dev.aimonflink.query.ask.answer.SqlBatch;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.StatementText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Answers a text of statements separated by semicolons.
 *
 * <pre>
 *   client                       gateway
 *   Query "SELECT 1; SHOW x"  ->
 *                             <- RowDescription, DataRow ..., CommandComplete      for each statement,
 *                                or CommandComplete alone, or CopyOut ... CopyDone
 *                             <- ErrorResponse                                     for the first that fails: the others do not run
 *                             <- ReadyForQuery
 * </pre>
 *
 * The text is one transaction unless it says otherwise. Consecutive statements for one job are asked together, so that all see the same
 * moment.
 */
final class SimpleQueries {
    private static final Pattern SHOW = Pattern.compile("\\s*show\\b", Pattern.CASE_INSENSITIVE);

    private final StatementPlanner planner;
    private final SessionState state;
    private final StatementExecutor execution;
    private final JobBatch together;
    private final RowSender rows;
    private final BackendWriter out;

    SimpleQueries(
            StatementPlanner planner,
            SessionState state,
            StatementExecutor execution,
            RowSender rows,
            BackendWriter out) {
        this.planner = planner;
        this.state = state;
        this.execution = execution;
        this.together = new JobBatch(state, execution);
        this.rows = rows;
        this.out = out;
    }

    void run(String text) throws IOException {
        // Like PostgreSQL, on which drivers rely.
        state.statements().close("");
        List<StatementText> statements = statements(text);
        if (statements.isEmpty()) {
            out.emptyQuery();
        }
        int next = 0;
        while (next < statements.size()) {
            execution.start();
            if (statements.size() > 1) {
                state.transaction().together();
            }
            next = timedFrom(next, statements);
            state.portals().close("");
        }
    }

    /** Planning is part of a statement: it shares its time, and is cancelled with it. */
    private int timedFrom(int first, List<StatementText> statements) throws IOException {
        state.job().begin();
        try {
            return runFrom(first, statements, false);
        } finally {
            state.job().end();
        }
    }

    private List<StatementText> statements(String text) {
        try {
            return StatementText.allOf(text);
        } catch (SqlException wrong) {
            execution.refused(text, wrong.state());
            throw Failure.of(wrong);
        }
    }

    /**
     * Runs a statement, and those asked with it; returns the index of the next one.
     *
     * @param isAgain whether the first was planned just before, with a model that the job no longer had
     */
    private int runFrom(int first, List<StatementText> statements, boolean isAgain) throws IOException {
        StatementText statement = statements.get(first);
        Planned planned = plan(statement);
        List<JobBatch.Asked> asked = new ArrayList<>();
        for (int i = first; i < statements.size() && asked.size() < SqlBatch.MAX_STATEMENTS; i++) {
            Planned each = i == first ? planned : planOrNull(statements.get(i));
            if (!(each instanceof StatementPlanner.OfMatrix ofMatrix)
                    || !each.parameters().isEmpty()
                    || !ofMatrix.statement().canBeInABatch()
                    || (!asked.isEmpty()
                            && !asked.get(0)
                                    .statement()
                                    .job()
                                    .equals(ofMatrix.statement().job()))) {
                break;
            }
            asked.add(new JobBatch.Asked(ofMatrix.statement(), statements.get(i).text(), List.of()));
        }
        if (asked.isEmpty()) {
            runOne(planned, statement);
            return first + 1;
        }
        JobBatch.Answers answers = together.answers(asked);
        for (ResultRows each : answers.rows()) {
            send(each);
        }
        int next = first + answers.rows().size();
        if (answers.failure() == null) {
            return next;
        }
        if (MatrixStatement.isOfAnotherModel(answers.failure()) && !isAgain) {
            return runFrom(next, statements, true);
        }
        throw answers.failure().behind(statements.get(next).position());
    }

    /** Errors in a later statement are reported when it is its turn. */
    private Planned planOrNull(StatementText statement) {
        try {
            return planner.plan(statement.text(), List.of());
        } catch (Failure | SqlException later) {
            return null;
        }
    }

    private Planned plan(StatementText statement) {
        try {
            Planned planned = state.transaction().hasFailed()
                    ? planner.planEnding(statement.text())
                    : planner.plan(statement.text(), List.of());
            if (!planned.parameters().isEmpty()) {
                throw Failure.of(SqlState.UNDEFINED_PARAMETER, "there is no parameter $1");
            }
            // It stays if the statement fails in a block.
            keepPortal(planned, statement.text());
            return planned;
        } catch (Failure failure) {
            if (SHOW.matcher(statement.text()).lookingAt()) {
                // PostgreSQL looks for the setting when it has the portal.
                keepPortal(SessionCommand.of("SHOW", () -> {}), statement.text());
            }
            throw failure.behind(statement.position());
        }
    }

    private void keepPortal(Planned planned, String text) {
        state.portals().close("");
        Portal portal = new Portal("", planned, text, List.of(), 0, List.of(), false);
        portal.begin();
        state.portals().add(portal);
    }

    private void runOne(Planned planned, StatementText statement) throws IOException {
        try {
            if (planned instanceof CopyStatement copy) {
                execution.copy(
                        copy.query(),
                        statement.text(),
                        List.of(),
                        (columns, pages) -> rows.sendCopy(copy, columns, pages));
            } else {
                send(execution.run(planned, statement.text(), List.of()));
            }
        } catch (SqlException failure) {
            throw Failure.of(failure).behind(statement.position());
        } catch (Failure failure) {
            throw failure.behind(statement.position());
        }
    }

    private void send(ResultRows returned) throws IOException {
        if (returned.rows() == null) {
            out.commandComplete(returned.tag());
            return;
        }
        out.rowDescription(returned.columns(), List.of());
        rows.send(Portal.ran(null, returned), 0);
    }
}
