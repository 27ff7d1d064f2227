package dev.aimonflink.clients;

import java.util.List;

/**
 * Reports one topic.
 *
 * @param state null for a missing topic
 * @param created whether it was just created
 * @param differences of an existing topic from the wanted settings
 */
public record TopicReport(TopicRole role, String name, TopicState state, boolean created, List<String> differences) {
    public TopicReport {
        differences = List.copyOf(differences);
    }
}
