package dev.aimonflink.gateway.driver;

import java.io.StringWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.util.PSQLException;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** What programs do with pgjdbc. */
class PgJdbcTest {
    private static final int ROWS = 10_000;
    private static final long DEADLINE_SECONDS = 60;

    private final TestGateway gateway = TestGateway.start();
    private Connection connection;

    @BeforeEach
    void connect() throws SQLException {
        connection = connect("");
    }

    @AfterEach
    void stop() throws SQLException {
        gateway.job.isSilent = false;
        connection.close();
        gateway.close();
    }

    private Connection connect(String options) throws SQLException {
        return DriverManager.getConnection(gateway.url() + "?user=ada" + options);
    }

    private static long one(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            return rows.getLong(1);
        }
    }

    @Test
    void shouldFetchSomeRowsAtATime() throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement statement = connection.prepareStatement("SELECT g FROM generate_series(1, ?) g")) {
            statement.setInt(1, ROWS);
            statement.setFetchSize(100);
            for (int run = 0; run < 7; run++) {
                try (ResultSet rows = statement.executeQuery()) {
                    int read = 0;
                    while (rows.next()) {
                        assertThat(rows.getInt(1)).isEqualTo(++read);
                    }
                    assertThat(read).isEqualTo(ROWS);
                }
            }
        }
        connection.commit();
    }

    @Test
    void shouldEndAFetchThatIsLeft() throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(1);
            ResultSet rows = statement.executeQuery("SELECT subscriber_id FROM subscribers ORDER BY subscriber_id");
            assertThat(rows.next()).isTrue();
            rows.close();
            statement.setMaxRows(3);
            rows = statement.executeQuery("SELECT subscriber_id FROM subscribers ORDER BY subscriber_id");
            int read = 0;
            while (rows.next()) {
                read++;
            }
            assertThat(read).isEqualTo(3);
        }
    }

    @Test
    void shouldSayWhatIsWrongAndWhere() throws SQLException {
        assertThat(failure("SELECT subscriber_id FROM nowhere").getSQLState()).isEqualTo("42P01");
        assertThat(failure("SELECT 1 / 0").getSQLState()).isEqualTo("22012");
        assertThat(failure("SELEC 1").getSQLState()).isEqualTo("42601");
        assertThat(failure("INSERT INTO subscribers VALUES (1)").getSQLState()).isEqualTo("25006");
        PSQLException unknown = failure("SELECT subscriber_id, nosuch FROM subscribers");
        assertThat(unknown.getSQLState()).isEqualTo("42703");
        assertThat(unknown.getServerErrorMessage().getPosition()).isEqualTo(23);
        assertThat(unknown.getServerErrorMessage().getSeverity()).isEqualTo("ERROR");
        // Characters are counted, not bytes nor halves of pairs.
        assertThat(failure("SELECT '\u00FC\uD83D\uDE00', nosuch FROM subscribers")
                        .getServerErrorMessage()
                        .getPosition())
                .isEqualTo(14);
        assertThat(one(connection, "SELECT 1")).isEqualTo(1);
    }

    private PSQLException failure(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return catchThrowableOfType(PSQLException.class, () -> statement.execute(sql));
        }
    }

    @Test
    void shouldCancel() throws Exception {
        one(connection, "SELECT count(*) FROM subscribers");
        gateway.job.isSilent = true;
        try (Statement statement = connection.createStatement()) {
            int before = gateway.job.questions();
            CompletableFuture<SQLException> ended = CompletableFuture.supplyAsync(() -> catchThrowableOfType(
                    SQLException.class, () -> statement.executeQuery("SELECT count(*) FROM subscribers")));
            await(() -> gateway.job.questions() > before);
            statement.cancel();
            assertThat(ended.get(DEADLINE_SECONDS, TimeUnit.SECONDS).getSQLState())
                    .isEqualTo("57014");
        }
        gateway.job.isSilent = false;
        assertThat(one(connection, "SELECT count(*) FROM subscribers")).isEqualTo(10);
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldEndAStatementThatHasNoTimeLeft() throws SQLException {
        one(connection, "SELECT count(*) FROM subscribers");
        gateway.job.isSilent = true;
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            assertThat(catchThrowableOfType(
                                    SQLException.class,
                                    () -> statement.executeQuery("SELECT count(*) FROM subscribers"))
                            .getSQLState())
                    .isEqualTo("57014");
        }
    }

    @Test
    void shouldHaveTransactionsThatReadAlone() throws SQLException {
        connection.setReadOnly(true);
        assertThat(connection.isReadOnly()).isTrue();
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
        connection.setAutoCommit(false);
        assertThat(one(connection, "SELECT count(*) FROM subscribers")).isEqualTo(10);
        connection.commit();
        assertThat(one(connection, "SELECT 2")).isEqualTo(2);
        connection.rollback();
        connection.setReadOnly(false);
        connection.setAutoCommit(true);
        assertThat(connection.isValid((int) DEADLINE_SECONDS)).isTrue();
    }

    @Test
    void shouldReadRepeatably() throws SQLException {
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_REPEATABLE_READ);
        assertThat(one(connection, "SELECT count(*) FROM subscribers")).isEqualTo(10);
        assertThat(one(connection, "SELECT count(*) FROM subscribers")).isEqualTo(10);
        connection.setAutoCommit(false);
        assertThat(connection
                        .getMetaData()
                        .getTables(null, null, "subscribers", null)
                        .next())
                .isTrue();
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(3);
            ResultSet rows = statement.executeQuery("SELECT subscriber_id FROM subscribers");
            int count = 0;
            while (rows.next()) {
                count++;
            }
            assertThat(count).isEqualTo(10);
        }
        assertThat(failure("SELECT count(*) FROM subscribers").getSQLState()).isEqualTo("0A000");
        connection.rollback();
        assertThat(one(connection, "SELECT count(*) FROM subscribers")).isEqualTo(10);
        connection.commit();
        assertThatThrownBy(() -> connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE))
                .isInstanceOfSatisfying(SQLException.class, refused -> assertThat(refused.getSQLState())
                        .isEqualTo("0A000"));
    }

    @Test
    void shouldRollBackToSavepoints() throws SQLException {
        connection.setAutoCommit(false);
        Savepoint unnamed = connection.setSavepoint();
        Savepoint named = connection.setSavepoint("named point");
        assertFails(SQLException.class, () -> one(connection, "SELECT nosuch FROM subscribers"));
        assertThat(failure("SELECT 1").getSQLState()).isEqualTo("25P02");
        connection.rollback(named);
        assertThat(one(connection, "SELECT 1")).isEqualTo(1);
        connection.releaseSavepoint(unnamed);
        connection.commit();
        try (Connection saving = connect("&autosave=always")) {
            saving.setAutoCommit(false);
            assertFails(SQLException.class, () -> one(saving, "SELECT nosuch FROM subscribers"));
            assertThat(one(saving, "SELECT 1")).isEqualTo(1);
            saving.commit();
        }
    }

    @Test
    void shouldRunBatches() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (int i = 0; i < 20; i++) {
                statement.addBatch("SET application_name = 'batch " + i + "'");
            }
            assertThat(statement.executeBatch()).hasSize(20);
            try (ResultSet rows = statement.executeQuery("SHOW application_name")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getString(1)).isEqualTo("batch 19");
            }
            assertThat(statement.execute("SELECT 1; SELECT 2")).isTrue();
            assertThat(statement.getMoreResults()).isTrue();
            assertThat(statement.getResultSet().next()).isTrue();
        }
    }

    @Test
    void shouldCopyOut() throws Exception {
        StringWriter copied = new StringWriter();
        long rows = connection
                .unwrap(PGConnection.class)
                .getCopyAPI()
                .copyOut(
                        "COPY (SELECT subscriber_id, zip FROM subscribers WHERE subscriber_id < 3 ORDER BY 1) TO STDOUT (FORMAT csv, HEADER)",
                        copied);
        assertThat(rows).isEqualTo(2);
        assertThat(copied).hasToString("subscriber_id,zip\n1,\n2,\n");
        assertThatThrownBy(
                        () -> connection.unwrap(PGConnection.class).getCopyAPI().copyIn("COPY subscribers FROM STDIN"))
                .isInstanceOfSatisfying(SQLException.class, refused -> assertThat(refused.getSQLState())
                        .isEqualTo("25006"));
        assertThat(one(connection, "SELECT 1")).isEqualTo(1);
    }
}
