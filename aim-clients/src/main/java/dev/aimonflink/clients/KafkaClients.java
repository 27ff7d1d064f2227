package dev.aimonflink.clients;

import java.time.Duration;

/** Opens clients of a broker: Kafka's, unless a test has others. */
public interface KafkaClients {
    KafkaClients KAFKA = new KafkaClients() {};

    default TopicAdmin topicAdmin(Connection connection) {
        return new TopicAdmin(connection.requireListener());
    }

    default RecordPublisher recordPublisher(Connection connection, String topic) {
        return new RecordPublisher(connection.requireListener(), topic);
    }

    default QueryClient queryClient(Connection connection, Topics topics, String clientId) {
        return new QueryClient(connection.requireListener(), topics, clientId);
    }

    default TopicReader topicReader(Connection connection, String topic) {
        return new TopicReader(connection.requireListener(), topic);
    }

    default TopicReplay topicReplay(Connection connection, String topic, long fromMs, long untilMs, Duration timeout) {
        return new TopicReplay(connection.requireListener(), topic, fromMs, untilMs, timeout);
    }
}
