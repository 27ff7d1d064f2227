package dev.aimonflink.clients;

/** The topics of a job, at their broker. */
public record JobTopics(KafkaClients clients, Connection connection, Topics names) {
    /** The caller closes it. */
    public TopicAdmin admin() {
        return clients.topicAdmin(connection);
    }

    /** The caller closes it. */
    public TopicReader reader(TopicRole topic) {
        return clients.topicReader(connection, names.name(topic));
    }

    /** The caller closes it. */
    public RecordPublisher publisher(TopicRole topic) {
        return clients.recordPublisher(connection, names.name(topic));
    }
}
