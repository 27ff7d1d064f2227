package dev.aimonflink.clients;

import java.util.List;

/**
 * What became of one topic.
 *
 * @param state null for a topic that does not exist
 * @param created whether it was created just now
 * @param differences where a topic that existed before is not as wanted
 */
public record TopicReport(TopicRole role, String name, TopicState state, boolean created, List<String> differences) {
    public TopicReport {
        differences = List.copyOf(differences);
    }
}
