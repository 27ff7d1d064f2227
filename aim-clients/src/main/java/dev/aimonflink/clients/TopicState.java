package dev.aimonflink.clients;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The settings of a topic, actual or wanted.
 *
 * @param config the settings that matter to us, by Kafka's names
 */
public record TopicState(String name, int partitions, int replicationFactor, Map<String, String> config) {
    public TopicState {
        config = Collections.unmodifiableMap(new TreeMap<>(config));
    }

    /** A phrase for each. */
    public List<String> differencesFrom(TopicState wanted) {
        List<String> differences = new ArrayList<>();
        compare(differences, "partitions", partitions, wanted.partitions);
        compare(differences, "replication factor", replicationFactor, wanted.replicationFactor);
        wanted.config.forEach((key, value) -> compare(differences, key, config.get(key), value));
        return differences;
    }

    private static void compare(List<String> differences, String what, Object is, Object wanted) {
        if (!wanted.equals(is)) {
            differences.add(what + " is " + is + ", not " + wanted);
        }
    }
}
