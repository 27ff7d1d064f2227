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
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens for PostgreSQL's clients, with a thread for each connection: there are few, and they mostly wait. A surplus one is refused after
 * its startup message. Unauthenticated ones have places of their own, which the newest get, so silent clients keep nobody out.
 */
public final class GatewayServer implements AutoCloseable, ClientConnection.Port {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayServer.class);
    private static final int BACKLOG = 128;

    /** In the time that a client may take nothing. */
    private static final int LOOKS = 4;

    /** If, for example, no more files can be opened, the next one fails as well. */
    static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long WARNING_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** Threads of connections only parse, and never recurse deeper than a statement's limits. */
    private static final long STACK_BYTES = 1024 * 1024;

    private final Gateway gateway;
    private final ServerSettings settings;
    private final Optional<Tls> tls;
    private final Supplier<Optional<Users>> users;
    private final Scram scram;
    private final Connections connections;
    private final ServerSocket listener;
    private final Set<ClientConnection> open = ConcurrentHashMap.newKeySet();

    /** Connections of unknown clients, oldest first; as many as may be known, since all can come at once. */
    private final Set<ClientConnection> beginning = new LinkedHashSet<>();

    private final ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "aim-gateway-clock");
        thread.setDaemon(true);
        return thread;
    });
    private long warnedNanos = System.nanoTime() - WARNING_NANOS;
    private volatile boolean isClosed;

    /** @param users read anew for each client; empty if everybody is trusted */
    public GatewayServer(
            Gateway gateway,
            ServerSettings settings,
            Optional<Tls> tls,
            Supplier<Optional<Users>> users,
            Connections connections)
            throws IOException {
        this(gateway, settings, tls, users, connections, new ServerSocket());
    }

    GatewayServer(
            Gateway gateway,
            ServerSettings settings,
            Optional<Tls> tls,
            Supplier<Optional<Users>> users,
            Connections connections,
            ServerSocket listener)
            throws IOException {
        this.gateway = gateway;
        this.settings = settings;
        this.tls = tls;
        this.users = users;
        this.connections = connections;
        clock.setRemoveOnCancelPolicy(true);
        this.scram = new Scram(new SecureRandom());
        this.listener = listener;
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
            // By a PostgreSQL, for example.
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
                    notAccepted(e);
                }
            }
        }
    }

    private void notAccepted(IOException reason) {
        if (System.nanoTime() - warnedNanos >= WARNING_NANOS) {
            LOG.warn("A connection could not be accepted; others of the next minute are not in the log", reason);
            warnedNanos = System.nanoTime();
        }
        LockSupport.parkNanos(PAUSE_NANOS);
    }

    private void accept(Socket socket) throws IOException {
        ClientConnection connection = new ClientConnection(this, socket);
        open.add(connection);
        begins(connection);
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
            hasBegun(connection);
            refuse(socket);
        }
    }

    private void begins(ClientConnection connection) {
        synchronized (beginning) {
            if (beginning.size() >= settings.connections()) {
                Iterator<ClientConnection> oldest = beginning.iterator();
                oldest.next().end();
                oldest.remove();
            }
            beginning.add(connection);
        }
    }

    @Override
    public void hasBegun(ClientConnection connection) {
        synchronized (beginning) {
            beginning.remove(connection);
        }
    }

    private void refuse(Socket socket) throws IOException {
        try (socket) {
            BackendWriter out = new BackendWriter();
            out.error(ErrorFields.of(ErrorFields.Severity.FATAL, Connections.tooMany(settings.connections()), ""));
            out.flush(socket.getOutputStream());
        }
    }

    @Override
    public ServerSettings settings() {
        return settings;
    }

    @Override
    public Handshake handshake(Socket socket, BackendWriter out) {
        return new Handshake(settings, tls.map(Tls::current), users, scram, out, socket);
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
    public Session session(Handshake.Known known, int id, BackendWriter out, ClientConnection connection) {
        return new Session(gateway, id, known.user(), out, connection);
    }

    @Override
    public void close() throws IOException {
        isClosed = true;
        listener.close();
        clock.shutdownNow();
        open.forEach(ClientConnection::end);
    }
}
