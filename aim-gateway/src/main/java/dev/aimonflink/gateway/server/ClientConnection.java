package dev.aimonflink.gateway.server;

import dev.aimonflink.gateway.message.BackendWriter;
import dev.aimonflink.gateway.message.ErrorFields;
import dev.aimonflink.gateway.message.Frontend;
import dev.aimonflink.gateway.message.FrontendReader;
import dev.aimonflink.gateway.message.Startup;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.gateway.session.Session;
import dev.aimonflink.gateway.session.SessionClient;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.io.BufferedInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One client's connection from its first byte to its last, on its own thread. */
final class ClientConnection implements Runnable, SessionClient {
    private static final Logger LOG = LoggerFactory.getLogger(ClientConnection.class);

    /** Checking whether a client is gone must not delay what it waits for. */
    private static final int LOOK_MS = 1;

    /** For the last data to a client whose connection is ended. */
    private static final long TIME_TO_TAKE_MS = 1_000;

    private static final int BYTES_OF_A_PIECE = 64 * 1024;

    private final Port port;
    private final Socket accepted;

    /** Kept because a closed socket no longer knows it. */
    private final InetSocketAddress address;

    private final BackendWriter out = new BackendWriter();
    private Socket socket;
    private OutputStream stream;
    private Handshake handshake;

    /** Since when it has been sending, while it does. */
    private volatile long writingNanos;

    private volatile boolean isWriting;

    /** Whether the client's message is awaited; and whether the connection ends, whatever it sends. Both guarded by the lock. */
    private final Object terminating = new Object();

    private boolean isAwaiting;

    private boolean isTerminated;

    interface Port {
        /** Ends what takes too long. */
        ScheduledExecutorService clock();

        ServerSettings settings();

        Handshake handshake(Socket socket, BackendWriter out);

        Connections connections();

        /** A connection's client is known, or has left. */
        void hasBegun(ClientConnection connection);

        Session session(Handshake.Known known, int id, BackendWriter out, ClientConnection connection);
    }

    ClientConnection(Port port, Socket socket) {
        this.port = port;
        this.accepted = socket;
        this.address = (InetSocketAddress) socket.getRemoteSocketAddress();
        this.socket = socket;
    }

    @Override
    public void run() {
        try {
            socket.setTcpNoDelay(true);
            socket.setKeepAlive(true);
            use(socket);
            serve();
        } catch (SocketTimeoutException late) {
            LOG.debug("A client took too long", late);
        } catch (IOException gone) {
            LOG.debug("A client has left", gone);
        } catch (RuntimeException defect) {
            LOG.error("A connection ended by a defect", defect);
        } finally {
            close(socket);
        }
    }

    private void serve() throws IOException {
        // All of it has to arrive in this time, not only each byte.
        Future<?> late = port.clock()
                .schedule(
                        () -> close(accepted),
                        port.settings().authenticationTime().toMillis(),
                        TimeUnit.MILLISECONDS);
        Session session;
        try {
            session = known();
        } finally {
            late.cancel(false);
            port.hasBegun(this);
        }
        if (session == null) {
            return;
        }
        try {
            session.ready();
            handshake.reader().room(session::receives);
            answer(session, handshake.reader());
        } finally {
            session.end();
            port.connections().remove(session);
        }
    }

    private Session known() throws IOException {
        handshake = port.handshake(socket, out);
        try {
            Startup startup = handshake.startup();
            use(handshake.socket());
            if (startup instanceof Startup.Cancel cancel) {
                port.connections().cancel(cancel.processId(), cancel.secret());
                return null;
            }
            // Without asking for a password; and one that may not begin can cancel what others do.
            port.connections().requireRoom(port.settings().connections());
            return begin(handshake.authenticate((Startup.Begin) startup));
        } catch (SqlException refused) {
            LOG.warn("A client at {} was refused: {}", address, refused.getMessage());
            use(handshake.socket());
            fatal(refused);
            return null;
        } catch (InvalidInputException users) {
            LOG.error("Nobody is let in: {}", users.getMessage());
            fatal(new SqlException(
                    SqlState.INVALID_AUTHORIZATION,
                    SqlException.NOWHERE,
                    "The gateway cannot read its file of users, so nobody is let in. Its log says why."));
            return null;
        }
    }

    private void use(Socket used) throws IOException {
        socket = used;
        stream = new Watched(used.getOutputStream());
    }

    private Session begin(Handshake.Known known) throws IOException {
        int id = port.connections().nextId();
        byte[] secret = port.connections().newSecret(Math.min(known.startup().minor(), Handshake.NEWEST_MINOR));
        Session session = port.session(known, id, out, this);
        port.connections()
                .add(session, this, secret, known.user(), port.settings().connections());
        try {
            session.begin(known.startup().options());
            out.backendKeyData(id, secret);
            return session;
        } catch (RuntimeException refused) {
            port.connections().remove(session);
            throw refused;
        }
    }

    private void answer(Session session, FrontendReader reader) throws IOException {
        while (true) {
            Duration most = session.isIdle() ? port.settings().idleTime() : session.idleInTransaction();
            socket.setSoTimeout((int) Math.min(most.toMillis(), Integer.MAX_VALUE));
            if (!await(true)) {
                fatal(terminated());
                return;
            }
            try {
                if (!answered(session, reader)) {
                    return;
                }
            } catch (SqlException end) {
                fatal(end);
                return;
            }
        }
    }

    /**
     * Reads and answers a message; returns false if it was the last one.
     *
     * @throws SqlException why the connection ends
     */
    private boolean answered(Session session, FrontendReader reader) throws IOException {
        Frontend message;
        try {
            message = read(reader);
        } catch (SocketTimeoutException idle) {
            throw idle(session.isIdle());
        } catch (SqlException unreadable) {
            if (reader.isLost()) {
                throw unreadable;
            }
            session.fail(unreadable, reader.letter());
            return true;
        }
        if (message instanceof Frontend.Unknown unknown) {
            throw new SqlException(
                    SqlState.PROTOCOL_VIOLATION,
                    SqlException.NOWHERE,
                    "invalid frontend message type " + (int) unknown.letter());
        }
        return message != null && session.handle(message);
    }

    /** The next message; null if the connection was ended meanwhile. From then on only this thread writes. */
    private Frontend read(FrontendReader reader) throws IOException {
        Frontend message;
        boolean goesOn;
        try {
            message = reader.read();
        } finally {
            goesOn = await(false);
        }
        return goesOn ? message : null;
    }

    /** From now on, the client's message is awaited, or no longer. Returns false if the connection ends. */
    private boolean await(boolean isNow) {
        synchronized (terminating) {
            isAwaiting = isNow && !isTerminated;
            return !isTerminated;
        }
    }

    /**
     * Ends the connection because an operator wants it: at once while nothing runs, else after the running statement. One that does not
     * take what is sent is closed soon. Thread-safe.
     */
    void terminate(Session session) {
        Future<?> unused = port.clock().schedule(this::endIfWriting, TIME_TO_TAKE_MS, TimeUnit.MILLISECONDS);
        synchronized (terminating) {
            isTerminated = true;
            if (isAwaiting) {
                isAwaiting = false;
                try {
                    fatal(terminated());
                } catch (IOException gone) {
                    LOG.debug("A client has left", gone);
                }
                end();
            }
        }
        session.terminate();
    }

    private static SqlException terminated() {
        return new SqlException(SqlState.ADMIN_SHUTDOWN, SqlException.NOWHERE, SessionClient.TERMINATED);
    }

    private static SqlException idle(boolean isOutside) {
        return isOutside
                ? new SqlException(
                        SqlState.IDLE_TIMEOUT,
                        SqlException.NOWHERE,
                        "terminating connection due to idle-session timeout")
                : new SqlException(
                        SqlState.IDLE_IN_TRANSACTION_TIMEOUT,
                        SqlException.NOWHERE,
                        "terminating connection due to idle-in-transaction timeout");
    }

    @Override
    public void flush() throws IOException {
        out.flush(stream);
    }

    /** Sends in pieces: a row may be long, and be taken slowly. */
    private final class Watched extends FilterOutputStream {
        Watched(OutputStream to) {
            super(to);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            try {
                for (int sent = 0; sent < length; sent += BYTES_OF_A_PIECE) {
                    writingNanos = System.nanoTime();
                    isWriting = true;
                    out.write(bytes, from + sent, Math.min(BYTES_OF_A_PIECE, length - sent));
                }
            } finally {
                isWriting = false;
            }
        }
    }

    /** Ends the connection if its client has taken nothing for so long. Thread-safe. */
    void endIfBlocked(Duration most) {
        if (isWriting && System.nanoTime() - writingNanos > most.toNanos()) {
            LOG.warn("A client at {} reads nothing, so its connection is closed.", address);
            end();
        }
    }

    private void endIfWriting() {
        if (isWriting) {
            end();
        }
    }

    @Override
    public boolean end(int processId, User by, boolean isConnection) {
        return port.connections().end(processId, by, isConnection);
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    /** Whether the client has closed its end, leaving arrived bytes unread. */
    @Override
    public boolean isGone() {
        BufferedInputStream in = handshake.in();
        try {
            int before = socket.getSoTimeout();
            socket.setSoTimeout(LOOK_MS);
            in.mark(1);
            try {
                return in.read() < 0;
            } catch (SocketTimeoutException silent) {
                return false;
            } finally {
                in.reset();
                socket.setSoTimeout(before);
            }
        } catch (SocketException gone) {
            return true;
        } catch (IOException unknown) {
            return false;
        }
    }

    private void fatal(SqlException reason) throws IOException {
        out.error(ErrorFields.of(ErrorFields.Severity.FATAL, reason, ""));
        flush();
    }

    /** Ends what reads or writes. Closing an encrypted stream would wait for the writer. Thread-safe. */
    void end() {
        close(accepted);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException closed) {
            LOG.debug("A connection could not be closed", closed);
        }
    }
}
