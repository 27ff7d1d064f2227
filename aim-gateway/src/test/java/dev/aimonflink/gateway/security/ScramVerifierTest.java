package dev.aimonflink.gateway.security;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.query.postgres.PostgresServer;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class ScramVerifierTest {
    @Test
    void shouldReadWhatItHasWritten() {
        String text = ScramVerifier.ofPassword("pencil", new SecureRandom()).text();

        assertThat(text).matches("SCRAM-SHA-256\\$4096:.{24}\\$.{44}:.{44}");
        assertThat(ScramVerifier.parse(text).text()).isEqualTo(text);
        assertThat(ScramVerifier.parse(text)).hasToString("SCRAM-SHA-256$4096:...");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "md5abc", "pencil", "SCRAM-SHA-256$4096:c2FsdA==$AAAA:AAAA"})
    void shouldRefuseOtherTextsWithoutShowingThem(String text) {
        assertFails(InvalidInputException.class, () -> ScramVerifier.parse(text))
                .hasMessage("This is no verifier of a password. Write SCRAM-SHA-256$4096:salt$StoredKey:ServerKey,"
                        + " as PostgreSQL's pg_authid has it, or add the user anew.");
    }

    @Test
    void shouldRefuseFewIterations() {
        String text = ScramVerifier.ofPassword("pencil", new byte[16], 100).text();
        assertFails(InvalidInputException.class, () -> ScramVerifier.parse(text));
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "PostgreSQL's binaries are those for it")
    void shouldKeepOfAPasswordWhatPostgresKeeps() throws SQLException {
        try (PostgresServer server = PostgresServer.start();
                Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            for (String password : new String[] {
                "pencil", "I\u00adX", "a\u00a0b", "\u00aa\u2168", "p\u00e4ss", "\ud83d\ude00", "\u0001\u00aa"
            }) {
                statement.execute("create role r password '" + password + "'");
                try (ResultSet rows = statement.executeQuery("select rolpassword from pg_authid where rolname = 'r'")) {
                    assertThat(rows.next()).isTrue();
                    ScramVerifier ofPostgres = ScramVerifier.parse(rows.getString(1));
                    assertThat(ScramVerifier.ofPassword(password, ofPostgres.salt(), ofPostgres.iterations())
                                    .text())
                            .isEqualTo(rows.getString(1));
                }
                statement.execute("drop role r");
            }
        }
    }
}
