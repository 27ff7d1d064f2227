package dev.aimonflink.gateway.topics;

import dev.aimonflink.gateway.topics.AlertFeed.Alert;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Which alerts are wanted; null for all.
 *
 * @param state firing or resolved
 */
public record AlertFilter(String rule, String key, String state) {
    public boolean wants(Alert alert) {
        return (rule == null || rule.equals(alert.rule()))
                && (key == null || key.equals(alert.key()))
                && (state == null || state.equals(alert.state()));
    }

    /** The newest of those, the oldest first, each as JSON. */
    public List<String> newest(AlertFeed feed, int most) {
        Deque<String> newest = new ArrayDeque<>();
        for (Alert alert : feed.from(0, AlertFeed.MOST)) {
            if (wants(alert)) {
                newest.add(alert.json());
                if (newest.size() > most) {
                    newest.remove();
                }
            }
        }
        return List.copyOf(newest);
    }
}
