package dev.aimonflink.gateway.http;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.JobTopics;
import dev.aimonflink.clients.KafkaClients;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.flink.FlinkRest;
import dev.aimonflink.matrix.setup.EventFormat;

/**
 * The job behind the HTTP port, beside the way to ask it.
 *
 * @param format of its events, its {@code aim.events.format}
 * @param groupId its consumer group
 * @param flink null if it is not known where Flink is
 * @param areShadowsPut whether agents may put rules whose effects are only counted
 */
public record HttpJob(JobTopics topics, EventFormat format, String groupId, FlinkRest flink, boolean areShadowsPut) {
    /** With the usual settings. */
    public static HttpJob of(Connection connection, Topics topics) {
        return of(connection, topics, EventFormat.JSON, null);
    }

    /** @param flink null if it is not known where Flink is */
    public static HttpJob of(Connection connection, Topics topics, EventFormat format, FlinkRest flink) {
        return new HttpJob(new JobTopics(KafkaClients.KAFKA, connection, topics), format, "aim", flink, false);
    }
}
