package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.ask.JobModel;
import dev.aimonflink.gateway.ask.NamedJob;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.describe.JobValues;
import dev.aimonflink.gateway.message.ErrorFields;
import dev.aimonflink.gateway.relation.JobRead;
import dev.aimonflink.gateway.relation.RelationStatement;
import dev.aimonflink.gateway.security.Permission;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.query.ask.answer.ExportQuery;
import dev.aimonflink.query.ask.answer.SqlBatch;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Parameter;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.type.PgColumn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** Runs a client's statements. */
final class StatementExecutor implements StatementPlanner.Runner {
    /** Additional statements for those who may end others', so that they can when all places are taken. */
    private static final int RESERVED = 3;

    private final Gateway gateway;
    private final SessionState state;
    private final RunningQueries.Backend backend;
    private final User user;

    private RunningQueries.Query listed;
    private boolean isLimited = true;

    StatementExecutor(Gateway gateway, SessionState state, RunningQueries.Backend backend, User user) {
        this.gateway = gateway;
        this.state = state;
        this.backend = backend;
        this.user = user;
    }

    /** A statement begins its own transaction unless there is one. */
    void start() {
        state.startTransaction();
    }

    ResultRows run(Planned planned, String text, List<Object> values) {
        start();
        if (state.transaction().hasFailed() && !planned.endsTransaction()) {
            throw Transaction.failed();
        }
        return listed(text, () -> planned.run(values), StatementExecutor::count);
    }

    /** Takes rows page by page. */
    @FunctionalInterface
    interface Copying {
        void with(List<PgColumn> columns, Iterator<List<Object[]>> pages) throws IOException;
    }

    /** Runs a statement whose rows go where they are taken: those of an answer, or else of an {@link FetchedRows export}, however many. */
    void copy(Planned query, String text, List<Object> values, Copying copying) throws IOException {
        start();
        if (state.transaction().hasFailed()) {
            throw Transaction.failed();
        }
        Counted sent = new Counted();
        try {
            Object unused = listed(text, () -> copied(query, values, copying, sent), sent);
        } catch (UncheckedIOException gone) {
            throw gone.getCause();
        }
    }

    private Counted copied(Planned query, List<Object> values, Copying copying, Counted sent) {
        ResultRows rows;
        try {
            rows = query.run(values);
        } catch (Failure failure) {
            if (failure.state() != SqlState.LIMIT_EXCEEDED || !(query instanceof StatementPlanner.OfMatrix ofMatrix)) {
                throw failure;
            }
            return exported(ofMatrix.statement(), values, copying, sent, failure);
        }
        return sent.take(rows.columns(), List.of(rows.rows()).iterator(), copying);
    }

    private Counted exported(
            MatrixStatement statement, List<Object> values, Copying copying, Counted sent, Failure tooMany) {
        if (user.maxRows().isPresent()) {
            throw tooMany;
        }
        if (!user.may().contains(Permission.EXPORT)) {
            throw Failure.of(
                    tooMany.state(),
                    tooMany.getMessage() + " A user with the permission \"" + Permission.EXPORT.label()
                            + "\" may copy any number of rows.");
        }
        try (FetchedRows rows = FetchedRows.begin(state, statement, values)) {
            return sent.take(statement.columns(), rows, copying);
        } catch (Failure failure) {
            throw failure.getMessage().startsWith(ExportQuery.ONLY_ROWS)
                    ? Failure.of(tooMany.state(), tooMany.getMessage() + " " + failure.getMessage())
                    : failure;
        }
    }

    /** The pages of rows that are being taken, and how many rows have been, also if that fails. */
    private static final class Counted implements Iterator<List<Object[]>> {
        private Iterator<List<Object[]>> pages = Collections.emptyIterator();
        private long rows;

        Counted take(List<PgColumn> columns, Iterator<List<Object[]>> from, Copying copying) {
            pages = from;
            try {
                copying.with(columns, this);
                return this;
            } catch (IOException gone) {
                throw new UncheckedIOException(gone);
            }
        }

        @Override
        public boolean hasNext() {
            return pages.hasNext();
        }

        @Override
        public List<Object[]> next() {
            List<Object[]> page = pages.next();
            rows += page.size();
            return page;
        }
    }

    /** Call after listing the statement, so that two cannot both take the last slot. */
    private void requireRoom() {
        Gateway.Limits limits = gateway.limits();
        int ofUser = user.maxQueries().orElse(user.isTrusted() ? limits.queries() : limits.queriesOfUser());
        if (gateway.queries().runningBeforeOfUser(listed) >= ofUser
                || gateway.queries().runningBefore(listed)
                        >= limits.queries() + (user.seesStatements() ? RESERVED : 0)) {
            throw Failure.of(
                    SqlState.TOO_MANY_CONNECTIONS,
                    "too many statements run: " + ofUser + " of a user and " + limits.queries()
                            + " in all may run at a time. Ask again, or with fewer connections.");
        }
    }

    @Override
    public void refused(String text, SqlState refusal) {
        gateway.queries().end(gateway.queries().begin(backend, text), 0, refusal.code());
    }

    private static long count(ResultRows result) {
        return result.rows() == null ? 0 : result.rows().size();
    }

    /** The gateway's own relations are read regardless of how many rows the user may have. */
    void unlimited() {
        isLimited = false;
    }

    /** Does what is no statement as if it were one: in a place of the user, within its time, listed and logged. */
    <T> T during(String text, Supplier<T> work) {
        start();
        return listed(
                text,
                () -> {
                    requireRoom();
                    return work.get();
                },
                done -> 0);
    }

    /** @param counting how many rows it has returned */
    private <T> T listed(String text, Supplier<T> statement, ToLongFunction<T> counting) {
        Counted sent = new Counted();
        return listed(
                text,
                () -> {
                    T result = statement.get();
                    sent.rows = counting.applyAsLong(result);
                    return result;
                },
                sent);
    }

    /** @param sent the rows that the client has, also if the statement fails */
    private <T> T listed(String text, Supplier<T> statement, Counted sent) {
        RunningQueries.Query query = gateway.queries().begin(backend, text);
        listed = query;
        String failure = SqlState.INTERNAL_ERROR.code();
        Set<String> seen = state.transaction().seen();
        state.job().begin();
        try {
            T result = statement.get();
            failure = null;
            return result;
        } catch (Failure failed) {
            failure = failed.state().code();
            throw failed;
        } catch (SqlException failed) {
            failure = failed.state().code();
            throw failed;
        } catch (UncheckedIOException gone) {
            failure = SqlState.CONNECTION_FAILURE.code();
            throw gone;
        } finally {
            if (failure != null && sent.rows == 0) {
                state.transaction().sees(seen);
            }
            state.job().end();
            gateway.queries().end(query, sent.rows, failure);
        }
    }

    @Override
    public ResultRows ask(MatrixStatement statement, List<Object> values) {
        requireRoom();
        AskedQuery question = statement.question(
                values, state.transaction().start(), state.settings().zone());
        return rows(statement, answer(statement.job(), limited(question), statement.model(), statement.readsRows()));
    }

    /** After an error in names that the model had when the statement was planned, preparing it again is refused at once. */
    private QueryResult answer(NamedJob job, AskedQuery question, JobModel planned, boolean readsRows) {
        try {
            return readsRows ? state.answer(job, question) : state.job().answer(job, question);
        } catch (Failure failed) {
            if (failed.state() == SqlState.UNDEFINED_COLUMN || failed.state() == SqlState.UNDEFINED_TABLE) {
                state.job().doubt(job, planned);
            }
            throw failed;
        }
    }

    /** After an answer from another model, the statement can be prepared again at once. */
    private ResultRows rows(MatrixStatement statement, QueryResult answer) {
        if (!statement.describes(answer)) {
            state.job().doubt(statement.job(), statement.model());
        }
        ResultRows rows = statement.rows(answer);
        state.memory().take(rows.bytes());
        return rows;
    }

    private long maxRows() {
        return user.maxRows().orElse(Long.MAX_VALUE);
    }

    private AskedQuery limited(AskedQuery question) {
        if (user.maxRows().isEmpty()) {
            return question;
        }
        Map<String, Object> params = new HashMap<>(question.params());
        params.put(Parameter.MAX_ROWS, maxRows());
        return new AskedQuery(question.query(), params);
    }

    /** What statements for one job return that are asked in one request. */
    List<ResultRows> ask(List<MatrixStatement> statements, String text, List<Object> values) {
        Supplier<List<ResultRows>> asking = () -> {
            requireRoom();
            AskedQuery question = MatrixStatement.question(
                    statements,
                    text,
                    values,
                    state.transaction().start(),
                    state.settings().zone());
            MatrixStatement first = statements.get(0);
            QueryResult answer = answer(first.job(), limited(question), first.model(), true);
            List<QueryResult> answers = new ArrayList<>(List.of(answer));
            answers.addAll(answer.others());
            List<ResultRows> all = new ArrayList<>();
            for (int i = 0; i < statements.size(); i++) {
                all.add(rows(statements.get(i), answers.get(i)));
            }
            return all;
        };
        return listed(text, asking, all -> all.stream()
                .mapToLong(StatementExecutor::count)
                .sum());
    }

    @Override
    public ResultRows evaluate(RelationStatement statement, List<Object> values) {
        requireRoom();
        List<Object[]> rows = statement.run(values, this::rows, state.job()::check, state.memory()::take);
        if (isLimited) {
            requireFew(rows.size(), "The answer has ");
        }
        return ResultRows.of(statement.columns(), rows);
    }

    private void requireFew(long rows, String who) {
        if (rows > maxRows()) {
            throw new SqlException(
                    SqlState.LIMIT_EXCEEDED,
                    SqlException.NOWHERE,
                    who + rows + " rows, more than the " + maxRows()
                            + " that the user may have. Filter, aggregate, or add a LIMIT.");
        }
    }

    /** What a gateway statement reads of jobs: each at one moment, and no more rows of all than the user may have of one. */
    private List<List<Object[]>> rows(List<JobRead> reads) {
        IdentityHashMap<JobRead, List<Object[]>> all = new IdentityHashMap<>();
        long sum = 0;
        for (NamedJob job : state.job().jobs()) {
            List<JobRead> ofJob = reads.stream()
                    .filter(read -> read.job().equals(job.schema()))
                    .toList();
            if (!ofJob.isEmpty()) {
                List<List<Object[]>> rows = rows(job, ofJob);
                for (int i = 0; i < ofJob.size(); i++) {
                    all.put(ofJob.get(i), rows.get(i));
                    sum += rows.get(i).size();
                }
            }
        }
        if (reads.stream().map(JobRead::job).distinct().count() > 1) {
            requireFew(sum, "The statement reads ");
        }
        return reads.stream().map(all::get).toList();
    }

    private List<List<Object[]>> rows(NamedJob job, List<JobRead> reads) {
        if (reads.size() > SqlBatch.MAX_STATEMENTS) {
            throw Failure.of(
                    SqlState.NOT_SUPPORTED,
                    "The statement reads the job in " + reads.size() + " ways, and one may in "
                            + SqlBatch.MAX_STATEMENTS + ". Write several statements.");
        }
        String text = reads.stream().map(JobRead::text).collect(Collectors.joining("; "));
        JobModel model = state.job().model(job);
        QueryResult answer;
        try {
            AskedQuery question = MatrixStatement.ofReads(
                    text, state.transaction().start(), state.settings().zone(), user.hiddenColumns());
            answer = answer(job, limited(question), model, true);
        } catch (Failure failed) {
            // Its place is in a text that nobody wrote.
            throw Failure.of(failed.state(), failed.getMessage());
        }
        List<QueryResult> answers = new ArrayList<>(List.of(answer));
        answers.addAll(answer.others());
        List<List<Object[]>> all = new ArrayList<>();
        for (int i = 0; i < reads.size(); i++) {
            List<PgColumn> columns = JobValues.columns(reads.get(i).columns());
            List<String> types = reads.get(i).columns().stream()
                    .map(each -> JobValues.typeOf(each.type()).toString())
                    .toList();
            if (!types.isEmpty() && !answers.get(i).types().equals(types)) {
                state.job().doubt(job, model);
                throw Failure.of(SqlState.NOT_SUPPORTED, ErrorFields.CHANGED_PLAN);
            }
            ResultRows rows =
                    ResultRows.of(columns, JobValues.rows(answers.get(i).rows(), columns));
            state.memory().take(rows.bytes());
            all.add(rows.rows());
        }
        return all;
    }
}
