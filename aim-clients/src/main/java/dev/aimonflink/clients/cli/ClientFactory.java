package dev.aimonflink.clients.cli;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.EventPublisher;
import dev.aimonflink.clients.ProfilePublisher;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.core.wire.EventFormat;

/** Where commands get their clients from: Kafka, or a test's fakes. */
public interface ClientFactory {
    ClientFactory KAFKA = new ClientFactory() {
        @Override
        public TopicAdmin topicAdmin(Connection connection) {
            return new TopicAdmin(connection);
        }

        @Override
        public EventPublisher eventPublisher(Connection connection, String topic, EventFormat format) {
            return new EventPublisher(connection, topic, format);
        }

        @Override
        public ProfilePublisher profilePublisher(Connection connection, String topic) {
            return new ProfilePublisher(connection, topic);
        }

        @Override
        public QueryClient queryClient(Connection connection, Topics topics, String clientId) {
            return new QueryClient(connection, topics, clientId);
        }
    };

    TopicAdmin topicAdmin(Connection connection);

    EventPublisher eventPublisher(Connection connection, String topic, EventFormat format);

    ProfilePublisher profilePublisher(Connection connection, String topic);

    QueryClient queryClient(Connection connection, Topics topics, String clientId);
}
