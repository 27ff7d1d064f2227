package dev.aimonflink.gateway.http;

import com.sun.net.httpserver.HttpServer;
import dev.aimonflink.clients.Waiting;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** How an answer ends. */
class DispatcherTest {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Duration LONG = Duration.ofSeconds(2);

    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final StalledWrites stalled = new StalledWrites(DEADLINE, clock);
    private HttpServer server;

    @BeforeEach
    void start() throws Exception {
        // The JDK reads them once in a process, and other tests need them.
        HttpLimits.set();
        Routes routes = new Routes()
                .addOpen(
                        "GET",
                        "/large",
                        call -> call.answer(200, "text/plain", out -> {
                            for (int i = 0; i < 64; i++) {
                                out.write(new byte[1 << 20]);
                            }
                        }))
                .addOpen("GET", "/whole", call -> call.answer(200, "text/plain", out -> out.write(new byte[100_000])))
                .addOpen(
                        "GET",
                        "/broken",
                        call -> call.answer(200, "text/plain", out -> {
                            out.write(new byte[100_000]);
                            throw new IllegalStateException("a defect");
                        }))
                .addOpen(
                        "GET",
                        "/short",
                        call -> call.answer(200, "text/plain", out -> {
                            out.write(new byte[100]);
                            throw new IllegalStateException("a defect");
                        }));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/", new Dispatcher(HostCheck.of(Set.of(), Set.of()), routes, null, null, null, stalled, 8));
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        clock.shutdownNow();
    }

    private String answer(String path) throws Exception {
        try (Socket socket = new Socket("127.0.0.1", server.getAddress().getPort())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    /** Its client must not take it for all. */
    @Test
    void shouldNotEndALongAnswerThatFailed() throws Exception {
        assertThat(answer("/whole")).startsWith("HTTP/1.1 200 ").endsWith("\r\n0\r\n\r\n");
        assertThat(answer("/broken")).startsWith("HTTP/1.1 200 ").doesNotEndWith("0\r\n\r\n");
    }

    /** A slow client takes each piece in time, though not all of them. */
    @Test
    void shouldNotTakeASlowClientForOneThatTakesNothing() throws Exception {
        try (Socket slow = new Socket("127.0.0.1", server.getAddress().getPort())) {
            slow.setSoTimeout((int) DEADLINE.toMillis());
            slow.getOutputStream()
                    .write("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            for (int i = 0; i < 2; i++) {
                assertThat(Waiting.until(() -> stalled.longerThan(LONG) == 1, DEADLINE))
                        .isTrue();
                assertThat(slow.getInputStream().readNBytes(16 << 20)).hasSize(16 << 20);
                assertThat(Waiting.until(() -> stalled.longerThan(LONG) == 0, DEADLINE))
                        .isTrue();
            }
        }
    }

    @Test
    void shouldSayThatAShortAnswerFailed() throws Exception {
        assertThat(answer("/short")).startsWith("HTTP/1.1 500 ").contains("defect of ours");
    }
}
