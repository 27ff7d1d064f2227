package dev.aimonflink.gateway.command;

import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ReadyPortTest {
    @Test
    void shouldSayWhetherStatementsAreAnswered() throws Exception {
        AtomicBoolean isReady = new AtomicBoolean(true);
        try (ReadyPort port = new ReadyPort("127.0.0.1", 0, () -> isReady.get() ? null : "the job does not answer")) {
            assertThat(status(port)).isEqualTo(200);
            isReady.set(false);
            assertThat(status(port)).isEqualTo(503);
        }
    }

    @Test
    void shouldAnswerBesideOneWhoDoesNotSendItsRequest() throws Exception {
        try (ReadyPort port = new ReadyPort("127.0.0.1", 0, () -> null);
                Socket silent = new Socket("127.0.0.1", port.port())) {
            silent.getOutputStream().write('G');
            assertThat(status(port)).isEqualTo(200);
            silent.setSoTimeout(60_000);
            assertThat(silent.getInputStream().read()).as("it is closed").isEqualTo(-1);
        }
    }

    private static int status(ReadyPort port) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port.port() + "/ready"))
                .timeout(Duration.ofSeconds(60))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }
}
