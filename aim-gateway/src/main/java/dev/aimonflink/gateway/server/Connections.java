package dev.aimonflink.gateway.server;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.gateway.session.Cancellable;
import dev.aimonflink.gateway.session.Session;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The authenticated connections. Thread-safe. */
public final class Connections {
    private static final int BYTES_OF_SECRET = 32;

    /** Places reserved for those who may end what others do, so that they get in when all others are taken; a tenth if there are few. */
    private static final int RESERVED = 3;

    /** As many as the protocols before 3.2 can send. */
    private static final int BYTES_OF_OLD_SECRET = 4;

    private final SecureRandom random;
    private final AtomicInteger lastId = new AtomicInteger();
    private final Map<Integer, Entry> byId = new ConcurrentHashMap<>();

    /** Calls and viewers over HTTP, which are connections of their user. */
    private final Map<String, Integer> calls = new HashMap<>();

    /** Of clients without a connection. */
    private final Map<Integer, Cancellable> requests = new ConcurrentHashMap<>();

    /** A connection, and what is needed to cancel what it does. */
    private record Entry(Session session, ClientConnection connection, byte[] secret) {}

    public Connections(SecureRandom random) {
        this.random = random;
    }

    public int nextId() {
        return lastId.updateAndGet(id -> id == Integer.MAX_VALUE ? 1 : id + 1);
    }

    /** @param minor of the protocol's version 3 */
    byte[] newSecret(int minor) {
        byte[] secret = new byte[minor >= 2 ? BYTES_OF_SECRET : BYTES_OF_OLD_SECRET];
        random.nextBytes(secret);
        return secret;
    }

    /** @throws SqlException if there are as many already */
    synchronized void requireRoom(int most) {
        if (byId.size() >= most) {
            throw tooMany(most);
        }
    }

    private static int reserved(int most) {
        return Math.min(RESERVED, most / 10);
    }

    static SqlException tooMany(int most) {
        return new SqlException(
                SqlState.TOO_MANY_CONNECTIONS,
                SqlException.NOWHERE,
                "sorry, too many clients already: there may be " + most
                        + " connections. Use a pool, or raise --max-connections.");
    }

    /** @throws SqlException if the user, or all together, have as many already */
    synchronized void add(Session session, ClientConnection connection, byte[] secret, User known, int most) {
        requireRoom(known.isShownStatements() ? most : most - reserved(most));
        String user = session.user();
        int mostOfUser = known.maxConnections().orElse(most);
        if (countOf(user) >= mostOfUser) {
            throw tooManyOf(user, mostOfUser);
        }
        byId.put(session.processId(), new Entry(session, connection, secret));
    }

    private static SqlException tooManyOf(String user, int most) {
        return new SqlException(
                SqlState.TOO_MANY_CONNECTIONS,
                SqlException.NOWHERE,
                "too many connections for role \"" + user + "\": it may have " + most);
    }

    private long countOf(String user) {
        return calls.getOrDefault(user, 0)
                + byId.values().stream()
                        .filter(each -> each.session.user().equals(user))
                        .count();
    }

    /**
     * A call over HTTP begins, and is to {@linkplain #leave leave}.
     *
     * @throws SqlException if the user has as many connections as may be
     */
    public synchronized void enter(User user) {
        if (user.maxConnections().isPresent()
                && countOf(user.name()) >= user.maxConnections().getAsInt()) {
            throw tooManyOf(user.name(), user.maxConnections().getAsInt());
        }
        calls.merge(user.name(), 1, Integer::sum);
    }

    public synchronized void leave(User user) {
        calls.computeIfPresent(user.name(), (name, count) -> count == 1 ? null : Integer.valueOf(count - 1));
    }

    void remove(Session session) {
        byId.remove(session.processId());
    }

    /** A request runs until it is {@linkplain #ended ended}. */
    public void began(Cancellable request) {
        requests.put(request.processId(), request);
    }

    public void ended(Cancellable request) {
        requests.remove(request.processId());
    }

    /** Ends what a connection does, if the secret is its own. */
    void cancel(int id, byte[] secret) {
        Entry entry = byId.get(id);
        if (entry != null && MessageDigest.isEqual(entry.secret, secret)) {
            entry.session.cancel();
        }
    }

    /**
     * Ends what a connection does, or all of it; returns whether there is one of this number.
     *
     * @throws Failure if the user may not
     */
    public boolean end(int id, User by, boolean isConnection) {
        Entry entry = byId.get(id);
        Cancellable ended = entry == null ? requests.get(id) : entry.session;
        if (ended == null) {
            return false;
        }
        if (!ended.user().equals(by.name()) && !by.isShownStatements()) {
            throw Failure.of(
                    SqlState.INSUFFICIENT_PRIVILEGE,
                    "permission denied to " + (isConnection ? "terminate process" : "cancel query")
                            + ": it is another user's. Who was added with --see-statements can.");
        }
        if (!isConnection) {
            ended.cancel();
        } else if (entry != null) {
            entry.connection.terminate(entry.session);
        } else {
            ended.terminate();
        }
        return true;
    }

    public Collection<Session> all() {
        return List.copyOf(byId.values()).stream().map(Entry::session).toList();
    }
}
