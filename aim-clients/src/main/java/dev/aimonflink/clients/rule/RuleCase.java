package dev.aimonflink.clients.rule;

import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Events, and the alerts that must result.
 *
 * @param rules whose alerts are looked at; empty for all
 * @param expected in the order in which they come
 */
public record RuleCase(
        String name,
        Set<String> rules,
        List<EntityProfile> profiles,
        List<DeclaredEvent> events,
        List<Expected> expected) {
    public record Alert(String rule, boolean isResolved, String key, int event, String message) {
        @Override
        public String toString() {
            return rule + (isResolved ? " resolved" : "") + " for " + key + " at event " + event + ": " + message;
        }
    }

    /** An expected alert; nulls match anything. */
    public record Expected(String rule, boolean isResolved, String key, Integer event, String message) {
        boolean isMetBy(Alert alert) {
            return rule.equals(alert.rule)
                    && isResolved == alert.isResolved
                    && (key == null || key.equals(alert.key))
                    && (event == null || event == alert.event)
                    && (message == null || message.equals(alert.message));
        }

        @Override
        public String toString() {
            return rule
                    + (isResolved ? " resolved" : "")
                    + (key == null ? "" : " for " + key)
                    + (event == null ? "" : " at event " + event)
                    + (message == null ? "" : ": " + message);
        }
    }

    /** The differences from what is expected, a line each; empty if the case passes. */
    List<String> differences(List<Alert> alerts) {
        List<String> differences = new ArrayList<>();
        int next = 0;
        for (Expected each : expected) {
            int met = next;
            while (met < alerts.size() && !each.isMetBy(alerts.get(met))) {
                met++;
            }
            if (met == alerts.size()) {
                differences.add("missing: " + each);
            } else {
                alerts.subList(next, met).forEach(alert -> differences.add("unexpected: " + alert));
                next = met + 1;
            }
        }
        alerts.subList(next, alerts.size()).forEach(alert -> differences.add("unexpected: " + alert));
        return differences;
    }
}
