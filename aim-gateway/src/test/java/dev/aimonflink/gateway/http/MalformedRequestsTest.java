package dev.aimonflink.gateway.http;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.testing.Scale;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Bytes that are no requests of HTTP, or not whole ones. Whatever comes, the port answers without a defect, and goes on with the next client. */
class MalformedRequestsTest {
    private static final int REQUESTS = 3_000;
    private static final int MOST_REQUESTS = 100_000;
    private static final int CHECKED_EACH = 50;

    /** As many as {@link TestHttp} has threads, but one. */
    private static final int HALF_SENT = 7;

    private static final int MOST_AT_ONCE = 100;
    private static final int MAX_ANSWER = 1 << 20;
    private static final int MAX_MORE_FILES = 20;
    private static final long MAX_MORE_HEAP = 64L << 20;
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3}) ");

    /** What the server of the JDK says of a line or a number that it cannot read. */
    private static final Pattern OF_THE_JDK = Pattern.compile("(URISyntax|NumberFormat)Exception thrown");

    private TestHttp http;

    @BeforeEach
    void start() throws IOException {
        http = TestHttp.start();
    }

    @AfterEach
    void close() {
        http.close();
        await(() -> threads("aim-http-.*") == 0);
    }

    @Test
    void shouldAnswerWhateverComes() throws Exception {
        answer(Scale.times(REQUESTS));
    }

    @Tag("campaign")
    @Test
    void shouldAnswerAHundredThousand() throws Exception {
        answer(MOST_REQUESTS);
    }

    private void answer(int requests) throws Exception {
        long seed = Scale.seed();
        System.out.println("-Daim.test.seed=" + seed);
        Random seeds = new Random(seed);
        DrawnRequests drawn = new DrawnRequests(http.bearer());
        Map<String, Integer> statuses = new TreeMap<>();
        long files = 0;
        long heap = 0;
        for (int i = 0; i < requests; i++) {
            byte[] request = drawn.next(new Random(seeds.nextLong()));
            String asked = new String(request, StandardCharsets.ISO_8859_1);
            String said = said(request);
            String of = "-Daim.test.seed=" + seed + ", request " + i + ": " + asked;
            assertThat(OF_THE_JDK.matcher(said).replaceAll(""))
                    .as(of)
                    .doesNotContain("Exception", "\tat ", "HTTP/1.1 500");
            Matcher status = STATUS.matcher(said);
            while (status.find()) {
                statuses.merge(status.group(1), 1, Integer::sum);
            }
            if (i % CHECKED_EACH == 0) {
                assertThat(isAnswering()).as(of).isTrue();
            }
            if (i == requests / 10) {
                files = openFiles();
                heap = usedHeap();
            }
        }
        System.out.println(requests + " requests: " + statuses);
        assertThat(statuses).containsKeys("200", "400", "401", "403", "404", "405");
        long mostFiles = files + MAX_MORE_FILES;
        await(() -> openFiles() <= mostFiles);
        await(() -> http.viewers() == 0);
        await(() -> threads("aim-http-\\d+") <= HALF_SENT + 1);
        assertThat(usedHeap()).isLessThan(heap + MAX_MORE_HEAP);
    }

    /** On a connection of its own. */
    private boolean isAnswering() {
        try {
            return http.raw("GET /v1/pulse HTTP/1.1\r\nHost: localhost\r\nAuthorization: " + http.bearer()
                            + "\r\nConnection: close\r\n\r\n")
                    .startsWith("HTTP/1.1 200 ");
        } catch (IOException refused) {
            return false;
        }
    }

    /** All that comes back until the server closes the connection; of a stream without an end, its beginning. */
    private String said(byte[] request) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try (Socket socket = new Socket("127.0.0.1", http.port())) {
            socket.setSoTimeout((int) DEADLINE.toMillis());
            InputStream in = socket.getInputStream();
            try {
                socket.getOutputStream().write(request);
                socket.shutdownOutput();
                byte[] piece = new byte[8 << 10];
                for (int read = in.read(piece); read >= 0 && all.size() < MAX_ANSWER; read = in.read(piece)) {
                    all.write(piece, 0, read);
                    if (all.toString(StandardCharsets.ISO_8859_1).contains("text/event-stream")) {
                        break;
                    }
                }
            } catch (SocketException closedBeforeAllWasSent) {
                // What has come before is the answer.
            }
        }
        return all.toString(StandardCharsets.ISO_8859_1);
    }

    @Test
    void shouldEndRequestsThatStopHalfWay() throws Exception {
        List<Socket> clients = new ArrayList<>();
        String head = "POST /v1/sql HTTP/1.1\r\nHost: localhost\r\nAuthorization: " + http.bearer() + "\r\n";
        List<String> parts = List.of(
                "P",
                "POST /v1/sql HTTP/1.1\r\nHost: local",
                head,
                head + "Content-Length: 100\r\n\r\n{\"statement\"",
                head + "Transfer-Encoding: chunked\r\n\r\n5\r\n{\"st",
                head + "Transfer-Encoding: chunked\r\n\r\n",
                head + "Content-Length: 100\r\nExpect: 100-continue\r\n\r\n");
        assertThat(parts).hasSize(HALF_SENT);
        for (String part : parts) {
            Socket client = new Socket("127.0.0.1", http.port());
            client.setSoTimeout((int) DEADLINE.toMillis());
            client.getOutputStream().write(bytes(part));
            clients.add(client);
        }
        assertThat(isAnswering()).as("clients that have sent a part").isTrue();
        for (Socket client : clients) {
            // Until its end, which the deadline of the socket has to be behind.
            String said = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(said).doesNotContain("Exception", "HTTP/1.1 500", "HTTP/1.1 200");
            client.close();
        }
        assertThat(isAnswering()).as("clients that had sent a part").isTrue();
    }

    /** The server takes so many connections at a time, and has to know which of them have ended. */
    @Test
    void shouldForgetClientsThatLeaveBeforeTheirAnswer() throws Exception {
        for (int i = 0; i < HttpLimits.CONNECTIONS + MOST_AT_ONCE; i++) {
            try (Socket client = new Socket("127.0.0.1", http.port())) {
                client.setSoLinger(true, 0);
                client.getOutputStream().write(bytes("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n"));
            }
            if (i % MOST_AT_ONCE == 0) {
                await(this::isAnswering);
            }
        }
        await(this::isAnswering);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void await(BooleanSupplier condition) {
        assertThat(Waiting.until(condition, DEADLINE)).as("before the deadline").isTrue();
    }

    private static long threads(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches(name))
                .count();
    }

    private static long openFiles() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? system.getOpenFileDescriptorCount()
                : 0;
    }

    private static long usedHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
