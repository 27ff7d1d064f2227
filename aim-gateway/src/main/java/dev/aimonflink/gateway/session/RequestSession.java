package dev.aimonflink.gateway.session;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgText;
import dev.aimonflink.sql.type.PgType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client without a connection asks: a request is a session of its own, whose settings end with it. For one thread, except {@link #cancel}
 * and {@link #terminate}.
 */
public final class RequestSession implements Cancellable {
    private static final Logger LOG = LoggerFactory.getLogger(RequestSession.class);

    private final ClientBackend backend;
    private final SessionState state;
    private final User user;

    /**
     * What a statement returns.
     *
     * @param texts of its values, as PostgreSQL writes them
     * @param answer the job's last one, for its moment and its times; null if the job was not asked
     * @param progress names the events that the answers so far have, for {@link RequestSession#require}
     */
    public record Answer(
            List<PgColumn> columns, List<Object[]> rows, PgText texts, QueryResult answer, String progress) {
        /** As the first line of {@code COPY ... (FORMAT csv, HEADER)}. */
        public String csvHeader() {
            return CopyStatement.Format.CSV.header(columns);
        }

        /** Appends its line for a row. */
        public void csvLine(Object[] row, StringBuilder to) {
            CopyStatement.Format.CSV.append(row, columns, texts, to);
        }
    }

    public RequestSession(Gateway gateway, int processId, User user, StatementClient peer) {
        backend = new ClientBackend(gateway, processId, user, peer, (name, value) -> {}, notice -> {});
        state = backend.state();
        this.user = user;
    }

    /** As SET does, for this request. */
    public void set(String setting, String value) {
        state.settings().set(setting, value, false);
    }

    /** Whether a {@linkplain Answer#progress progress} has all events of another; of two runs of the job nobody knows. */
    public static boolean includes(String progress, String other) {
        return SeenProgress.OfJobs.read(progress).includes(SeenProgress.OfJobs.read(other));
    }

    /** A progress that has all events of two. */
    public static String joined(String progress, String other) {
        SeenProgress.OfJobs joined = SeenProgress.OfJobs.read(progress);
        joined.add(SeenProgress.OfJobs.read(other));
        return joined.text();
    }

    /** Its answers have all events of the answers, or of the publishing, that a {@linkplain Answer#progress progress} is of. */
    public void require(String progress) {
        state.job().seen().add(SeenProgress.OfJobs.read(progress));
    }

    /** @throws Failure if the topic of events has not what is {@linkplain #require required}: it is another one */
    public void requireExisting() {
        state.job().during(state.job()::requireExisting);
    }

    /**
     * Runs one statement.
     *
     * @param values of its parameters as texts, null for null
     * @throws Failure why there is no answer
     */
    public Answer answer(String text, List<String> values) {
        try {
            return run(text, values, (planned, given) -> {
                ResultRows rows = backend.execution().run(planned, text, given);
                return answer(rows.columns(), rows.rows());
            });
        } catch (IOException nothingIsSent) {
            throw new UncheckedIOException(nothingIsSent);
        }
    }

    /** Takes rows page by page; the answer has none. */
    @FunctionalInterface
    public interface Copying {
        void with(Answer answer, Iterator<List<Object[]>> pages) throws IOException;
    }

    /** Runs one statement likewise, with more rows than an answer may have, as {@code COPY (...) TO STDOUT} does. */
    public void copy(String text, List<String> values, Copying copying) throws IOException {
        Object unused = run(text, values, (planned, given) -> {
            backend.execution()
                    .copy(planned, text, given, (columns, pages) -> copying.with(answer(columns, List.of()), pages));
            return given;
        });
    }

    private Answer answer(List<PgColumn> columns, List<Object[]> rows) {
        return new Answer(
                columns,
                rows,
                backend.texts(),
                state.job().lastAnswer(),
                state.job().seen().text());
    }

    /** What the gateway's own relations say, regardless of how many rows the user may have. */
    public List<Object[]> look(String text, String... values) {
        backend.execution().unlimited();
        return answer(text, List.of(values)).rows();
    }

    /**
     * Does what is no statement as if it were one.
     *
     * @param text by which it is listed and logged
     * @throws Failure if it throws what it cannot do, or there is no place for it
     */
    public <T> T during(String text, Supplier<T> work) {
        return backend.execution().during(text, () -> {
            try {
                return work.get();
            } catch (InvalidInputException wrong) {
                throw Failure.of(SqlState.INVALID_ARGUMENT, wrong.getMessage());
            } catch (ClientException unasked) {
                throw Failure.unasked(unasked);
            }
        });
    }

    /** What the job says, within the time for {@link #during}. */
    public QueryResult report(AskedQuery question) {
        return state.job().report(state.job().first(), question);
    }

    /** Who asks. */
    public User asker() {
        return user;
    }

    /** Room for what is computed for it, until it ends. */
    public void take(long bytes) {
        state.memory().take(bytes);
    }

    /** @throws Failure if it is cancelled, or has no time left */
    public void check() {
        state.job().check();
    }

    private interface Running<T> {
        T with(Planned planned, List<Object> values) throws IOException;
    }

    private <T> T run(String text, List<String> values, Running<T> running) throws IOException {
        try {
            return understood(text, values, running);
        } catch (SqlException wrong) {
            throw Failure.of(wrong);
        } catch (Failure failure) {
            throw failure;
        } catch (RuntimeException | StackOverflowError defect) {
            LOG.error("A statement failed by a defect", defect);
            throw Failure.of(SqlState.INTERNAL_ERROR, "The statement failed by a defect of ours: " + defect);
        }
    }

    private <T> T understood(String text, List<String> values, Running<T> running) throws IOException {
        state.memory().take(text.length());
        state.startTransaction();
        state.job().begin();
        try {
            Planned planned = backend.planner().plan(text, List.of());
            requireRows(planned);
            return running.with(planned, values(planned.parameters(), values));
        } finally {
            state.job().end();
        }
    }

    private static void requireRows(Planned planned) {
        if (planned == null) {
            throw Failure.of(SqlState.SYNTAX_ERROR, "A statement is missing. Write one such as SELECT 1.");
        }
        if (planned.columns() == null) {
            throw Failure.of(
                    SqlState.NOT_SUPPORTED,
                    "The statement returns no rows. Each request is a session of its own, without settings, transactions,"
                            + " cursors or COPY: ask SELECT, WITH, VALUES, TABLE, EXPLAIN or SHOW.");
        }
    }

    private List<Object> values(List<PgType> types, List<String> given) {
        if (given.size() != types.size()) {
            throw Failure.of(
                    SqlState.PROTOCOL_VIOLATION,
                    "The statement has " + types.size() + " parameters, and " + given.size()
                            + " values are given. Give one for each of $1, $2 and so on.");
        }
        PgText texts = backend.texts();
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < given.size(); i++) {
            String text = given.get(i);
            try {
                values.add(text == null ? null : texts.read(types.get(i), text));
            } catch (SqlException wrong) {
                throw Failure.of(wrong.state(), wrong.getMessage() + " (parameter $" + (i + 1) + ")");
            }
        }
        return values;
    }

    /** What it keeps is given back. */
    public void end() {
        state.memory().keepOnly(0);
    }

    @Override
    public void cancel() {
        state.job().cancel();
    }

    @Override
    public void terminate() {
        state.job().terminate();
    }

    @Override
    public int processId() {
        return backend.processId();
    }

    @Override
    public String user() {
        return backend.user();
    }
}
