package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.message.BackendWriter;
import dev.aimonflink.gateway.message.ErrorFields;
import dev.aimonflink.gateway.message.Frontend;
import dev.aimonflink.gateway.relation.ConnectionContext;
import dev.aimonflink.gateway.relation.Relations;
import dev.aimonflink.gateway.relation.Surroundings;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.type.PgText;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection from its authentication to its end: answers each message of the client.
 *
 * <pre>
 * client            this                     client hears
 * Query             {@link SimpleQueries}            RowDescription, DataRow..., CommandComplete of each statement; ReadyForQuery
 *
 * Parse             {@link ExtendedQueries}          ParseComplete
 * Bind                                       BindComplete
 * Describe                                   ParameterDescription, RowDescription or NoData
 * Execute                                    DataRow..., CommandComplete or PortalSuspended
 * Close                                      CloseComplete
 * Flush, Sync       {@link Pipeline}                 what waits for the job is asked at once; Sync also ReadyForQuery
 *
 * an error                                   ErrorResponse; then all is skipped until Sync, unless it came of a Query
 * CancelRequest     {@link #cancel}                  nothing: the statement that runs ends with an error
 * Terminate         {@link #terminate}               nothing
 * </pre>
 *
 * <p>A text becomes rows by {@link StatementPlanner}, {@link Portal} and {@link StatementExecutor}; {@link JobConnection} asks the job.
 * Knows no socket, and only its own clock's time. For one thread, except {@link #cancel} and {@link #terminate}.
 */
public final class Session implements Surroundings, RunningQueries.Backend {
    private static final char SYNC = 'S';

    /** A message is held three times while it is read: its bytes, the bytes of its values, and their characters. */
    private static final int COPIES = 3;

    /** Query, FunctionCall and Sync, after which a client waits even if they fail. */
    private static final String ANSWERED_AT_ONCE = "QF" + SYNC;

    private static final Logger LOG = LoggerFactory.getLogger(Session.class);

    private final Gateway gateway;
    private final int processId;
    private final User user;
    private final SessionClient peer;
    private final BackendWriter out;
    private final SessionState state;
    private final SimpleQueries simple;
    private final Pipeline pipeline;
    private final ExtendedQueries extended;
    private boolean skipsUntilSync;

    public Session(Gateway gateway, int processId, User user, BackendWriter out, SessionClient peer) {
        this.gateway = gateway;
        this.processId = processId;
        this.peer = peer;
        this.user = user;
        this.out = out;
        Settings settings = new Settings(out::parameterStatus);
        settings.setUser(user.name());
        SharedMemory.Account memory = gateway.memory().account(user.name());
        state = new SessionState(
                settings,
                new Transaction(gateway.clock()),
                new PreparedStatements(memory::take),
                new Portals(memory::take),
                new JobConnection(
                        gateway.way(),
                        gateway.watch(),
                        settings,
                        gateway.limits().statementTime(user),
                        peer::isGone,
                        gateway.users().of(user.name())),
                memory,
                notice -> out.notice(new ErrorFields(ErrorFields.Severity.WARNING, notice.state(), notice.message())));
        Relations relations = new SessionRelations(gateway, user, state.job(), this);
        StatementExecutor execution = new StatementExecutor(gateway, state, relations, this, user, out, peer);
        StatementPlanner planner = planner(relations, execution);
        simple = new SimpleQueries(planner, state, execution, out);
        pipeline = new Pipeline(state, execution, out);
        extended = new ExtendedQueries(planner, state, execution, pipeline, relations, out);
    }

    private StatementPlanner planner(Relations relations, StatementExecutor execution) {
        StatementPlanner[] planner = new StatementPlanner[1];
        CursorCommands.Planning ofQueries = (text, given) -> planner[0].planInner(text, given);
        SettingCommands settings = new SettingCommands(
                state.settings(), state.transaction(), warning -> state.warn(SqlState.NO_ACTIVE_TRANSACTION, warning));
        Commands commands = new Commands(
                settings,
                new TransactionCommands(state, settings),
                new CursorCommands(state, ofQueries),
                new PreparedCommands(state, ofQueries, () -> new PgText(zone(), relations)),
                ofQueries);
        planner[0] = new StatementPlanner(
                gateway.watch(),
                state.job(),
                gateway.statements(),
                new ConnectionContext(relations, this),
                commands,
                execution,
                user.hiddenColumns());
        return planner[0];
    }

    /** Tells the client its settings, and that it may ask. */
    public void begin(Map<String, String> options) throws IOException {
        try {
            StartupOptions.apply(options, state.settings());
        } catch (Failure refused) {
            throw new SqlException(refused.state(), SqlException.NOWHERE, refused.getMessage());
        }
        state.settings().reportAll();
        gateway.queries().connected(this);
    }

    /** Reports that the client may ask. */
    public void ready() throws IOException {
        out.readyForQuery(state.transaction().status().letter());
        peer.flush();
    }

    /** Whether no transaction is open, so that closing the connection loses nothing. */
    public boolean isIdle() {
        return !state.transaction().isBlock();
    }

    /** How long the client may send nothing in the open transaction; zero for no limit. */
    public Duration idleInTransaction() {
        return Duration.ofMillis(TimeSetting.millis(state.settings().shown(Settings.IDLE_IN_TRANSACTION))
                .orElse(0L));
    }

    /**
     * Answers a message; returns false if it was the last one.
     *
     * @throws SqlException why the connection ends
     */
    public boolean handle(Frontend message) throws IOException {
        try {
            return answered(message);
        } finally {
            settle();
        }
    }

    /** What a pipeline may still bring back is kept, too. */
    private void settle() {
        if (pipeline.isEmpty()) {
            state.settle();
        }
    }

    private boolean answered(Frontend message) throws IOException {
        if (message instanceof Frontend.Terminate) {
            return false;
        }
        if (!extended.goesOn(message) || out.size() >= StatementExecutor.MAX_BUFFERED) {
            answerPipeline();
        }
        if (message instanceof Frontend.Sync) {
            sync();
            return true;
        }
        if (skipsUntilSync) {
            return true;
        }
        Failure failure = failureOf(() -> dispatch(message));
        boolean isAnsweredAtOnce = message instanceof Frontend.Query || message instanceof Frontend.FunctionCall;
        if (failure != null && answerPipeline()) {
            fail(failure, textOf(message), isAnsweredAtOnce);
        }
        if (isAnsweredAtOnce) {
            endStatements(true);
            ready();
        } else if (pipeline.isEmpty() && out.size() >= StatementExecutor.MAX_BUFFERED) {
            // A client can go on and on without a Sync.
            peer.flush();
        }
        return true;
    }

    private interface Step {
        void run() throws IOException;
    }

    /** Null if it does not fail. */
    private static Failure failureOf(Step step) throws IOException {
        try {
            step.run();
            return null;
        } catch (Failure failure) {
            return failure;
        } catch (SqlException failure) {
            return Failure.of(failure);
        } catch (RuntimeException | StackOverflowError defect) {
            LOG.error("A statement failed by a defect", defect);
            return Failure.of(SqlState.INTERNAL_ERROR, "The statement failed by a defect of ours: " + defect);
        }
    }

    /** Answers the waiting statements; returns false if one failed. */
    private boolean answerPipeline() throws IOException {
        Failure failure = failureOf(pipeline::answer);
        if (failure != null) {
            fail(failure, pipeline.failedText(), false);
        }
        return failure == null;
    }

    private void dispatch(Frontend message) throws IOException {
        if (message instanceof Frontend.Query query) {
            simple.run(query.sql());
        } else if (message instanceof Frontend.Parse parse) {
            state.job().during(() -> extended.parse(parse));
        } else if (message instanceof Frontend.Bind bind) {
            state.job().during(() -> extended.bind(bind));
        } else if (message instanceof Frontend.Describe describe) {
            extended.describe(describe);
        } else if (message instanceof Frontend.Execute execute) {
            extended.execute(execute);
        } else if (message instanceof Frontend.Close close) {
            extended.close(close);
        } else if (message instanceof Frontend.Flush) {
            peer.flush();
        } else if (message instanceof Frontend.FunctionCall) {
            throw Failure.of(SqlState.NOT_SUPPORTED, "function calls are not supported. Write SELECT.");
        } else if (!isLeftover(message)) {
            throw Failure.of(
                    SqlState.PROTOCOL_VIOLATION,
                    "the message " + message.getClass().getSimpleName() + " is none that can come now");
        }
    }

    /** What a client still sends for a failed COPY is ignored. */
    private static boolean isLeftover(Frontend message) {
        return message instanceof Frontend.CopyData
                || message instanceof Frontend.CopyDone
                || message instanceof Frontend.CopyFail;
    }

    /** Treats an unreadable message with a known end like a failed one of its letter. */
    public void fail(SqlException unreadable, char letter) throws IOException {
        settle();
        boolean isRead = !skipsUntilSync && answerPipeline();
        boolean isAnsweredAtOnce = ANSWERED_AT_ONCE.indexOf(letter) >= 0;
        if (isRead || letter == SYNC) {
            fail(Failure.of(unreadable), "", isAnsweredAtOnce);
            if (isAnsweredAtOnce) {
                endStatements(true);
                ready();
            }
        }
    }

    /** @param isAnsweredAtOnce whether what follows is not skipped until Sync */
    private void fail(Failure failure, String text, boolean isAnsweredAtOnce) throws IOException {
        if (failure.state() == SqlState.ADMIN_SHUTDOWN) {
            throw new SqlException(failure.state(), SqlException.NOWHERE, failure.getMessage());
        }
        out.error(new ErrorFields(
                ErrorFields.Severity.ERROR,
                failure.state(),
                failure.getMessage(),
                null,
                null,
                ErrorFields.position(text, failure.position() - 1)));
        // A client may have asked for it by Flush, which is skipped like all else until Sync.
        peer.flush();
        state.fail();
        skipsUntilSync = !isAnsweredAtOnce;
    }

    private String textOf(Frontend message) {
        if (message instanceof Frontend.Query query) {
            return query.sql();
        }
        if (message instanceof Frontend.Parse parse) {
            return parse.sql();
        }
        Portal portal =
                message instanceof Frontend.Execute execute ? state.portals().get(execute.portal()) : null;
        return portal == null ? "" : portal.text();
    }

    private void sync() throws IOException {
        skipsUntilSync = false;
        endStatements(true);
        ready();
    }

    /** What ran without a block was its own transaction. */
    private void endStatements(boolean isCommitted) {
        if (!state.transaction().isBlock()) {
            state.endTransaction(isCommitted);
        }
    }

    /** A message of {@code bytes} is about to be read. */
    public void receives(long bytes) {
        state.memory().take(COPIES * bytes);
    }

    /** The client has left. */
    public void end() {
        gateway.queries().left(this);
        state.memory().keepOnly(0);
    }

    /** Ends the running statement, if any. Thread-safe. */
    public void cancel() {
        state.job().cancel();
    }

    /** Ends the running statement, and each that begins. Thread-safe. */
    public void terminate() {
        state.job().terminate();
    }

    @Override
    public boolean end(int other, boolean isConnection) {
        boolean isThere = peer.end(other, user, isConnection);
        // It may be this one.
        state.job().check();
        return isThere;
    }

    @Override
    public String database() {
        return gateway.database();
    }

    @Override
    public String user() {
        return user.name();
    }

    @Override
    public String application() {
        return state.settings().find(Settings.APPLICATION_NAME).orElse("");
    }

    @Override
    public InetSocketAddress client() {
        return peer.address();
    }

    @Override
    public Instant transactionStart() {
        return state.transaction().start();
    }

    @Override
    public Instant statementStart() {
        return gateway.clock().instant();
    }

    @Override
    public ZoneId zone() {
        return state.settings().zone();
    }

    @Override
    public Optional<String> setting(String name) {
        return state.settings().find(name);
    }

    @Override
    public String set(String name, String value, boolean isLocal) {
        state.settings().set(name, value, isLocal);
        return state.settings().shown(name);
    }

    @Override
    public void sleep(Duration time) {
        state.job().sleep(time);
    }

    @Override
    public int processId() {
        return processId;
    }
}
