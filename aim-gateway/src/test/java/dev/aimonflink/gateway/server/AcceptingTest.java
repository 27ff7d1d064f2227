package dev.aimonflink.gateway.server;

import dev.aimonflink.gateway.ask.ModelWatch;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.session.FakeJob;
import dev.aimonflink.gateway.session.Gateway;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Connections that cannot be accepted, as where a process may open no more files. */
class AcceptingTest {
    private static final int FAILURES = 3;
    private static final Duration LONG = Duration.ofMinutes(5);

    /** Fails at first. */
    private static final class Failing extends ServerSocket {
        private int failures;

        Failing() throws IOException {}

        @Override
        public Socket accept() throws IOException {
            if (failures++ < FAILURES) {
                throw new SocketException("Too many open files");
            }
            return super.accept();
        }
    }

    @Test
    void shouldGoOnAfterAPause() throws Exception {
        FakeJob job = new FakeJob();
        ModelWatch watch = new ModelWatch(job);
        RunningQueries queries = new RunningQueries(Duration.ofSeconds(1), ended -> {});
        try (GatewayServer server = new GatewayServer(
                Gateway.of(job, watch, queries, Gateway.Limits.USUAL, "aim"),
                new ServerSettings("127.0.0.1", 0, 10, false, LONG, LONG, LONG),
                Optional.empty(),
                Optional::empty,
                new Connections(new SecureRandom()),
                new Failing())) {
            final long before = System.nanoTime();
            server.start();
            try (RawClient client = RawClient.begun(server.port(), 0)) {
                assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(FAILURES * GatewayServer.PAUSE_NANOS);
                client.query("SELECT 4711");
                assertThat(client.untilReady()).contains("D 4711");
            }
        }
        watch.close();
    }
}
