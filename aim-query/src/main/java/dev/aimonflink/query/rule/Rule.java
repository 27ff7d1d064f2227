package dev.aimonflink.query.rule;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A rule as somebody wrote it. That its expressions mean something for a model is a matter of {@link BoundRule}.
 *
 * @param when an expression of SQL over {@link RuleColumns} and parameters such as {@code :limit}
 * @param params the values of these, each a {@link Long}, {@link java.math.BigDecimal}, {@link Boolean} or {@link String}
 * @param priority of two rules that are true, the one with the higher fires first
 * @param message what the alert says, with expressions in braces; null for one of ours
 * @param event what to do beside the alert; null for nothing
 * @param resolves whether there is an alert also when the rule is no longer true
 */
public record Rule(
        String id,
        String when,
        Map<String, Object> params,
        Every every,
        Validity valid,
        int priority,
        String message,
        NewEvent event,
        boolean resolves,
        boolean enabled,
        Mute mute) {
    /** From one instant up to before another, by the time of events; null where there is no bound. */
    public record Validity(Instant from, Instant to) {
        public static final Validity ALWAYS = new Validity(null, null);

        boolean includes(long timeMs) {
            return (from == null || timeMs >= from.toEpochMilli()) && (to == null || timeMs < to.toEpochMilli());
        }
    }

    /**
     * Of whom it is silent, and until when by the time of events.
     *
     * @param keys of the entities as texts; empty for all
     * @param until null for ever
     */
    public record Mute(List<String> keys, Instant until) {
        public static final Mute NONE = new Mute(List.of(), Instant.MIN);

        public Mute {
            keys = List.copyOf(keys);
        }
    }

    /**
     * A JSON object that is written to a topic.
     *
     * @param key an expression
     * @param fields an expression for each name
     */
    public record NewEvent(String topic, String key, Map<String, String> fields) {}
}
