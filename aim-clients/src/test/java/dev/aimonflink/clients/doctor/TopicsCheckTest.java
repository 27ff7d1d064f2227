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
                        "See that the broker runs and that --bootstrap is its address."));
    }
}
