package dev.aimonflink.clients;

import java.util.List;

/**
 * Reports one topic.
 *
 * @param state null for a topic that does not exist
 * @param created whether it was created just now
 * @param differences where an existing topic differs from the wanted settings
 */
public record TopicReport(TopicRole role, String name, TopicState state, boolean created, List<String> differences) {
    public TopicReport {
        differences = List.copyOf(differences);
    }
}
