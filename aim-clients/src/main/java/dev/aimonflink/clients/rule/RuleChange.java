package dev.aimonflink.clients.rule;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.query.format.rule.RuleJson;
import dev.aimonflink.query.rule.Rule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What becomes of a rule.
 *
 * @param before null if there is none
 * @param after null if it is deleted
 * @param checkedFor the fingerprint of the schema that it was checked for; null if it was not
 */
public record RuleChange(String id, Rule before, Rule after, String checkedFor) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** In the words of people: added, changed, deleted or unchanged. */
    public String kind() {
        if (before == null) {
            return after == null ? "unchanged" : "added";
        }
        return after == null ? "deleted" : changedKeys().isEmpty() ? "unchanged" : "changed";
    }

    public boolean isNone() {
        return kind().equals("unchanged");
    }

    /** The keys whose values differ. */
    public Set<String> changedKeys() {
        Map<String, String> old = lines(before);
        Map<String, String> present = lines(after);
        Set<String> keys = new LinkedHashSet<>(old.keySet());
        keys.addAll(present.keySet());
        keys.removeIf(key -> old.containsKey(key) && old.get(key).equals(present.get(key)));
        return keys;
    }

    /** The lines that differ, those of before with a minus and those of after with a plus. */
    public List<String> differences() {
        Map<String, String> old = lines(before);
        Map<String, String> present = lines(after);
        List<String> differences = new ArrayList<>();
        for (String key : changedKeys()) {
            if (old.containsKey(key)) {
                differences.add("- " + key + ": " + old.get(key));
            }
            if (present.containsKey(key)) {
                differences.add("+ " + key + ": " + present.get(key));
            }
        }
        return differences;
    }

    /** The keys of a rule as in a file, each with its value in JSON, which is YAML too; none of null. */
    public static Map<String, String> lines(Rule ruleOrNull) {
        Map<String, String> lines = new LinkedHashMap<>();
        if (ruleOrNull != null) {
            try {
                JSON.readTree(RuleJson.write(ruleOrNull))
                        .properties()
                        .forEach(
                                each -> lines.put(each.getKey(), each.getValue().toString()));
            } catch (IOException unreadable) {
                throw new UncheckedIOException("What was written cannot be read.", unreadable);
            }
        }
        return lines;
    }
}
