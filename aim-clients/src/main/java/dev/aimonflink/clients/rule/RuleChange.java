package dev.aimonflink.clients.rule;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.rules.format.RuleJson;
import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.sql.text.Spelling;
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
 * @param before or null
 * @param after null if it is deleted
 * @param checkedFor the fingerprint of the schema that it was checked for, or null
 * @param isAgain whether the same is written again, because the newest version does not judge, or because it is applied
 * @param isApplied whether the rule also fires at once, for whom it is true then
 */
public record RuleChange(String id, Rule before, Rule after, String checkedFor, boolean isAgain, boolean isApplied) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The most characters of a value in a line. */
    private static final int MAX_SHOWN = 60;

    /** The characters shown on each side of a difference. */
    private static final int AROUND = 10;

    /** For a rule that judges, and waits for events. */
    public RuleChange(String id, Rule before, Rule after, String checkedFor) {
        this(id, before, after, checkedFor, false, false);
    }

    /** For a rule that is checked for a model, or for none. */
    public static RuleChange to(Rule afterOrNull, String id, Rule before, RuleModel model) {
        return new RuleChange(id, before, afterOrNull, afterOrNull == null ? null : model.checkedFor());
    }

    /** For a rule that also fires at once. */
    public RuleChange applied() {
        return new RuleChange(id, before, after, checkedFor, true, true);
    }

    /** For people: added, changed, deleted, again or unchanged. */
    public String kind() {
        if (after == null) {
            return "deleted"; // also of what could never be read
        }
        return before == null ? "added" : !changedKeys().isEmpty() ? "changed" : isAgain ? "again" : "unchanged";
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

    /** The differing lines, old ones with a minus and new ones with a plus. */
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

    /** The same in a line, without what long values have in common. */
    public String summary() {
        Map<String, String> old = lines(before);
        Map<String, String> present = lines(after);
        List<String> changes = new ArrayList<>();
        for (String key : changedKeys()) {
            String from = old.get(key);
            String to = present.get(key);
            changes.add(
                    to == null
                            ? "no " + key
                            : key + (from == null ? "" : " from " + excerpt(from, to)) + " to "
                                    + excerpt(to, from == null ? "" : from));
        }
        return String.join(", ", changes);
    }

    /** What of a text is not in another one, with a little of its surroundings. */
    private static String excerpt(String text, String other) {
        if (text.length() <= MAX_SHOWN) {
            return text;
        }
        int most = Math.min(text.length(), other.length());
        int begin = 0;
        while (begin < most && text.charAt(begin) == other.charAt(begin)) {
            begin++;
        }
        int end = 0;
        while (end < most - begin && text.charAt(text.length() - 1 - end) == other.charAt(other.length() - 1 - end)) {
            end++;
        }
        int from = Math.max(0, begin - AROUND);
        int to = Math.min(text.length(), text.length() - end + AROUND);
        String shown = Spelling.shortened(text.substring(from, to), MAX_SHOWN);
        return (from == 0 ? "" : "...") + shown + (to == text.length() || shown.endsWith("...") ? "" : "...");
    }

    /** A rule as a file has it. */
    public static String yaml(Rule rule) {
        StringBuilder text = new StringBuilder();
        lines(rule).forEach((key, value) -> text.append(text.isEmpty() ? "- " : "  ")
                .append(key)
                .append(": ")
                .append(value)
                .append('\n'));
        return text.toString();
    }

    /** The keys of a rule as in a file, each with its value in JSON, which is also YAML; empty for null. */
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
