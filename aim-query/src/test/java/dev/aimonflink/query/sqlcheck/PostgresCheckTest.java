package dev.aimonflink.query.sqlcheck;

import dev.aimonflink.query.postgres.PostgresServer;
import dev.aimonflink.testing.Scale;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import static org.assertj.core.api.Assertions.assertThat;

@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "PostgreSQL's binaries are those for it")
@Tag("compiled")
class PostgresCheckTest {
    private static final int QUERIES = Scale.times(250);

    @Test
    void shouldAnswerAsPostgresDoes() {
        CheckReport report = PostgresCheck.run(QUERIES, Scale.seed());

        report.requireNoDifference(QUERIES);
        // Else the texts would be of little use.
        report.requireMoreThan(QUERIES / 2L, PostgresCheck.ANSWERED);
    }

    /** Of any seed it is a matter of chance whether there are any. */
    @Test
    void shouldRefuseAsPostgresDoes() {
        CheckReport report = PostgresCheck.run(160, 7);

        report.requireNoDifference(160);
        report.requireMoreThan(5, PostgresCheck.REFUSED);
    }

    @Test
    void shouldKnowForWhatPostgresStopsAtARow() throws SQLException {
        try (PostgresServer server = PostgresServer.start();
                Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("create table t(a integer)");
            for (String selected :
                    List.of("bool_and(null)", "bool_or(true)", "min(null)", "max(5)", "min(5 / a)", "distinct 5")) {
                assertThat(stopsAtARow(statement, selected)).as(selected).isTrue();
            }
            for (String selected :
                    List.of("sum(null)", "count(null)", "max(5), count(*)", "min(a)", "bool_or(a = 1)", "distinct a")) {
                assertThat(stopsAtARow(statement, selected)).as(selected).isFalse();
            }
        }
    }

    private static boolean stopsAtARow(Statement statement, String selected) throws SQLException {
        return PostgresCheck.stopsAtARow(statement, "select " + selected + " from t where 5 / a = 1");
    }
}
