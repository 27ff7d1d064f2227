package dev.aimonflink.gateway.server;

import dev.aimonflink.clients.Waiting;
import dev.aimonflink.gateway.ask.ModelWatch;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.message.FrontendWriter;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.gateway.session.FakeJob;
import dev.aimonflink.gateway.session.Gateway;
import dev.aimonflink.testing.Scale;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

/** Clients that begin TLS as they should not, or do not go on. None of them leaves anything behind. */
class UnfriendlyTlsTest {
    private static final int CUTS = 50;
    private static final int MOST = 20;
    private static final int TLS_REQUEST = 80_877_103;
    private static final int ALERT = 0x15;
    private static final String PROTOCOL = "postgresql";
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final byte[] NOTHING = {};
    private static final byte[] REQUEST = FrontendWriter.request(TLS_REQUEST, NOTHING);
    private static final byte[] BEGIN = FrontendWriter.begin(0, Map.of("user", "ada"));

    @TempDir
    private static Path folder;

    private static SelfSigned files;

    private final ModelWatch watch = new ModelWatch(new FakeJob());
    private final RunningQueries queries = new RunningQueries(Duration.ofSeconds(1), ended -> {});
    private final Connections connections = new Connections(new SecureRandom());
    private GatewayServer server;

    @BeforeAll
    static void makeCertificate() throws Exception {
        files = SelfSigned.in(folder);
    }

    private void open(boolean needsTls, Duration authenticationTime) throws IOException {
        server = new GatewayServer(
                Gateway.of(new FakeJob(), watch, queries, Gateway.Limits.USUAL, "aim"),
                new ServerSettings("127.0.0.1", 0, MOST, needsTls, authenticationTime, LONG, LONG),
                Optional.of(files.tls()),
                Optional::empty,
                connections);
        server.start();
    }

    @AfterEach
    void leaveNothing() throws Exception {
        await();
        assertThat(connections.all()).isEmpty();
        try (RawClient client = begun()) {
            client.query("SELECT 4711");
            assertThat(client.untilReady()).contains("D 4711");
        }
        server.close();
        watch.close();
    }

    /** Returns when no connection has a thread. */
    private static void await() throws InterruptedException {
        long end = System.nanoTime() + DEADLINE.toNanos();
        while (Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().matches("aim-gateway-\\d+"))) {
            assertThat(System.nanoTime()).as("the deadline").isLessThan(end);
            Thread.sleep(5);
        }
    }

    /** One that has asked for TLS, and may begin. */
    private RawClient accepted() throws IOException {
        RawClient client = new RawClient(server.port());
        client.send(REQUEST);
        assertThat(client.oneByte()).isEqualTo('S');
        return client;
    }

    private static SSLSocket encrypted(Socket plain, String version, String... protocols) throws Exception {
        SSLSocket socket =
                (SSLSocket) files.trusting().getSocketFactory().createSocket(plain, "localhost", plain.getPort(), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setProtocols(new String[] {version});
        parameters.setApplicationProtocols(protocols);
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    private RawClient begun() throws Exception {
        RawClient client = new RawClient(encrypted(accepted().socket(), "TLSv1.3"));
        client.send(BEGIN);
        assertThat(client.untilReady()).endsWith("Z I");
        return client;
    }

    @Test
    void shouldRefuseWhoAsksForEncryptionWhenItIsEncrypted() throws Exception {
        open(false, LONG);
        try (RawClient client = new RawClient(encrypted(accepted().socket(), "TLSv1.3"))) {
            client.send(REQUEST);
            assertThat(client.untilTheEnd()).hasSize(2).first().asString().startsWith("E 08P01");
        }
    }

    @Test
    void shouldSayThatAnOperatorHasEndedIt() throws Exception {
        open(false, LONG);
        try (RawClient client = begun()) {
            connections.end(connections.all().iterator().next().processId(), new User("ada", null), true);
            assertThat(client.untilTheEnd()).hasSize(2).first().asString().startsWith("E 57P01");
        }
    }

    /** What waits for a client that reads nothing has the lock of its encryption. */
    @Test
    void shouldCloseWhileAClientReadsNothing() throws Exception {
        open(false, LONG);
        try (RawClient client = begun()) {
            client.query("SELECT repeat('x', 250000) FROM generate_series(1, 100)");
            assertThat(Waiting.until(UnfriendlyTlsTest::isBlocked, DEADLINE)).isTrue();
            CompletableFuture<Void> closed = CompletableFuture.runAsync(() -> {
                try {
                    server.close();
                } catch (IOException impossible) {
                    throw new UncheckedIOException(impossible);
                }
            });
            assertThat(closed).succeedsWithin(DEADLINE);
        }
        open(false, LONG);
    }

    /** Whether a thread of a connection waits for its client to take something. */
    private static boolean isBlocked() {
        return Thread.getAllStackTraces().values().stream()
                .map(frames -> Arrays.stream(frames)
                        .map(StackTraceElement::getMethodName)
                        .toList())
                .anyMatch(methods -> methods.contains("flushIfFull") && methods.contains("park"));
    }

    @Test
    void shouldEndHandshakesThatDoNotGoOn() throws Exception {
        open(false, SHORT);
        try (RawClient silent = accepted();
                RawClient half = accepted();
                RawClient direct = new RawClient(server.port())) {
            half.send(Arrays.copyOf(hello(), 40));
            direct.send(Arrays.copyOf(hello(), 7));
            assertThat(silent.untilTheEnd()).containsExactly("(closed)");
            assertThat(half.untilTheEnd()).containsExactly("(closed)");
            assertThat(direct.untilTheEnd()).containsExactly("(closed)");
        }
    }

    @Test
    void shouldEndHandshakesThatAreCutOrMalformed() throws Exception {
        open(false, SHORT);
        long seed = Scale.seed();
        Random random = new Random(seed);
        byte[] hello = hello();
        for (int i = 0; i < Scale.times(CUTS); i++) {
            await();
            RawClient client = random.nextBoolean() ? accepted() : new RawClient(server.port());
            byte[] bytes = Arrays.copyOf(hello, 1 + random.nextInt(hello.length));
            for (int left = random.nextInt(3); left > 0; left--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            client.send(bytes);
            if (random.nextBoolean()) {
                client.reset();
            } else {
                client.close();
            }
        }
        System.out.println("UnfriendlyTlsTest: -Daim.test.seed=" + seed);
    }

    /** The first record of a client that says it speaks PostgreSQL's protocol. */
    private static byte[] hello() throws Exception {
        SSLEngine engine = files.trusting().createSSLEngine("localhost", 1);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {PROTOCOL});
        engine.setSSLParameters(parameters);
        engine.setUseClientMode(true);
        ByteBuffer record = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(ByteBuffer.allocate(0), record);
        return Arrays.copyOf(record.array(), record.position());
    }

    /** What somebody in between sends before TLS begins is not taken for what the client sends in it. */
    @Test
    void shouldRefuseWhatIsStuffedBehindARequestForTls() throws Exception {
        open(false, LONG);
        ByteArrayOutputStream stuffed = new ByteArrayOutputStream();
        stuffed.writeBytes(REQUEST);
        stuffed.writeBytes(BEGIN);
        try (RawClient client = new RawClient(server.port())) {
            client.send(stuffed.toByteArray());
            assertThat(client.oneByte()).isEqualTo('S');
            assertThat(client.oneByte()).as("an alert, or the end").isIn(ALERT, -1);
        }
        try (RawClient client = new RawClient(server.port())) {
            client.send(stuffed.toByteArray());
            assertThat(client.oneByte()).isEqualTo('S');
            assertFails(IOException.class, () -> encrypted(client.socket(), "TLSv1.3"));
        }
    }

    @Test
    void shouldRefusePlainTextsAtADoorForTls() throws Exception {
        open(true, LONG);
        try (RawClient client = new RawClient(server.port())) {
            client.send(BEGIN);
            assertThat(client.untilTheEnd()).hasSize(2).first().asString().startsWith("E 28000");
        }
    }

    @Test
    void shouldDemandThatTlsAtOnceIsForPostgres() throws Exception {
        open(false, LONG);
        try (RawClient client = new RawClient(encrypted(plain(), "TLSv1.3", PROTOCOL))) {
            client.send(BEGIN);
            assertThat(client.untilReady()).endsWith("Z I");
        }
        try (RawClient client = new RawClient(encrypted(plain(), "TLSv1.3"))) {
            assertThat(client.oneByte()).isEqualTo(-1);
        }
        assertFails(SSLException.class, () -> encrypted(plain(), "TLSv1.3", "http/1.1"));
    }

    private Socket plain() throws IOException {
        return new RawClient(server.port()).socket();
    }

    @Test
    void shouldEndWhoSendsGarbageInsteadOfARecord() throws Exception {
        open(false, LONG);
        try (RawClient plain = accepted();
                RawClient client = new RawClient(encrypted(plain.socket(), "TLSv1.3"))) {
            client.send(BEGIN);
            assertThat(client.untilReady()).endsWith("Z I");
            // A whole record of data, which no key has made.
            byte[] garbage = new byte[5 + 32];
            System.arraycopy(new byte[] {0x17, 3, 3, 0, 32}, 0, garbage, 0, 5);
            plain.send(garbage);
            await();
        }
    }

    /** Only the older version has it. Whether it is taken or not, the others go on. */
    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void shouldLiveWithAnotherHandshake(String version) throws Exception {
        open(false, LONG);
        try (SSLSocket socket = encrypted(accepted().socket(), version);
                RawClient client = new RawClient(socket)) {
            client.send(BEGIN);
            assertThat(client.untilReady()).endsWith("Z I");
            socket.startHandshake();
            client.query("SELECT 1");
            assertThat(List.of("D 1", "(closed)")).containsAnyElementsOf(client.untilReady());
        }
    }
}
