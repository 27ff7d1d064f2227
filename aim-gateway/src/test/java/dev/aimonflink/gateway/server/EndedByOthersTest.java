package dev.aimonflink.gateway.server;

import dev.aimonflink.clients.Waiting;
import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.ask.ModelWatch;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.message.Frontend;
import dev.aimonflink.gateway.message.FrontendWriter;
import dev.aimonflink.gateway.security.Permission;
import dev.aimonflink.gateway.security.ScramVerifier;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.gateway.session.FakeJob;
import dev.aimonflink.gateway.session.Gateway;
import dev.aimonflink.sql.SqlState;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What one connection does is ended by another: {@code pg_cancel_backend} and {@code pg_terminate_backend}. */
class EndedByOthersTest {
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final String TERMINATED = "E 57P01 terminating connection due to administrator command";

    private static final String MUCH = "SELECT repeat('x', 250000) FROM generate_series(1, 100)";

    /** A Query whose text is not UTF-8. */
    private static final byte[] UNREADABLE = {'Q', 0, 0, 0, Integer.BYTES + 2, (byte) 0xC3, 0};

    private final FakeJob job = new FakeJob();
    private final ModelWatch watch = new ModelWatch(job);
    private final RunningQueries queries = new RunningQueries(Duration.ofSeconds(1), ended -> {});
    private final Connections connections = new Connections(new SecureRandom());
    private final BlockableListener listener = new BlockableListener();
    private GatewayServer server;
    private RawClient operator;
    private RawClient ended;
    private String pid;

    EndedByOthersTest() throws IOException {}

    @BeforeEach
    void connect() throws IOException {
        server = new GatewayServer(
                Gateway.of(job, watch, queries, Gateway.Limits.USUAL, "aim"),
                new ServerSettings("127.0.0.1", 0, 10, false, LONG, LONG, LONG),
                Optional.empty(),
                Optional::empty,
                connections,
                listener);
        server.start();
        operator = RawClient.begun(server.port(), 0);
        ended = RawClient.begun(server.port(), 0);
        ended.query("SELECT pg_backend_pid()");
        pid = ended.untilReady().stream()
                .filter(line -> line.startsWith("D "))
                .findFirst()
                .orElseThrow()
                .substring(2);
    }

    @AfterEach
    void close() throws IOException {
        operator.close();
        ended.close();
        server.close();
        watch.close();
    }

    private List<String> asked(String sql) throws IOException {
        operator.query(sql);
        return operator.untilReady();
    }

    /** Sleeps, in two statements. */
    private void sleep() throws IOException {
        ended.query("SELECT pg_sleep(300); SELECT pg_sleep(300)");
        assertThat(Waiting.until(() -> queries.runningOfAll() == 1, DEADLINE)).isTrue();
    }

    @Test
    void shouldCancelAStatement() throws IOException {
        sleep();
        assertThat(asked("SELECT pg_cancel_backend(" + pid + ")")).contains("D t");
        assertThat(ended.untilReady())
                .anyMatch(line -> line.startsWith("E 57014 canceling statement due to user request"))
                .endsWith("Z I");
    }

    @Test
    void shouldTerminateWhatRuns() throws IOException {
        sleep();
        assertThat(asked("SELECT pg_terminate_backend(" + pid + ")")).contains("D t");
        requireEnd();
    }

    @Test
    void shouldListWhatWaits() throws IOException {
        String sql =
                "SELECT state, usename, application_name, backend_start <= now(), query FROM pg_stat_activity WHERE pid = "
                        + pid;
        assertThat(asked(sql)).contains("D idle|ada||t|");
        ended.query("SET application_name = 'a pool'");
        ended.untilReady();
        sleep();
        assertThat(asked(sql)).contains("D active|ada|a pool|t|SELECT pg_sleep(300)");
        assertThat(asked("SELECT pg_cancel_backend(" + pid + ")")).contains("D t");
        ended.untilReady();
        assertThat(asked(sql)).contains("D idle|ada|a pool|t|");
        ended.close();
        requireOneLeft();
        assertThat(Waiting.until(() -> queries.connections().size() == 1, DEADLINE))
                .isTrue();
    }

    @Test
    void shouldTerminateWhatWaits() throws IOException {
        assertThat(asked("SELECT pg_terminate_backend(" + pid + ")")).contains("D t");
        requireEnd();
        assertThat(asked("SELECT pg_terminate_backend(" + pid + ")")).contains("D f");
    }

    @Test
    void shouldTerminateItself() throws IOException {
        ended.query("SELECT pg_terminate_backend(" + pid + ")");
        requireEnd();
    }

    @Test
    void shouldTerminateWhatSilentlyTakesNothingMore() throws IOException {
        listener.last.isBlocked = true;
        assertThat(asked("SELECT pg_terminate_backend(" + pid + ")")).contains("D t");
        requireOneLeft();
    }

    @Test
    void shouldNotWriteWhileTheConnectionWritesItself() throws IOException {
        listener.last.isBlocked = true;
        ended.send(UNREADABLE);
        assertThat(Waiting.until(() -> listener.last.writers.size() == 1, DEADLINE))
                .isTrue();
        assertThat(asked("SELECT pg_terminate_backend(" + pid + ")")).contains("D t");
        requireOneLeft();
        assertThat(listener.last.writers).hasSize(1);
    }

    @Test
    void shouldTerminateWhatRunsBecauseOfAnUnreadableMessage() throws IOException {
        job.isSilent = true;
        ended.send(FrontendWriter.bytes(new Frontend.Parse("", "BEGIN", List.of())));
        ended.send(FrontendWriter.bytes(new Frontend.Bind("", "", List.of(), List.of(), List.of())));
        ended.send(FrontendWriter.bytes(new Frontend.Execute("", 0)));
        ended.send(FrontendWriter.bytes(new Frontend.Parse("", "SELECT count(*) FROM subscribers", List.of())));
        ended.send(FrontendWriter.bytes(new Frontend.Bind("", "", List.of(), List.of(), List.of())));
        ended.send(FrontendWriter.bytes(new Frontend.Execute("", 0)));
        ended.send(UNREADABLE);
        assertThat(Waiting.until(() -> job.isAsked(), DEADLINE)).isTrue();
        assertThat(asked("SELECT pg_terminate_backend(" + pid + ")")).contains("D t");
        requireEnd();
    }

    @Test
    void shouldTerminateWhoReadsNothingOfAnAnswer() throws IOException {
        sendMuch();
        assertThat(asked("SELECT pg_terminate_backend(" + pid + ")")).contains("D t");
        requireOneLeft();
    }

    @Test
    void shouldTerminateInTheMiddleOfAnAnswer() throws IOException {
        sendMuch();
        assertThat(asked("SELECT pg_terminate_backend(" + pid + ")")).contains("D t");
        assertThat(ended.untilTheEnd())
                .noneMatch(line -> line.startsWith("C ") || line.startsWith("Z"))
                .endsWith("(closed)");
    }

    /** The answer is computed, and too long for what lies between. */
    private void sendMuch() throws IOException {
        ended.query(MUCH);
        assertThat(Waiting.until(
                        () -> queries.all().stream()
                                .anyMatch(query -> query.text().equals(MUCH) && !query.isRunning()),
                        DEADLINE))
                .isTrue();
    }

    private void requireEnd() throws IOException {
        assertThat(ended.untilTheEnd())
                .anyMatch(line -> line.startsWith(TERMINATED))
                .noneMatch(line -> line.startsWith("Z"))
                .endsWith("(closed)");
        requireOneLeft();
    }

    private void requireOneLeft() {
        assertThat(Waiting.until(() -> connections.all().size() == 1, DEADLINE)).isTrue();
    }

    /** Its newest connection can be blocked, as one is whose client takes nothing. */
    private static final class BlockableListener extends ServerSocket {
        private volatile Blockable last;

        BlockableListener() throws IOException {}

        @Override
        public Socket accept() throws IOException {
            Blockable accepted = new Blockable();
            implAccept(accepted);
            last = accepted;
            return accepted;
        }
    }

    private static final class Blockable extends Socket {
        /** That are blocked, or were. */
        private final Set<Thread> writers = ConcurrentHashMap.newKeySet();

        private final CountDownLatch closed = new CountDownLatch(1);
        private volatile boolean isBlocked;

        @Override
        public OutputStream getOutputStream() throws IOException {
            return new FilterOutputStream(super.getOutputStream()) {
                @Override
                public void write(byte[] bytes, int from, int length) throws IOException {
                    if (isBlocked) {
                        writers.add(Thread.currentThread());
                        try {
                            closed.await();
                        } catch (InterruptedException stopped) {
                            Thread.currentThread().interrupt();
                        }
                        throw new SocketException("Socket closed");
                    }
                    out.write(bytes, from, length);
                }
            };
        }

        @Override
        public synchronized void close() throws IOException {
            closed.countDown();
            super.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pg_cancel_backend", "pg_terminate_backend"})
    void shouldSayThatThereIsNoSuchConnection(String function) throws IOException {
        assertThat(asked("SELECT " + function + "(2147483647)")).contains("D f");
        assertThat(asked("SELECT " + function + "(NULL)")).contains("D null");
    }

    @Test
    void shouldLetAUserEndWhatIsHisOwnAlone() {
        int number = Integer.parseInt(pid);
        ScramVerifier verifier = ScramVerifier.ofPassword("pencil", new SecureRandom());
        User ada = new User("ada", verifier);
        User grace = new User("grace", verifier);
        assertThat(connections.end(number, ada, false)).isTrue();
        assertThat(connections.end(number, operator(verifier), false)).isTrue();
        for (boolean isConnection : List.of(true, false)) {
            assertThatThrownBy(() -> connections.end(number, grace, isConnection))
                    .isInstanceOfSatisfying(Failure.class, failure -> assertThat(failure.state())
                            .isEqualTo(SqlState.INSUFFICIENT_PRIVILEGE))
                    .hasMessageEndingWith(": it is another user's. Who was added with --see-statements can.");
        }
        assertThat(connections.all()).hasSize(2);
    }

    private static User operator(ScramVerifier verifier) {
        return new User(
                "otto",
                verifier,
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Set.of(),
                true,
                Set.of(Permission.ASK));
    }
}
