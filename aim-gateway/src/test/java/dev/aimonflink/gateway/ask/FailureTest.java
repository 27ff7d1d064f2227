package dev.aimonflink.gateway.ask;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.sql.SqlState;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FailureTest {
    @Test
    void shouldLeaveOutCommandsOfAnOperator() {
        Failure silent = Failure.unasked(new ClientException(
                "No Kafka broker answers at b:9092 within 10 s. Start one, as by `aim cluster up`.",
                new TimeoutException("late")));
        assertThat(silent.state()).isEqualTo(SqlState.CONNECTION_FAILURE);
        assertThat(silent)
                .hasMessage(
                        "The gateway reaches no Kafka broker. Ask again in a minute, and then the person who runs the"
                                + " gateway.");
        assertThat(Failure.unasked(new ClientException("There are 100 requests in flight.")))
                .hasMessage("There are 100 requests in flight.");
    }
}
