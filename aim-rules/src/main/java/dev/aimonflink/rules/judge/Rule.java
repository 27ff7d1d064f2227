package dev.aimonflink.rules.judge;

import dev.aimonflink.matrix.model.ModelException;
import dev.aimonflink.sql.text.Spelling;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A rule as written; {@link RuleExpressions} says what its expressions mean for a model.
 *
 * @param when an SQL expression over {@link RuleColumns} and parameters such as {@code :limit}
 * @param params their values, each a {@link Long}, {@link java.math.BigDecimal}, {@link Boolean} or {@link String}
 * @param check null if it is judged at each event of an entity
 * @param priority of two true rules, the one with the higher fires first
 * @param message of the alert, with expressions in braces; null for a default
 * @param event what to do besides the alert, or null
 * @param resolves whether the end of the rule's being true also makes an alert
 * @param shadow whether its effects are only counted
 */
public record Rule(
        String id,
        String when,
        Map<String, Object> params,
        Every every,
        Check check,
        Validity valid,
        int priority,
        String message,
        NewEvent event,
        boolean resolves,
        boolean enabled,
        boolean shadow,
        Mute mute) {
    /** With templates expanded. */
    public static final int MAX_RULES = 10_000;

    /** The most characters of a condition. */
    public static final int MAX_CONDITION = 16_384;

    /** The most characters of each other text. */
    public static final int MAX_TEXT = 4_096;

    public static final int MAX_PARAMS = 64;
    public static final int MAX_FIELDS = 64;
    public static final int MAX_MUTED_KEYS = 1_000;

    /** The most characters of the name of a new event's field. */
    private static final int MAX_NAME = 128;

    /** It is a key in Kafka, and part of the ids of alerts. */
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");

    /** The names of topics that Kafka allows. */
    private static final Pattern TOPIC = Pattern.compile("[A-Za-z0-9._-]{1,249}");

    /** The same, enabled or not, and muted or not. */
    public Rule with(boolean isEnabled, Mute muted) {
        return new Rule(
                id, when, params, every, check, valid, priority, message, event, resolves, isEnabled, shadow, muted);
    }

    /** The same, whose effects are only counted. */
    public Rule asShadow() {
        return new Rule(id, when, params, every, check, valid, priority, message, event, resolves, enabled, true, mute);
    }

    /** @throws ModelException saying what is wrong and, as its path, the keys of a file that lead there */
    public Rule {
        if (!ID.matcher(id).matches()) {
            throw new ModelException(
                    "id '" + Spelling.shortened(id)
                            + "' is no id. Write a letter or digit, and then up to 127 letters, digits, dots, dashes and"
                            + " underscores.",
                    "id");
        }
        if (when.isBlank()) {
            throw new ModelException("when is empty. Write a condition such as 'when: event.amount > 100'.", "when");
        }
        requireAtMost(MAX_CONDITION, when, "when");
        params = Collections.unmodifiableMap(new LinkedHashMap<>(params));
        if (message != null) {
            requireAtMost(MAX_TEXT, message, "message");
        }
    }

    private static void requireAtMost(int most, String text, String... path) {
        if (text.length() > most) {
            throw new ModelException(
                    path[path.length - 1] + " has " + text.length() + " characters, more than " + most
                            + ". Write it shorter.",
                    path);
        }
    }

    /** From one instant until before another, in event time; null for no bound. */
    public record Validity(Instant from, Instant to) {
        public static final Validity ALWAYS = new Validity(null, null);
    }

    /**
     * For whom it is silent, and until when in event time.
     *
     * @param keys of the entities as texts; empty for all
     * @param until null for ever
     */
    public record Mute(List<String> keys, Instant until) {
        public static final Mute NONE = new Mute(List.of(), Instant.MIN);

        public Mute {
            if (keys.size() > MAX_MUTED_KEYS) {
                throw new ModelException(
                        keys.size() + " keys are more than " + MAX_MUTED_KEYS
                                + ". Write a condition into 'when' instead.",
                        "mute",
                        "keys");
            }
            keys = List.copyOf(keys);
        }
    }

    /**
     * A JSON object that is written to a topic.
     *
     * @param fields an expression for each name
     */
    public record NewEvent(String topic, String key, Map<String, String> fields) {
        /**
         * @param topics to which a job may write
         * @throws ModelException if its topic is another
         */
        public void requireAmong(Collection<String> topics) {
            if (!topics.contains(topic)) {
                throw new ModelException(
                        "The job may not write events to topic '" + topic + "'. "
                                + (topics.isEmpty()
                                        ? "Start it with aim.rules.topics=" + topic + "."
                                        : "It may to those of aim.rules.topics: " + String.join(", ", topics) + "."),
                        "action",
                        "topic");
            }
        }

        public NewEvent {
            if (!TOPIC.matcher(topic).matches() || topic.equals(".") || topic.equals("..")) {
                throw new ModelException(
                        "topic '" + Spelling.shortened(topic)
                                + "' is no topic. Write up to 249 letters, digits, dots, dashes and underscores.",
                        "action",
                        "topic");
            }
            if (fields.isEmpty() || fields.size() > MAX_FIELDS) {
                throw new ModelException(
                        "The event has " + fields.size() + " fields. Give 1 to " + MAX_FIELDS
                                + ", such as 'event: {amount: event.amount}'.",
                        "action",
                        "event");
            }
            requireAtMost(MAX_TEXT, key, "action", "key");
            fields.forEach((name, expression) -> {
                requireAtMost(MAX_TEXT, expression, "action", "event", name);
                if (name.isEmpty() || name.length() > MAX_NAME) {
                    throw ModelException.ofName(
                            "A field with a name of " + name.length() + " characters is impossible. Give 1 to "
                                    + MAX_NAME + ".",
                            "action",
                            "event",
                            name);
                }
            });
            fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        }
    }
}
