package dev.aimonflink.clients.doctor;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.Topics;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TopicsCheckTest {
    @Test
    void shouldFailAloneWhereNoBrokerAnswers() {
        ClientException unreachable = new ClientException("No Kafka broker answers at h:1 within 10 s.", null);
        assertThat(new TopicsCheck(Topics.defaults()).findings("h:1", () -> {
                    throw unreachable;
                }))
                .containsExactly(Finding.fail(
                        "broker",
                        "No Kafka broker answers at h:1 within 10 s.",
                        "Check that the port is open from here, and that the broker's advertised.listeners are addresses that"
                                + " can be reached from here."));
    }
}
