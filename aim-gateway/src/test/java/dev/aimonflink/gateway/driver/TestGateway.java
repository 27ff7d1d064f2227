package dev.aimonflink.gateway.driver;

import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.security.Users;
import dev.aimonflink.gateway.server.OpenGateway;
import dev.aimonflink.gateway.server.ServerSettings;
import dev.aimonflink.gateway.server.Tls;
import dev.aimonflink.gateway.session.FakeJob;
import dev.aimonflink.gateway.session.Gateway;
import java.time.Duration;
import java.util.Optional;

/** A gateway with a port of its own on loopback, as drivers reach it, over a job in this process. */
final class TestGateway implements AutoCloseable {
    static final String HOST = "127.0.0.1";

    final FakeJob job = new FakeJob();
    private final OpenGateway gateway;

    private TestGateway(Optional<Tls> tls, Optional<Users> users) {
        gateway = OpenGateway.open(
                job,
                ServerSettings.atLoopback(0),
                Gateway.Limits.USUAL,
                new RunningQueries(Duration.ofSeconds(1), ended -> {}),
                tls,
                () -> users);
    }

    /** Trusts everybody. */
    static TestGateway start() {
        return new TestGateway(Optional.empty(), Optional.empty());
    }

    /** Lets in these users alone. */
    static TestGateway start(Optional<Tls> tls, Users users) {
        return new TestGateway(tls, Optional.of(users));
    }

    int port() {
        return gateway.port();
    }

    /** How pgjdbc is pointed to it. */
    String url() {
        return "jdbc:postgresql://" + HOST + ":" + port() + "/aim";
    }

    @Override
    public void close() {
        gateway.close();
    }
}
