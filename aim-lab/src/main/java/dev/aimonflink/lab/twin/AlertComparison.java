package dev.aimonflink.lab.twin;

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

/** Compares each entity's alerts, in order, with those of {@link PlainRules}. */
public final class AlertComparison {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** By entity, as a text key; an alert is a line. */
    private final Map<String, List<String>> expected = new LinkedHashMap<>();

    private final Map<String, List<String>> found = new HashMap<>();
    private final Set<Long> versions = new HashSet<>();
    private final Map<String, Integer> expectedTimes = new HashMap<>();
    private int count;

    /**
     * An alert that is expected, unless it is a shadow's.
     *
     * @param event its place as in the ids of alerts; empty if unknown
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

    public int versions() {
        return versions.size();
    }

    public int expected() {
        return count;
    }

    /** Alerts as a reader of their topic finds them, with the places of their events if these are compared. */
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

    /** Without the places of events, equal alerts of an entity are numbered, so that one more or less shows. */
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

    public boolean isComplete() {
        return expected.entrySet().stream().allMatch(each -> Set.copyOf(found.getOrDefault(each.getKey(), List.of()))
                .containsAll(each.getValue()));
    }

    public long repeated() {
        return found.values().stream()
                .mapToLong(each -> each.size() - Set.copyOf(each).size())
                .sum();
    }

    /**
     * Returns what is wrong, in sentences.
     *
     * @param once whether repetitions are wrong
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
        // A repetition may come at any time, so the first occurrence gives an alert's place.
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
