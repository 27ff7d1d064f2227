package dev.aimonflink.gateway.ask;

import dev.aimonflink.sql.text.SqlLimits;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** A gateway's running and recent statements, and the connections that ask them. Thread-safe. */
public final class RunningQueries {
    /** Ended statements that are still listed. */
    public static final int MAX_RECENT = 200;

    /** A statement can be as long as a message. */
    public static final int MAX_CHARACTERS = 1_000;

    /** The default time from which on a statement is slow. */
    public static final Duration SLOW = Duration.ofSeconds(1);

    private final Duration slow;
    private final Log log;
    private final Set<Query> running = new LinkedHashSet<>();
    private final Deque<Query> recent = new ArrayDeque<>();
    private final AtomicLong number = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();

    /** By number, each as a statement without a text that runs while it is open. */
    private final Map<Integer, Query> connections = new ConcurrentHashMap<>();

    /** @param log is given each ended statement; must not block for long */
    public RunningQueries(Duration slow, Log log) {
        this.slow = slow;
        this.log = log;
    }

    @FunctionalInterface
    public interface Log {
        void ended(Query query);

        /** @throws Failure if it would lose a statement that begins now */
        default void requireWritten() {}
    }

    public interface Backend {
        int processId();

        String user();

        String application();

        InetSocketAddress client();
    }

    /** A statement as sent, without the values of its parameters. */
    public static final class Query {
        private final long number;
        private final int processId;
        private final String user;
        private volatile String application;
        private final InetSocketAddress client;
        private final String text;
        /** Null once the ended statement has been passed on. */
        private volatile String whole;

        private final Instant began = Instant.now();
        private final long beganNanos = System.nanoTime();
        private volatile long nanos = -1;
        private volatile long rows;
        /** Null while it runs, and if it ended well. */
        private volatile String failure;

        private Query(long number, Backend backend, String text) {
            this.number = number;
            this.processId = backend.processId();
            this.user = backend.user();
            this.application = backend.application();
            this.client = backend.client();
            whole = cut(text, SqlLimits.MAX_CHARACTERS);
            this.text = cut(text, MAX_CHARACTERS);
        }

        private static String cut(String text, int most) {
            return text.length() <= most ? text : text.substring(0, most) + "...";
        }

        public long number() {
            return number;
        }

        public int processId() {
            return processId;
        }

        public String user() {
            return user;
        }

        public String application() {
            return application;
        }

        public InetSocketAddress client() {
            return client;
        }

        public String text() {
            return text;
        }

        /** All of a statement's text, until the log has received it. */
        public String whole() {
            return whole;
        }

        public Instant began() {
            return began;
        }

        public boolean isRunning() {
            return nanos < 0;
        }

        public Duration time() {
            return Duration.ofNanos(isRunning() ? System.nanoTime() - beganNanos : nanos);
        }

        public long rows() {
            return rows;
        }

        /** The SQLSTATE of its failure, or null. */
        public String failure() {
            return failure;
        }
    }

    public void connected(Backend backend) {
        connections.put(backend.processId(), new Query(0, backend, ""));
    }

    public void left(Backend backend) {
        connections.remove(backend.processId());
    }

    /** The open ones by number, each as a statement without a text that began with it. */
    public Map<Integer, Query> connections() {
        return new HashMap<>(connections);
    }

    /** @throws Failure if it could not be logged */
    public Query begin(Backend backend, String text) {
        log.requireWritten();
        Query query = new Query(number.incrementAndGet(), backend, text);
        synchronized (this) {
            running.add(query);
        }
        Query connection = connections.get(query.processId);
        if (connection != null) {
            connection.application = query.application;
        }
        return query;
    }

    /** @param failure its SQLSTATE; null if it ended well */
    public void end(Query query, long rows, String failure) {
        query.rows = rows;
        query.failure = failure;
        if (failure != null) {
            failed.incrementAndGet();
        }
        query.nanos = System.nanoTime() - query.beganNanos;
        synchronized (this) {
            running.remove(query);
            recent.addFirst(query);
            if (recent.size() > MAX_RECENT) {
                recent.removeLast();
            }
        }
        log.ended(query);
        query.whole = null;
    }

    public boolean isSlow(Query query) {
        return query.time().compareTo(slow) >= 0;
    }

    /** Running ones first, each group newest first. */
    public synchronized List<Query> all() {
        List<Query> all = new ArrayList<>(running);
        Collections.reverse(all);
        all.addAll(recent);
        return all;
    }

    /** How many running ones began before a statement; so of those that begin at once, some have room. */
    public synchronized long runningBefore(Query query) {
        return running.stream().filter(each -> each.number < query.number).count();
    }

    public synchronized long runningBeforeOfUser(Query query) {
        return running.stream()
                .filter(each -> each.number < query.number && each.user.equals(query.user))
                .count();
    }

    /** How many there have been. */
    public long begun() {
        return number.get();
    }

    /** How many of them failed. */
    public long failed() {
        return failed.get();
    }

    public synchronized int runningOfAll() {
        return running.size();
    }
}
