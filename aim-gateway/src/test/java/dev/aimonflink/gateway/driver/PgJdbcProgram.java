package dev.aimonflink.gateway.driver;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

/** Asks by the pgjdbc of its class path, with what the JDK has alone: {@code java ... HOST PORT}. Ends at the first that is not as it should be. */
final class PgJdbcProgram {
    private static final int ROWS = 10_000;

    /** More than a statement is run before the driver prepares it, and then wants binary values. */
    private static final int RUNS = 7;

    private static final long PAUSE_MS = 50;
    private static final long DEADLINE_SECONDS = 60;
    private static final String MISSPELLED = "SELECT subscriber_id, nosuch FROM subscribers";

    /** The job of the test does not answer this one in time. */
    private static final String SILENT = "SELECT count(*) FROM subscribers WHERE subscriber_id > -987654321";

    private static final Map<String, String> VALUES = new TreeMap<>(Map.of(
            "int2", "-32768",
            "int4", "2147483647",
            "int8", "-9223372036854775808",
            "float8", "-0.1",
            "numeric", "12345678901234567890.0987654321",
            "text", "Z\u00FCrich \uD83D\uDE00",
            "date", "2026-11-18",
            "timestamp", "2026-11-18 12:00:00.123456",
            "int4[]", "{\"1\",NULL,\"3\"}"));

    private PgJdbcProgram() {}

    public static void main(String[] hostAndPort) throws Exception {
        String url = "jdbc:postgresql://" + hostAndPort[0] + ":" + hostAndPort[1] + "/aim?user=ada";
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            readValues(connection);
            equal("the state of an error", state(() -> statement.executeQuery(MISSPELLED)), "42703");
            statement.addBatch("SET application_name = 'a'");
            statement.addBatch("SET application_name = 'b'");
            equal("a batch", statement.executeBatch().length, 2);
            cancel(statement);
            connection.setAutoCommit(false);
            fetch(connection);
            connection.commit();
        }
    }

    private static void equal(String name, Object got, Object wanted) {
        if (!got.equals(wanted)) {
            throw new IllegalStateException(name + ": got " + got + ", wanted " + wanted);
        }
        System.out.println("OK " + name);
    }

    private static void readValues(Connection connection) throws SQLException {
        for (Map.Entry<String, String> value : VALUES.entrySet()) {
            String type = value.getKey();
            try (PreparedStatement statement = connection.prepareStatement("SELECT CAST(? AS " + type + ")")) {
                statement.setString(1, value.getValue());
                equal(type, last(statement), value.getValue());
            }
        }
        String calls = "SELECT number_of_calls_this_day FROM subscribers WHERE subscriber_id = ?";
        try (PreparedStatement statement = connection.prepareStatement(calls)) {
            for (long subscriber = 1; subscriber <= 10; subscriber++) {
                statement.setLong(1, subscriber);
                equal("calls of " + subscriber, last(statement), Long.toString(subscriber));
            }
        }
    }

    /** What the last of some runs returns. */
    private static String last(PreparedStatement statement) throws SQLException {
        String last = null;
        for (int run = 0; run < RUNS; run++) {
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                last = rows.getString(1);
            }
        }
        return last;
    }

    private interface Asking {
        void ask() throws SQLException;
    }

    private static String state(Asking asking) {
        try {
            asking.ask();
            return "none";
        } catch (SQLException failure) {
            return failure.getSQLState();
        }
    }

    /** Again and again, since a cancel that comes before its statement means nothing. */
    private static void cancel(Statement statement) throws Exception {
        CompletableFuture<String> ended =
                CompletableFuture.supplyAsync(() -> state(() -> statement.executeQuery(SILENT)));
        AtomicReference<Long> endedNanos = new AtomicReference<>();
        CompletableFuture<String> timed = ended.whenComplete((state, failure) -> endedNanos.set(System.nanoTime()));
        final long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
        long beganNanos = 0;
        String state = null;
        while (state == null) {
            try {
                state = timed.get(PAUSE_MS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException notYet) {
                equal("in time", System.nanoTime() < deadlineNanos, true);
                beganNanos = beganNanos == 0 ? System.nanoTime() : beganNanos;
                statement.cancel();
            }
        }
        equal("cancel", state, "57014");
        System.out.println("TIME " + (endedNanos.get() - beganNanos) / 1_000_000 + " ms after the first cancel");
    }

    private static void fetch(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT g FROM generate_series(1, ?) g")) {
            statement.setInt(1, ROWS);
            statement.setFetchSize(100);
            int read = 0;
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    read += rows.getInt(1) == read + 1 ? 1 : 0;
                }
            }
            equal("rows", read, ROWS);
        }
    }
}
