package dev.aimonflink.local.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.rules.plain.PlainRules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Compares alerts with what {@link PlainRules} says: those of each entity, in their order. */
public final class AlertComparison {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** By entity, as keys are texts. An alert is written as a line. */
    private final Map<String, List<String>> expected = new LinkedHashMap<>();

    private final Map<String, List<String>> found = new HashMap<>();
    private final Set<Long> versions = new HashSet<>();
    private final Map<String, Integer> expectedTimes = new HashMap<>();
    private int count;

    /**
     * An alert that there has to be; none of a shadow.
     *
     * @param event the place of the event, as the ids of alerts have it; empty if it is unknown
     */
    public void expect(PlainRules.Fired fired, String event) {
        if (fired.isShadow()) {
            return;
        }
        String key = fired.key().toString();
        add(
                key,
                expected.computeIfAbsent(key, unknown -> new ArrayList<>()),
                event.isEmpty() ? expectedTimes : null,
                line(
                        fired.rule() + "-" + fired.version() + event,
                        fired.isResolved() ? "resolved" : "firing",
                        fired.timeMs(),
                        fired.suppressed(),
                        fired.sinceMs(),
                        fired.message()));
        versions.add(fired.version());
        count++;
    }

    /** How many versions of rules have fired. */
    public int versions() {
        return versions.size();
    }

    /** How many there have to be. */
    public int expected() {
        return count;
    }

    /** Alerts as a reader of their topic finds them; the places of their events are left out if they are not to be compared. */
    public void found(List<ConsumerRecord<byte[], byte[]>> alerts, boolean withPlaces) {
        found.clear();
        Map<String, Integer> times = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> alert : alerts) {
            JsonNode json = json(alert.value());
            String id = json.path("alertId").asText();
            String rule =
                    json.path("rule").asText() + "-" + json.path("version").asLong();
            String key = new String(alert.key(), StandardCharsets.UTF_8);
            add(
                    key,
                    found.computeIfAbsent(key, unknown -> new ArrayList<>()),
                    withPlaces ? null : times,
                    line(
                            withPlaces ? id : rule,
                            json.path("state").asText(),
                            json.path("eventTime").asLong(),
                            json.path("suppressed").path("count").asInt(),
                            json.path("suppressed").path("since").asLong(),
                            json.path("message").asText()));
        }
    }

    /** Where the places of events are left out, equal alerts of an entity are numbered, so that one more or less shows. */
    private static void add(String entity, List<String> ofEntity, Map<String, Integer> timesOrNull, String line) {
        int number = timesOrNull == null ? 1 : timesOrNull.merge(entity + line, 1, Integer::sum);
        ofEntity.add(number == 1 ? line : line + " " + number);
    }

    private static JsonNode json(byte[] value) {
        try {
            return JSON.readTree(value);
        } catch (IOException e) {
            throw new UncheckedIOException("An alert is not JSON.", e);
        }
    }

    private static String line(String id, String state, long timeMs, int suppressed, long sinceMs, String message) {
        return id + " (" + state + ", time=" + timeMs + ", suppressed=" + suppressed + ", since=" + sinceMs + ", "
                + message + ")";
    }

    /** Whether every expected one is there. */
    public boolean isComplete() {
        return expected.entrySet().stream().allMatch(each -> Set.copyOf(found.getOrDefault(each.getKey(), List.of()))
                .containsAll(each.getValue()));
    }

    /** How many are there once more. */
    public long repeated() {
        return found.values().stream()
                .mapToLong(each -> each.size() - Set.copyOf(each).size())
                .sum();
    }

    /**
     * Returns what is wrong, each a sentence.
     *
     * @param once whether none may be there again
     */
    public List<String> differences(boolean once) {
        List<String> differences = new ArrayList<>();
        Set<String> entities = new LinkedHashSet<>(expected.keySet());
        entities.addAll(found.keySet());
        for (String entity : entities) {
            compare(
                    entity,
                    expected.getOrDefault(entity, List.of()),
                    found.getOrDefault(entity, List.of()),
                    once,
                    differences);
        }
        return differences;
    }

    private static void compare(
            String entity, List<String> wanted, List<String> all, boolean once, List<String> differences) {
        // A repetition may come at any time, so that an alert's place is that of its first occurrence.
        Set<String> first = new LinkedHashSet<>();
        for (String alert : all) {
            if (!first.add(alert) && once) {
                differences.add(
                        "Entity " + entity + " has the alert " + alert + " twice, though that was to be exactly once.");
            }
        }
        Set<String> known = Set.copyOf(wanted);
        int before = differences.size();
        wanted.stream()
                .filter(each -> !first.contains(each))
                .forEach(each -> differences.add("Entity " + entity + " lacks the alert " + each + "."));
        first.stream()
                .filter(each -> !known.contains(each))
                .forEach(each ->
                        differences.add("Entity " + entity + " has the alert " + each + ", which no rule says."));
        if (differences.size() == before && !List.copyOf(first).equals(wanted)) {
            differences.add(
                    "Entity " + entity + " has its alerts in the order " + first + " instead of " + wanted + ".");
        }
    }
}
