package dev.aimonflink.local;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.gateway.http.HttpJob;
import dev.aimonflink.gateway.http.HttpPort;
import dev.aimonflink.gateway.server.OpenGateway;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * Two gateways, and clients that ask them by pgjdbc and over HTTP without a pause while its job changes, and one that watches. Each question ends
 * in its time, with an answer or with an error after which it can be asked again. Sums never go back for a client, nor are they more than was
 * published.
 */
public final class GatewayClients implements AutoCloseable {
    private static final int CLIENTS = 3;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** Of a busy machine, beyond the time of a statement. */
    private static final Duration MARGIN = Duration.ofSeconds(10);

    /** Run it again; it had no more time; the job says to ask again later, as after a restart. */
    private static final Set<String> EXCUSED = Set.of("40001", "57014", "53300");

    private static final String OK = "OK";

    /** It only grows. */
    public static final String COUNT = "number_of_calls_ever";

    /** Several before one job; none knows of another. */
    private final List<OpenGateway> gateways;

    private final String sums;
    private final String row;
    private final LongSupplier published;
    private final HttpPort web;
    private final OverHttp overHttp;
    private final List<Thread> threads = new ArrayList<>();
    private final Map<String, Integer> outcomes = new ConcurrentHashMap<>();
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();
    private volatile boolean isOver;

    /**
     * @param sums a statement that returns numbers that only grow
     * @param row one that returns all columns of an entity, whichever those are at the time, {@link #COUNT} among them
     * @param published what no sum may be above
     */
    public GatewayClients(Connection connection, Topics topics, String sums, String row, LongSupplier published) {
        this.sums = sums;
        this.row = row;
        this.published = published;
        gateways =
                List.of(OpenGateway.atLoopback(connection, topics, 0), OpenGateway.atLoopback(connection, topics, 0));
        require(
                Waiting.until(() -> gateways.stream().allMatch(each -> each.fault() == null), TIMEOUT),
                "the job does not answer the gateways");
        for (int i = 0; i < CLIENTS; i++) {
            int number = i;
            Thread thread = new Thread(() -> ask(number), "gateway-client-" + i);
            thread.start();
            threads.add(thread);
        }
        try {
            web = HttpPort.atLoopback(gateways.get(1), HttpJob.of(connection, topics), 0, "test");
        } catch (IOException unopened) {
            throw new UncheckedIOException(unopened);
        }
        overHttp = new OverHttp(web.address(), web.token(), sums);
        for (Runnable way : List.<Runnable>of(this::askOverHttp, this::watchOverHttp)) {
            Thread thread = new Thread(way, "gateway-client-http");
            thread.start();
            threads.add(thread);
        }
    }

    private void askOverHttp() {
        List<Long> before = List.of();
        while (!isOver) {
            List<Long> last = before;
            try {
                before = overHttp.ask().map(now -> grown(last, now)).orElse(last);
                outcomes.merge(OverHttp.ANSWERS, 1, Integer::sum);
            } catch (IOException | RuntimeException failure) {
                faults.add("Over HTTP: " + failure);
                return;
            } catch (InterruptedException stopped) {
                return;
            }
        }
    }

    private void watchOverHttp() {
        AtomicReference<List<Long>> before = new AtomicReference<>(List.of());
        while (!isOver) {
            try {
                overHttp.watch(() -> isOver, now -> {
                    before.set(grown(before.get(), now));
                    outcomes.merge(OverHttp.EVENTS, 1, Integer::sum);
                });
            } catch (IOException | RuntimeException failure) {
                faults.add("Watching: " + failure);
                return;
            } catch (InterruptedException stopped) {
                return;
            }
        }
    }

    private List<Long> grown(List<Long> before, List<Long> now) {
        for (int i = 0; i < before.size(); i++) {
            require(now.get(i) >= before.get(i), now + " after " + before + " over HTTP");
        }
        long most = published.getAsLong();
        require(now.stream().allMatch(each -> each <= most), now + " of " + most + " over HTTP");
        return now;
    }

    /** One more connection; a socket that is silent for longer than any statement has lost an answer. */
    java.sql.Connection connect() throws SQLException {
        return connect(0, "off");
    }

    private java.sql.Connection connect(int client, String freshness) throws SQLException {
        long silentSeconds = TIMEOUT.plus(MARGIN).toSeconds();
        return DriverManager.getConnection("jdbc:postgresql://127.0.0.1:"
                + gateways.get(client % gateways.size()).port()
                + "/aim?user=aim&prepareThreshold=2&options=-c%20statement_timeout=" + TIMEOUT.toMillis()
                + "%20-c%20aim.freshness=" + freshness
                + "&socketTimeout=" + silentSeconds);
    }

    /** The last one waits with each answer for all that is committed. */
    private void ask(int client) {
        try (java.sql.Connection connection = connect(client, client == CLIENTS - 1 ? "on" : "off");
                PreparedStatement ofSums = connection.prepareStatement(sums);
                PreparedStatement ofRow = connection.prepareStatement(row)) {
            List<Long> before = List.of();
            List<Long> countBefore = List.of();
            while (!isOver) {
                before = ask(ofSums, true, before);
                countBefore = ask(ofRow, false, countBefore);
            }
        } catch (SQLException | RuntimeException failure) {
            faults.add(failure.toString());
        }
    }

    /** Returns the numbers of the answer, or those before if there was none. */
    private List<Long> ask(PreparedStatement statement, boolean isOfSums, List<Long> before) throws SQLException {
        long startNanos = System.nanoTime();
        List<Long> answer = before;
        String outcome = OK;
        try (ResultSet rows = statement.executeQuery()) {
            answer = isOfSums ? numbers(rows).get(0) : rows.next() ? List.of(rows.getLong(COUNT)) : before;
            for (int i = 0; i < before.size(); i++) {
                require(answer.get(i) >= before.get(i), answer + " after " + before);
            }
            long most = published.getAsLong();
            require(answer.stream().allMatch(each -> each <= most), answer + " of " + most);
        } catch (SQLException failure) {
            outcome = failure.getSQLState();
            if (!EXCUSED.contains(outcome)) {
                throw failure;
            }
        }
        outcomes.merge(outcome, 1, Integer::sum);
        Duration took = Duration.ofNanos(System.nanoTime() - startNanos);
        require(took.compareTo(TIMEOUT.plus(MARGIN)) < 0, "a question took " + took);
        return answer;
    }

    private static List<List<Long>> numbers(ResultSet rows) throws SQLException {
        List<List<Long>> numbers = new ArrayList<>();
        while (rows.next()) {
            List<Long> row = new ArrayList<>();
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                row.add(rows.getLong(i));
            }
            numbers.add(row);
        }
        return numbers;
    }

    private void require(boolean isRight, String otherwise) {
        if (!isRight) {
            faults.add(otherwise);
        }
    }

    /** Returns when there are so many more answers, or a fault. */
    void awaitAnswers(int more) {
        int enough = answers() + more;
        require(
                Waiting.until(() -> answers() >= enough || !faults.isEmpty(), TIMEOUT.multipliedBy(2)),
                "the answers end at " + outcomes());
    }

    private int answers() {
        return outcomes.getOrDefault(OK, 0);
    }

    /** The sums as they are now. */
    public List<Long> sums() throws SQLException {
        return rows(sums).get(0);
    }

    /** What another statement returns now, by a connection of its own: rows of numbers. */
    public List<List<Long>> rows(String sql) throws SQLException {
        try (java.sql.Connection connection = connect();
                PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            return numbers(rows);
        }
    }

    /** How many questions had an answer, and how many which error. */
    public Map<String, Integer> outcomes() {
        return new TreeMap<>(outcomes);
    }

    /** Ends when the last questions have ended. Returns what was wrong. */
    public List<String> end() throws InterruptedException {
        isOver = true;
        for (Thread thread : threads) {
            thread.join(TIMEOUT.plus(MARGIN).toMillis());
            require(!thread.isAlive(), "a question has no end");
        }
        for (String kind : List.of(OK, OverHttp.ANSWERS, OverHttp.EVENTS)) {
            require(outcomes.getOrDefault(kind, 0) > 0, "there is no answer: " + kind);
        }
        return List.copyOf(faults);
    }

    @Override
    public void close() {
        isOver = true;
        web.close();
        gateways.forEach(OpenGateway::close);
    }
}
