package dev.aimonflink.clients.cli.environment;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.RecordPublisher;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.TopicReader;
import dev.aimonflink.clients.TopicReplay;
import dev.aimonflink.clients.Topics;
import java.time.Duration;
import java.util.Optional;

/** Where commands get their clients: Kafka, or a test's fakes. */
public interface ClientFactory {
    ClientFactory KAFKA = new ClientFactory() {
        @Override
        public TopicAdmin topicAdmin(Connection connection) {
            return new TopicAdmin(connection.requireListener());
        }

        @Override
        public RecordPublisher recordPublisher(Connection connection, String topic) {
            return new RecordPublisher(connection.requireListener(), topic);
        }

        @Override
        public QueryClient queryClient(Connection connection, Topics topics, String clientId) {
            return new QueryClient(connection.requireListener(), topics, clientId);
        }

        @Override
        public TopicReader topicReader(Connection connection, String topic) {
            return new TopicReader(connection.requireListener(), topic);
        }

        @Override
        public TopicReplay topicReplay(
                Connection connection, String topic, long fromMs, long untilMs, Duration timeout) {
            return new TopicReplay(connection.requireListener(), topic, fromMs, untilMs, timeout);
        }

        @Override
        public Optional<LocalCluster> localCluster() {
            return LocalCluster.running(LocalCluster.folder());
        }
    };

    TopicAdmin topicAdmin(Connection connection);

    RecordPublisher recordPublisher(Connection connection, String topic);

    QueryClient queryClient(Connection connection, Topics topics, String clientId);

    TopicReader topicReader(Connection connection, String topic);

    TopicReplay topicReplay(Connection connection, String topic, long fromMs, long untilMs, Duration timeout);

    /** The running `aim cluster` of this user, if any. */
    default Optional<LocalCluster> localCluster() {
        return Optional.empty();
    }
}
