package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.message.BackendWriter;
import dev.aimonflink.gateway.message.ErrorFields;
import dev.aimonflink.gateway.message.Frontend;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
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
 * <p>A text becomes rows by {@link StatementPlanner}, {@link Portal} and {@link StatementExecutor} of its {@link ClientBackend}; {@link
 * JobConnection} asks the job. Knows no socket, and only its own clock's time. For one thread, except {@link #cancel} and {@link #terminate}.
 */
public final class Session implements Cancellable {
    private static final char SYNC = 'S';

    /** A message is held three times while it is read: its bytes, the bytes of its values, and their characters. */
    private static final int COPIES = 3;

    /** Query, FunctionCall and Sync, after which a client waits even if they fail. */
    private static final String ANSWERED_AT_ONCE = "QF" + SYNC;

    private static final Logger LOG = LoggerFactory.getLogger(Session.class);

    private final Gateway gateway;
    private final SessionClient peer;
    private final BackendWriter out;
    private final ClientBackend backend;
    private final SessionState state;
    private final SimpleQueries simple;
    private final Pipeline pipeline;
    private final ExtendedQueries extended;
    private boolean skipsUntilSync;

    public Session(Gateway gateway, int processId, User user, BackendWriter out, SessionClient peer) {
        this.gateway = gateway;
        this.peer = peer;
        this.out = out;
        backend = new ClientBackend(
                gateway,
                processId,
                user,
                peer,
                out::parameterStatus,
                notice -> out.notice(new ErrorFields(ErrorFields.Severity.WARNING, notice.state(), notice.message())));
        state = backend.state();
        StatementPlanner planner = backend.planner();
        StatementExecutor execution = backend.execution();
        RowSender rows = new RowSender(state, backend.relations(), out, peer);
        simple = new SimpleQueries(planner, state, execution, rows, out);
        pipeline = new Pipeline(state, execution, rows, out);
        extended = new ExtendedQueries(planner, state, execution, rows, pipeline, backend.relations(), out);
    }

    /** Tells the client its settings, and that it may ask. */
    public void begin(Map<String, String> options) throws IOException {
        try {
            StartupOptions.apply(options, state.settings());
        } catch (Failure refused) {
            throw new SqlException(refused.state(), SqlException.NOWHERE, refused.getMessage());
        }
        state.settings().reportAll();
        gateway.queries().connected(backend);
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
        if (!extended.goesOn(message) || out.size() >= RowSender.MAX_BUFFERED) {
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
        } else if (pipeline.isEmpty() && out.size() >= RowSender.MAX_BUFFERED) {
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
        gateway.queries().left(backend);
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

    /** What runs its statements. */
    RunningQueries.Backend backend() {
        return backend;
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
