package dev.aimonflink.clients;

import dev.aimonflink.matrix.model.InvalidInputException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class ConnectionTest {
    @Test
    void shouldLetTheUsersPropertiesReplaceOurs() {
        Connection connection = new Connection("h:1", Map.of("linger.ms", "50", "ssl.protocol", "TLS"));
        assertThat(connection.settings(Map.of("linger.ms", 5, "acks", "all")))
                .containsOnly(
                        Map.entry("bootstrap.servers", "h:1"),
                        Map.entry("linger.ms", "50"),
                        Map.entry("ssl.protocol", "TLS"),
                        Map.entry("acks", "all"),
                        Map.entry("metric.reporters", ""),
                        Map.entry("enable.metrics.push", false));
    }

    @Test
    void shouldReportMetricsWhereTheUserAsksForThem() {
        Connection connection = new Connection("h:1", Map.of("metric.reporters", "a.Reporter"));
        assertThat(connection.settings(Map.of())).containsEntry("metric.reporters", "a.Reporter");
    }

    @Test
    void shouldRefuseAnEmptyBootstrap() {
        assertFails(InvalidInputException.class, () -> Connection.to(" "))
                .hasMessage("bootstrap= is empty. Give HOST:PORT of a Kafka broker.");
    }

    @Test
    void shouldRefuseTwoPlacesForTheBootstrap() {
        assertFails(InvalidInputException.class, () -> new Connection("h:1", Map.of("bootstrap.servers", "i:2")))
                .hasMessage("bootstrap.servers=i:2 is given as a Kafka property. Give it with --bootstrap.");
    }

    @Test
    void shouldExplainAnAddressWithoutAPort() {
        assertFails(InvalidInputException.class, () -> open(Connection.to("nowhere")))
                .hasMessage("Kafka's client does not accept its settings: Invalid url in bootstrap.servers: nowhere."
                        + " bootstrap=nowhere has to be HOST:PORT of a host that this machine knows; check the Kafka"
                        + " properties, too.");
    }

    @Test
    void shouldExplainAPropertyOfTheWrongType() {
        assertFails(InvalidInputException.class, () -> open(new Connection("localhost:1", Map.of("retries", "many"))))
                .hasMessageContaining("retries");
    }

    private static void open(Connection connection) {
        try (Admin admin = connection.openAdmin()) {
            assertThat(admin).isNull();
        }
    }

    @Test
    void shouldSayThatNoBrokerAnswers() {
        assertThat(Connection.to("localhost:9092").failure("describe topics", new TimeoutException("late")))
                .hasMessage("No Kafka broker answers at localhost:9092 within 10 s. Start one, as by `aim cluster up`,"
                        + " or give --bootstrap HOST:PORT or AIM_BOOTSTRAP, or --dir of a cluster in another folder.");
    }

    @Test
    void shouldSayAtOnceThatNothingListens() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
            Connection open = Connection.to("127.0.0.1:1, 127.0.0.1:" + port);
            assertThat(open.requireListener()).isSameAs(open);
        }
        Connection closed = Connection.to("127.0.0.1:" + port);
        assertFails(ClientException.class, closed::requireListener)
                .hasMessage("No Kafka broker listens at 127.0.0.1:" + port + ". Start one, as by `aim cluster up`, or"
                        + " give --bootstrap HOST:PORT or AIM_BOOTSTRAP, or --dir of a cluster in another folder.");
        // For Kafka's client to explain.
        assertThat(Connection.to("no address").requireListener().bootstrap()).isEqualTo("no address");
    }

    @Test
    void shouldPassOnWhatKafkaSays() {
        assertThat(Connection.to("h:1").failure("describe topics", new TopicAuthorizationException("Not you.")))
                .hasMessage("Kafka at h:1 did not let us describe topics: Not you.");
    }
}
