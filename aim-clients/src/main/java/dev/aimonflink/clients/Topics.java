package dev.aimonflink.clients;

import dev.aimonflink.matrix.model.InvalidInputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The names of the topics. */
public record Topics(
        String events,
        String profiles,
        String queries,
        String results,
        String deadLetters,
        String rules,
        String alerts) {
    public static final String DEFAULT_PREFIX = "aim.";

    /** Kafka's own limit. */
    public static final int MAX_NAME_LENGTH = 249;

    private static final Pattern LEGAL_NAME = Pattern.compile("[a-zA-Z0-9._-]{1," + MAX_NAME_LENGTH + "}");

    public Topics {
        Map<String, TopicRole> seen = new HashMap<>();
        List<String> names = Arrays.asList(events, profiles, queries, results, deadLetters, rules, alerts);
        for (TopicRole role : TopicRole.values()) {
            String name = names.get(role.ordinal());
            if (name == null || !LEGAL_NAME.matcher(name).matches() || name.equals(".") || name.equals("..")) {
                throw new InvalidInputException(role.label() + "=" + name
                        + " is not a topic name. Use letters, digits, '.', '_' and '-', at most " + MAX_NAME_LENGTH
                        + " of them.");
            }
            TopicRole other = seen.put(name, role);
            if (other != null) {
                throw new InvalidInputException(other.label() + "=" + name + " and " + role.label() + "=" + name
                        + " are one topic. Give each its own.");
            }
        }
    }

    public static Topics defaults() {
        return withPrefix(DEFAULT_PREFIX);
    }

    /** The default names with another beginning, such as {@code staging.} for {@code staging.events.v1}. */
    public static Topics withPrefix(String prefix) {
        List<String> names = new ArrayList<>();
        for (TopicRole role : TopicRole.values()) {
            names.add(prefix + role.label() + ".v1");
        }
        return of(names);
    }

    public Topics with(TopicRole role, String name) {
        List<String> names = new ArrayList<>(names());
        names.set(role.ordinal(), name);
        return of(names);
    }

    private static Topics of(List<String> names) {
        return new Topics(
                names.get(0), names.get(1), names.get(2), names.get(3), names.get(4), names.get(5), names.get(6));
    }

    /** In the order of {@link TopicRole}. */
    public List<String> names() {
        return List.of(events, profiles, queries, results, deadLetters, rules, alerts);
    }

    public String name(TopicRole role) {
        return names().get(role.ordinal());
    }
}
