package dev.aimonflink.local;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.EventPublisher;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.TopicSettings;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.setup.EventFormat;
import java.time.Duration;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class SeparateBrokerIT {
    private static final int NEW_TOPICS = 8;

    /** Enough for several batches in each partition. */
    private static final int EVENTS = 20_000;

    @Test
    void shouldTakeEventsAsSoonAsTopicsAreCreated() {
        try (SeparateBroker broker = SeparateBroker.start()) {
            Connection connection = Connection.to(broker.bootstrap());
            for (int i = 0; i < NEW_TOPICS; i++) {
                Topics topics = Topics.withPrefix("new-" + i + ".");
                try (TopicAdmin admin = new TopicAdmin(connection)) {
                    admin.createMissing(topics, TopicSettings.defaults());
                }
                try (EventPublisher events = new EventPublisher(connection, topics.events(), EventFormat.BINARY)) {
                    for (int event = 0; event < EVENTS; event++) {
                        events.publish(new Event(event, 0, 1, 1.25f, false));
                    }
                    events.flush();
                    assertThat(events.acknowledged()).isEqualTo(EVENTS);
                }
            }
        }
    }

    @Test
    void shouldServeFromAProcessOfItsOwnAndEnd() {
        SeparateBroker broker = SeparateBroker.start();
        try (TopicAdmin admin = new TopicAdmin(Connection.to(broker.bootstrap()))) {
            admin.createMissing(Topics.defaults(), TopicSettings.defaults());
            admin.require(Topics.defaults().names());
            broker.requireAlive();
            assertThat(broker.cpuTime()).isGreaterThan(Duration.ZERO);
        } finally {
            broker.close();
        }
        assertFails(IllegalStateException.class, broker::requireAlive).hasMessage("The broker's process ended with 0.");
    }
}
