package dev.aimonflink.clients.doctor;

import com.sun.net.httpserver.HttpServer;
import dev.aimonflink.clients.doctor.Finding.Verdict;
import dev.aimonflink.clients.flink.FlinkRest;
import dev.aimonflink.matrix.model.InvalidInputException;
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

    private void answer(String path, int status, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        server.createContext(path, exchange -> {
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }

    private Finding findingWith(String... jobs) throws InterruptedException {
        answer(
                "/overview",
                200,
                "{\"taskmanagers\":2,\"slots-total\":4,\"slots-available\":1,\"jobs-running\":1,"
                        + "\"flink-version\":\"2.2.1\"}");
        answer("/jobs/overview", 200, "{\"jobs\":[" + String.join(",", jobs) + "]}");
        return finding(address + "/");
    }

    private static Finding finding(String address) throws InterruptedException {
        return FlinkCheck.look(address, new FlinkRest(address, LIMIT)).finding();
    }

    private static String job(String name, String state, int running) {
        return "{\"jid\":\"0a\",\"name\":\"" + name + "\",\"state\":\"" + state
                + "\",\"tasks\":{\"total\":12,\"running\":" + running + "}}";
    }

    @Test
    void shouldTellHowTheClusterAndItsJobAre() throws Exception {
        assertThat(findingWith(job("AIM on Flink", "FAILED", 0), job("AIM on Flink", "RUNNING", 12)))
                .isEqualTo(Finding.ok(
                        "flink",
                        "Flink 2.2.1, 2 TaskManagers, 1 of 4 slots free,"
                                + " job 'AIM on Flink' is RUNNING with 12 of 12 tasks"));
    }

    @Test
    void shouldFailWhereTheJobRestarts() throws Exception {
        Finding finding = findingWith(job("AIM on Flink", "RESTARTING", 0));
        assertThat(finding.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(finding.detail()).endsWith("job 'AIM on Flink' is RESTARTING with 0 of 12 tasks");
        assertThat(finding.fix())
                .isEqualTo("Give it a minute and look again. If it still does not run, its exceptions in Flink's web"
                        + " interface say why: mostly, it fails again and again, or lacks free slots.");
    }

    @Test
    void shouldFailWhereTheJobWaitsForSlots() throws Exception {
        assertThat(findingWith(job("AIM on Flink", "RUNNING", 3)).verdict()).isEqualTo(Verdict.FAIL);
    }

    @Test
    void shouldNotTakeAnotherJobForOurs() throws Exception {
        assertThat(findingWith(job("AIM on Flink", "RESTARTING", 0), job("other", "RUNNING", 12))
                        .verdict())
                .isEqualTo(Verdict.FAIL);
    }

    @Test
    void shouldTakeAJobOfAnotherNameForOursWhereNoneHasItsName() throws Exception {
        assertThat(findingWith(job("renamed", "RUNNING", 12)).verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void shouldFailWhereNoJobRuns() throws Exception {
        Finding finding = findingWith(job("AIM on Flink", "CANCELED", 0));
        assertThat(finding.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(finding.detail()).endsWith("1 of 4 slots free, no job");
        assertThat(finding.fix()).isEqualTo("Submit the job: flink run aim-job.jar. If it failed, its log says why.");
    }

    @Test
    void shouldFailWhereSomethingElseAnswers() throws Exception {
        answer("/overview", 404, "");
        assertThat(finding(address).detail())
                .isEqualTo("no JobManager answers at " + address + ": it answers with HTTP status 404");
    }

    @Test
    void shouldFailWhereNobodyAnswers() throws Exception {
        stop();
        Finding finding = finding(address);
        assertThat(finding.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(finding.detail()).startsWith("no JobManager answers at " + address + ": ");
    }

    @Test
    void shouldRefuseWhatIsNoAddress() {
        for (String wrong : new String[] {"localhost:8081", "http://a b", "8081"}) {
            assertThatThrownBy(() -> finding(wrong))
                    .as(wrong)
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageEndingWith(" is no address. Give one like http://localhost:8081.");
        }
    }
}
