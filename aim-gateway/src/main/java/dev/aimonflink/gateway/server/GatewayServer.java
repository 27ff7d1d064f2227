package dev.aimonflink.gateway.server;

import dev.aimonflink.gateway.message.BackendWriter;
import dev.aimonflink.gateway.message.ErrorFields;
import dev.aimonflink.gateway.security.Scram;
import dev.aimonflink.gateway.security.Users;
import dev.aimonflink.gateway.session.Gateway;
import dev.aimonflink.gateway.session.Session;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens for clients of PostgreSQL. Each connection has a thread: there are few, and they mostly wait. One more than there may be
 * is refused when it has said how it begins, or at once if several are being refused.
 */
public final class GatewayServer implements AutoCloseable, Connection.Port {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayServer.class);
    private static final int BACKLOG = 128;

    /** In the time that a client may take nothing. */
    private static final int LOOKS = 4;

    /** At a time, by threads that are there beside those of the connections. */
    private static final int MOST_REFUSED = 4;

    /** Threads of connections only parse, and never recurse deeper than the limits of a statement. */
    private static final long STACK_BYTES = 1024 * 1024;

    private final Gateway gateway;
    private final ServerSettings settings;
    private final Optional<Tls> tls;
    private final Supplier<Optional<Users>> users;
    private final Scram scram;
    private final Connections connections;
    private final ServerSocket listener = new ServerSocket();
    private final Set<Connection> open = ConcurrentHashMap.newKeySet();
    private final ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "aim-gateway-clock");
        thread.setDaemon(true);
        return thread;
    });
    private final ThreadPoolExecutor refusing =
            new ThreadPoolExecutor(0, MOST_REFUSED, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                Thread thread = new Thread(null, task, "aim-gateway-refusing", STACK_BYTES);
                thread.setDaemon(true);
                return thread;
            });
    private volatile boolean isClosed;

    /** @param users read anew for each client; empty if everybody is trusted */
    public GatewayServer(
            Gateway gateway,
            ServerSettings settings,
            Optional<Tls> tls,
            Supplier<Optional<Users>> users,
            Connections connections)
            throws IOException {
        this.gateway = gateway;
        this.settings = settings;
        this.tls = tls;
        this.users = users;
        this.connections = connections;
        clock.setRemoveOnCancelPolicy(true);
        this.scram = new Scram(new SecureRandom());
        listener.setReuseAddress(true);
        bind(InetAddress.getByName(settings.host()));
    }

    private void bind(InetAddress host) throws IOException {
        if (settings.port() != ServerSettings.USUAL_OR_FREE) {
            listener.bind(new InetSocketAddress(host, settings.port()), BACKLOG);
            return;
        }
        try {
            listener.bind(new InetSocketAddress(host, ServerSettings.PORT), BACKLOG);
        } catch (BindException taken) {
            // By a PostgreSQL, say.
            listener.bind(new InetSocketAddress(host, 0), BACKLOG);
        }
    }

    public int port() {
        return listener.getLocalPort();
    }

    public void start() {
        long lookMs = Math.max(1, settings.writeTime().toMillis() / LOOKS);
        ScheduledFuture<?> unused = clock.scheduleWithFixedDelay(
                () -> open.forEach(each -> each.endIfBlocked(settings.writeTime())),
                lookMs,
                lookMs,
                TimeUnit.MILLISECONDS);
        Thread thread = new Thread(this::accept, "aim-gateway-port");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!isClosed) {
            try {
                accept(listener.accept());
            } catch (IOException e) {
                if (!isClosed) {
                    LOG.warn("A connection could not be accepted", e);
                }
            }
        }
    }

    private void accept(Socket socket) throws IOException {
        if (open.size() >= settings.connections()) {
            try {
                refusing.execute(new Connection(this, socket, true));
            } catch (RejectedExecutionException | OutOfMemoryError several) {
                refuse(socket);
            }
            return;
        }
        Connection connection = new Connection(this, socket, false);
        open.add(connection);
        Runnable whole = () -> {
            try {
                connection.run();
            } finally {
                open.remove(connection);
            }
        };
        Thread thread = new Thread(null, whole, "aim-gateway-" + socket.getPort(), STACK_BYTES);
        thread.setDaemon(true);
        try {
            thread.start();
        } catch (OutOfMemoryError noThread) {
            open.remove(connection);
            refuse(socket);
        }
    }

    private void refuse(Socket socket) throws IOException {
        try (socket) {
            BackendWriter out = new BackendWriter();
            out.error(ErrorFields.of(ErrorFields.Severity.FATAL, Connection.tooMany(settings), ""));
            out.flush(socket.getOutputStream());
        }
    }

    @Override
    public ServerSettings settings() {
        return settings;
    }

    @Override
    public Handshake handshake(Socket socket, BackendWriter out) {
        return new Handshake(settings, tls, users, scram, out, socket);
    }

    @Override
    public ScheduledExecutorService clock() {
        return clock;
    }

    @Override
    public Connections connections() {
        return connections;
    }

    @Override
    public Session session(Handshake.Known known, int id, BackendWriter out, Connection connection) {
        return new Session(gateway, id, known.user(), out, connection::flush, connection::isGone);
    }

    @Override
    public void close() throws IOException {
        isClosed = true;
        listener.close();
        clock.shutdownNow();
        open.forEach(Connection::end);
    }
}
