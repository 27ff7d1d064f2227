package dev.aimonflink.gateway.server;

import dev.aimonflink.clients.Waiting;
import dev.aimonflink.gateway.ask.ModelWatch;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.message.Frontend;
import dev.aimonflink.gateway.message.FrontendReader;
import dev.aimonflink.gateway.message.FrontendWriter;
import dev.aimonflink.gateway.security.Users;
import dev.aimonflink.gateway.session.FakeJob;
import dev.aimonflink.gateway.session.Gateway;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.testing.Scale;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Clients that send what they should not, or nothing, through sockets. None of them leaves anything behind. */
class UnfriendlyClientsTest {
    private static final int CLIENTS = 100;
    private static final int MOST = 20;
    private static final int TLS_REQUEST = 80_877_103;
    private static final int GSS_REQUEST = 80_877_104;
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final byte[] NOTHING = {};

    private final FakeJob job = new FakeJob();
    private final ModelWatch watch = new ModelWatch(job);
    private final RunningQueries queries = new RunningQueries(Duration.ofSeconds(1), ended -> {});
    private final Connections connections = new Connections(new SecureRandom());
    private volatile boolean isUsersFileWrong;
    private GatewayServer server;

    private void open(boolean needsTls, Duration authenticationTime) throws IOException {
        open(needsTls, authenticationTime, LONG);
    }

    private void open(boolean needsTls, Duration authenticationTime, Duration idleTime) throws IOException {
        open(needsTls, authenticationTime, idleTime, LONG);
    }

    private void open(boolean needsTls, Duration authenticationTime, Duration idleTime, Duration writeTime)
            throws IOException {
        server = new GatewayServer(
                Gateway.of(job, watch, queries, Gateway.Limits.USUAL, "aim"),
                new ServerSettings("127.0.0.1", 0, MOST, needsTls, authenticationTime, idleTime, writeTime),
                Optional.empty(),
                this::users,
                connections);
        server.start();
    }

    private Optional<Users> users() {
        if (isUsersFileWrong) {
            throw new InvalidInputException("Line 3 is none.");
        }
        return Optional.empty();
    }

    @Test
    void shouldSayThatNobodyIsLetInWhereTheUsersCannotBeRead() throws Exception {
        open(false, LONG);
        isUsersFileWrong = true;
        try (RawClient client = new RawClient(server.port())) {
            client.send(FrontendWriter.begin(0, Map.of("user", "ada")));
            assertThat(client.untilTheEnd())
                    .hasSize(2)
                    .first()
                    .asString()
                    .startsWith("E 28000")
                    .doesNotContain("Line 3");
        }
        isUsersFileWrong = false;
    }

    @AfterEach
    void leaveNothing() throws Exception {
        await(() -> threads() == 0);
        assertThat(connections.all()).isEmpty();
        assertThat(queries.runningOfAll()).isZero();
        try (RawClient client = RawClient.begun(server.port(), 0)) {
            client.query("SELECT 4711");
            assertThat(client.untilReady()).contains("D 4711");
        }
        server.close();
        watch.close();
    }

    /** Of connections, which are named after their ports. */
    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches("aim-gateway-\\d+"))
                .count();
    }

    private static void await(BooleanSupplier condition) {
        assertThat(Waiting.until(condition, DEADLINE)).as("before the deadline").isTrue();
    }

    @Test
    void shouldEndWhatIsCutOrMalformed() throws Exception {
        open(false, SHORT);
        long seed = Scale.seed();
        Random random = new Random(seed);
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.writeBytes(FrontendWriter.request(GSS_REQUEST, NOTHING));
        whole.writeBytes(FrontendWriter.request(TLS_REQUEST, NOTHING));
        whole.writeBytes(FrontendWriter.begin(2, Map.of("user", "ada", "application_name", "x")));
        whole.writeBytes(FrontendWriter.bytes(new Frontend.Query("SELECT g FROM generate_series(1, 1000) g")));
        whole.writeBytes(FrontendWriter.bytes(new Frontend.Terminate()));
        for (int i = 0; i < Scale.times(CLIENTS); i++) {
            byte[] bytes = Arrays.copyOf(whole.toByteArray(), random.nextInt(whole.size()));
            for (int left = random.nextInt(3); left > 0 && bytes.length > 0; left--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            await(() -> threads() < MOST);
            RawClient client = new RawClient(server.port());
            client.send(bytes);
            if (random.nextBoolean()) {
                client.reset();
            } else {
                client.close();
            }
        }
        System.out.println("UnfriendlyClientsTest: -Daim.test.seed=" + seed);
    }

    /** A byte now and then is no life. */
    @Test
    void shouldEndWhoDoesNotBegin() throws Exception {
        open(false, SHORT);
        byte[] begin = FrontendWriter.begin(0, Map.of("user", "ada", "application_name", "x".repeat(4_000)));
        try (RawClient silent = new RawClient(server.port());
                RawClient half = new RawClient(server.port());
                RawClient slow = new RawClient(server.port())) {
            half.send(Arrays.copyOf(begin, 20));
            assertThat(silent.untilTheEnd()).containsExactly("(closed)");
            assertThat(half.untilTheEnd()).containsExactly("(closed)");
            long end = System.nanoTime() + DEADLINE.toNanos();
            int sent = 0;
            boolean isClosed = false;
            while (!isClosed && sent < begin.length) {
                assertThat(System.nanoTime()).as("the deadline").isLessThan(end);
                try {
                    slow.send(new byte[] {begin[sent++]});
                    Thread.sleep(10);
                } catch (IOException closed) {
                    isClosed = true;
                }
            }
            assertThat(isClosed).isTrue();
        }
    }

    /** Who has been silent for longer, but in a transaction, stays. */
    @Test
    void shouldEndWhoAsksNothingOutsideOfATransaction() throws Exception {
        open(false, LONG, SHORT);
        try (RawClient inTransaction = RawClient.begun(server.port(), 0);
                RawClient inFailed = RawClient.begun(server.port(), 0)) {
            inTransaction.query("BEGIN");
            assertThat(inTransaction.untilReady()).endsWith("Z T");
            inFailed.query("BEGIN; SELECT 1 / 0");
            assertThat(inFailed.untilReady()).endsWith("Z E");
            try (RawClient idle = RawClient.begun(server.port(), 0)) {
                idle.query("SELECT 1");
                assertThat(idle.untilReady()).contains("D 1");
                assertThat(idle.untilTheEnd()).hasSize(2).first().asString().startsWith("E 57P05");
            }
            inTransaction.query("SELECT 2");
            assertThat(inTransaction.untilReady()).contains("D 2");
            for (RawClient client : List.of(inTransaction, inFailed)) {
                client.query("ROLLBACK");
                assertThat(client.untilReady()).endsWith("Z I");
                assertThat(client.untilTheEnd()).hasSize(2).first().asString().startsWith("E 57P05");
            }
        }
    }

    @Test
    void shouldEndWhoAsksNothingInATransactionForAsLongAsItHasSet() throws Exception {
        open(false, LONG);
        try (RawClient client = RawClient.begun(server.port(), 0)) {
            client.query("SET idle_in_transaction_session_timeout = '100ms'; BEGIN");
            assertThat(client.untilReady()).endsWith("Z T");
            assertThat(client.untilTheEnd())
                    .containsExactly("E 25P03 terminating connection due to idle-in-transaction timeout", "(closed)");
        }
    }

    /** It would keep its place, and what it does not read, until TCP gives up. */
    @Test
    void shouldEndWhoReadsNothing() throws Exception {
        open(false, LONG, LONG, SHORT);
        try (RawClient client = RawClient.begun(server.port(), 0);
                RawClient idle = RawClient.begun(server.port(), 0)) {
            client.query("SELECT repeat('x', 250000) FROM generate_series(1, 100)");
            await(() -> threads() == 1);
            idle.query("SELECT 2");
            assertThat(idle.untilReady()).contains("D 2");
        }
    }

    @Test
    void shouldRefuseMessagesThatAreTooLong() throws Exception {
        open(false, LONG);
        byte[] head = ByteBuffer.allocate(5).put((byte) 'Q').putInt(17 << 20).array();
        try (RawClient client = RawClient.begun(server.port(), 0)) {
            client.send(head);
            assertThat(client.untilTheEnd()).hasSize(2).first().asString().startsWith("E 54000");
        }
        try (RawClient stranger = new RawClient(server.port())) {
            stranger.send(ByteBuffer.allocate(4)
                    .putInt(FrontendReader.MAX_BYTES_BEFORE_AUTHENTICATION + 1)
                    .array());
            assertThat(stranger.untilTheEnd()).hasSize(2).first().asString().startsWith("E 54000");
        }
        try (RawClient client = RawClient.begun(server.port(), 0)) {
            client.send(head);
            client.send(new byte[17 << 20]);
            assertThat(client.untilTheEnd()).endsWith("(closed)");
        } catch (IOException refused) {
            assertThat(refused).hasMessageMatching(".*(Broken pipe|reset).*");
        }
    }

    @Test
    void shouldRefuseWithoutTlsWhatNeedsIt() throws Exception {
        open(true, LONG);
        try (RawClient client = new RawClient(server.port())) {
            client.send(FrontendWriter.begin(0, Map.of("user", "ada")));
            assertThat(client.untilTheEnd()).hasSize(2).first().asString().startsWith("E 28000");
        }
        server.close();
        open(false, LONG);
    }

    @Test
    void shouldRefuseSettingsThatAreNone() throws Exception {
        open(false, LONG);
        try (RawClient client = new RawClient(server.port())) {
            client.send(FrontendWriter.begin(0, Map.of("user", "ada", "TimeZone", "No/Where")));
            assertThat(client.untilTheEnd()).anyMatch(line -> line.startsWith("E 22023"));
        }
    }

    @Test
    void shouldRefuseOneTooManyAndLetItCancel() throws Exception {
        open(false, LONG);
        RawClient[] clients = new RawClient[MOST];
        for (int i = 0; i < MOST; i++) {
            clients[i] = RawClient.begun(server.port(), 0);
        }
        try (RawClient client = new RawClient(server.port())) {
            client.send(FrontendWriter.request(TLS_REQUEST, NOTHING));
            assertThat(client.oneByte()).isEqualTo('N');
            client.send(FrontendWriter.begin(0, Map.of("user", "ada")));
            assertThat(client.untilTheEnd()).hasSize(2).first().asString().startsWith("E 53300");
        }
        job.isSilent = true;
        clients[0].query("SELECT count(*) FROM subscribers");
        await(() -> job.isAsked());
        RawClient[] silent = silent(MOST);
        try (RawClient other = new RawClient(server.port())) {
            other.send(clients[0].cancel(0));
            assertThat(other.untilTheEnd()).containsExactly("(closed)");
        }
        assertThat(clients[0].untilReady()).anyMatch(line -> line.startsWith("E 57014"));
        job.isSilent = false;
        close(clients);
        close(silent);
    }

    private RawClient[] silent(int count) throws IOException {
        RawClient[] silent = new RawClient[count];
        for (int i = 0; i < count; i++) {
            silent[i] = new RawClient(server.port());
        }
        return silent;
    }

    private static void close(RawClient... clients) throws IOException {
        for (RawClient client : clients) {
            client.close();
        }
    }

    /** Who does not say who he is has a place only as long as nobody else needs it. */
    @Test
    void shouldLetClientsInWhereSilentOnesHaveAllPlaces() throws Exception {
        open(false, LONG);
        RawClient[] silent = silent(MOST);
        RawClient[] clients = new RawClient[MOST];
        for (int i = 0; i < MOST; i++) {
            clients[i] = RawClient.begun(server.port(), 0);
            clients[i].query("SELECT 1");
            assertThat(clients[i].untilReady()).contains("D 1");
        }
        assertThat(silent[0].untilTheEnd()).as("the oldest").containsExactly("(closed)");
        close(clients);
        close(silent);
    }

    @Test
    void shouldCancelByTheSecretAlone() throws Exception {
        open(false, LONG);
        for (int minor : new int[] {0, 2}) {
            try (RawClient client = RawClient.begun(server.port(), minor)) {
                assertThat(client.bytesOfSecret()).isEqualTo(minor == 0 ? 4 : 32);
                client.query("SELECT count(*) FROM subscribers");
                assertThat(client.untilReady()).contains("D 10");
                job.isSilent = true;
                client.query("SELECT count(*) FROM subscribers");
                await(() -> job.isAsked());
                try (RawClient other = new RawClient(server.port())) {
                    other.send(client.cancel(1));
                    assertThat(other.untilTheEnd()).containsExactly("(closed)");
                }
                assertThat(job.isAsked()).isTrue();
                try (RawClient other = new RawClient(server.port())) {
                    other.send(client.cancel(0));
                    assertThat(other.untilTheEnd()).containsExactly("(closed)");
                }
                assertThat(client.untilReady()).first().asString().startsWith("E 57014");
                job.isSilent = false;
                client.query("SELECT 1");
                assertThat(client.untilReady()).contains("D 1");
            }
        }
    }

    @Test
    void shouldNegotiateTheVersion() throws Exception {
        open(false, LONG);
        try (RawClient client = new RawClient(server.port())) {
            client.send(FrontendWriter.begin(9999, Map.of("user", "ada", "_pq_.test_protocol_negotiation", "")));
            List<String> heard = client.untilReady();
            assertThat(heard.get(0)).isEqualTo("v");
            assertThat(heard).endsWith("Z I");
            assertThat(client.bytesOfSecret()).isEqualTo(32);
        }
    }

    @Test
    void shouldAnswerRequestsForEncryption() throws Exception {
        open(false, LONG);
        try (RawClient client = new RawClient(server.port())) {
            client.send(FrontendWriter.request(GSS_REQUEST, NOTHING));
            assertThat(client.oneByte()).isEqualTo('N');
            client.send(FrontendWriter.request(TLS_REQUEST, NOTHING));
            assertThat(client.oneByte()).isEqualTo('N');
            client.send(FrontendWriter.begin(0, Map.of("user", "ada")));
            assertThat(client.untilReady()).endsWith("Z I");
        }
        try (RawClient client = new RawClient(server.port())) {
            for (int i = 0; i < 3; i++) {
                client.send(FrontendWriter.request(TLS_REQUEST, NOTHING));
                assertThat(client.oneByte()).isEqualTo('N');
            }
            assertThat(client.untilTheEnd()).hasSize(2).first().asString().startsWith("E 08P01");
        }
    }

    /** Without TLS, what comes behind a request for it is the next message, as for PostgreSQL. */
    @Test
    void shouldReadWhatIsStuffedBehindARequestForTls() throws Exception {
        open(false, LONG);
        ByteArrayOutputStream stuffed = new ByteArrayOutputStream();
        stuffed.writeBytes(FrontendWriter.request(TLS_REQUEST, NOTHING));
        stuffed.writeBytes(FrontendWriter.begin(0, Map.of("user", "ada")));
        try (RawClient client = new RawClient(server.port())) {
            client.send(stuffed.toByteArray());
            assertThat(client.oneByte()).isEqualTo('N');
            assertThat(client.untilReady()).endsWith("Z I");
        }
        try (RawClient client = new RawClient(server.port())) {
            client.send(FrontendWriter.request(TLS_REQUEST, new byte[] {1, 2, 3}));
            assertThat(client.untilTheEnd()).hasSize(2).first().asString().startsWith("E 08P01");
        }
    }
}
