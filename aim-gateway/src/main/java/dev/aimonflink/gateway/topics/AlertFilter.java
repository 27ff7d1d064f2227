package dev.aimonflink.gateway.topics;

import dev.aimonflink.gateway.topics.AlertFeed.Alert;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.sql.text.Spelling;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Which alerts are wanted; null for all.
 *
 * @param state firing or resolved
 */
public record AlertFilter(String rule, String key, String state) {
    private static final List<String> STATES = List.of("firing", "resolved");

    /** @throws InvalidInputException if there is no such state */
    public static AlertFilter of(String rule, String key, String state) {
        if (state != null && !STATES.contains(state)) {
            throw new InvalidInputException(
                    "state=" + Spelling.shortened(state) + " is none. " + Spelling.hint(state, STATES));
        }
        return new AlertFilter(rule, key, state);
    }

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
