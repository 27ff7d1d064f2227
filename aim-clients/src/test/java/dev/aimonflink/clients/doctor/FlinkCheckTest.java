package dev.aimonflink.clients.doctor;

import com.sun.net.httpserver.HttpServer;
import dev.aimonflink.clients.doctor.Finding.Verdict;
import dev.aimonflink.core.model.InvalidInputException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Against a server that answers like a JobManager. */
class FlinkCheckTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private HttpServer server;
    private String address;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
        address = "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(int status, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        server.createContext("/overview", exchange -> {
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }

    private static String overview(int jobsRunning) {
        return "{\"taskmanagers\":2,\"slots-total\":4,\"slots-available\":1,\"jobs-running\":" + jobsRunning
                + ",\"flink-version\":\"2.2.1\"}";
    }

    @Test
    void shouldTellHowTheClusterIs() throws Exception {
        answer(200, overview(1));
        assertThat(FlinkCheck.finding(address + "/", LIMIT))
                .isEqualTo(Finding.ok("flink", "Flink 2.2.1, 2 TaskManagers, 1 of 4 slots free, 1 jobs running"));
    }

    @Test
    void shouldFailWhereNoJobRuns() throws Exception {
        answer(200, overview(0));
        Finding finding = FlinkCheck.finding(address, LIMIT);
        assertThat(finding.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(finding.mend()).isEqualTo("Submit the job: flink run aim-job.jar. If it failed, its log says why.");
    }

    @Test
    void shouldFailWhereSomethingElseAnswers() throws Exception {
        answer(404, "");
        assertThat(FlinkCheck.finding(address, LIMIT).detail())
                .isEqualTo("no JobManager answers at " + address + ": it answers with HTTP status 404");
    }

    @Test
    void shouldFailWhereNobodyAnswers() throws Exception {
        stop();
        Finding finding = FlinkCheck.finding(address, LIMIT);
        assertThat(finding.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(finding.detail()).startsWith("no JobManager answers at " + address + ": ");
    }

    @Test
    void shouldRefuseWhatIsNoAddress() {
        for (String wrong : new String[] {"localhost:8081", "http://a b", "8081"}) {
            assertThatThrownBy(() -> FlinkCheck.finding(wrong, LIMIT))
                    .as(wrong)
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageEndingWith(" is no address. Give one like http://localhost:8081.");
        }
    }
}
