package dev.aimonflink.gateway.server;

import dev.aimonflink.gateway.ask.ModelWatch;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.message.BackendWriter;
import dev.aimonflink.gateway.security.Permission;
import dev.aimonflink.gateway.security.ScramVerifier;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.gateway.session.FakeJob;
import dev.aimonflink.gateway.session.Gateway;
import dev.aimonflink.gateway.session.Session;
import dev.aimonflink.sql.SqlException;
import java.net.Socket;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

/** Where all places are taken, who may end what others do has some left. */
class PlaceOfAnOperatorTest {
    private static final ScramVerifier VERIFIER = ScramVerifier.ofPassword("pencil", new SecureRandom());

    private final FakeJob job = new FakeJob();
    private final RunningQueries queries = new RunningQueries(Duration.ofSeconds(1), ended -> {});
    private final Gateway gateway = Gateway.of(
            job,
            new ModelWatch(job),
            queries,
            new Gateway.Limits(Duration.ofSeconds(1), 9, 1, 1, Gateway.Isolation.STRICT),
            "aim");
    private final Connections connections = new Connections(new SecureRandom());

    private static User user(String name, boolean seesStatements) {
        return new User(
                name,
                VERIFIER,
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Set.of(),
                seesStatements,
                Set.of(Permission.ASK));
    }

    private void connect(User user, int most) {
        ClientConnection connection = new ClientConnection(null, new Socket());
        Session session = new Session(gateway, connections.nextId(), user, new BackendWriter(), connection);
        connections.add(session, connection, new byte[0], user, most);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "9, 9", "10, 9", "29, 27", "30, 27", "100, 97"})
    void shouldBeKeptAmongConnections(int all, int ofOthers) {
        User ada = user("ada", false);
        User otto = user("otto", true);
        for (int i = 0; i < ofOthers; i++) {
            connect(ada, all);
        }
        assertFails(SqlException.class, () -> connect(ada, all))
                .hasMessageStartingWith("sorry, too many clients already");
        for (int i = ofOthers; i < all; i++) {
            connect(otto, all);
        }
        assertThat(connections.all()).hasSize(all);
        assertFails(SqlException.class, () -> connect(otto, all));
    }

    @Test
    void shouldLeaveAllPlacesToThoseWhoAreTrusted() {
        for (int i = 0; i < 100; i++) {
            connect(new User("ada", null), 100);
        }
        assertThat(connections.all()).hasSize(100);
    }
}
