package dev.aimonflink.clients.cli.environment;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.DeadLettersReader;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.RecordPublisher;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.Topics;

/** Where commands get their clients from: Kafka, or a test's fakes. */
public interface ClientFactory {
    ClientFactory KAFKA = new ClientFactory() {
        @Override
        public TopicAdmin topicAdmin(Connection connection) {
            return new TopicAdmin(connection);
        }

        @Override
        public RecordPublisher recordPublisher(Connection connection, String topic) {
            return new RecordPublisher(connection, topic);
        }

        @Override
        public QueryClient queryClient(Connection connection, Topics topics, String clientId) {
            return new QueryClient(connection, topics, clientId);
        }

        @Override
        public DeadLettersReader deadLetters(Connection connection, String topic) {
            return new DeadLettersReader(connection, topic);
        }
    };

    TopicAdmin topicAdmin(Connection connection);

    RecordPublisher recordPublisher(Connection connection, String topic);

    QueryClient queryClient(Connection connection, Topics topics, String clientId);

    DeadLettersReader deadLetters(Connection connection, String topic);
}
