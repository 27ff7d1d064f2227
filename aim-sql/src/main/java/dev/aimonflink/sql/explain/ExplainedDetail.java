package dev.aimonflink.sql.explain;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A detail of a step.
 *
 * @param name for people
 * @param key in JSON
 * @param text for people: one line, or a list of lines; null to hide it
 * @param value for programs: a text, a number, a list or a map
 */
public record ExplainedDetail(String name, String key, Object text, Object value) {
    public static ExplainedDetail of(String name, Object value) {
        return new ExplainedDetail(name, name, value, value);
    }

    public static ExplainedDetail line(String name, List<String> texts) {
        return new ExplainedDetail(name, name, String.join(", ", texts), texts);
    }

    public static ExplainedDetail lines(String name, List<String> texts) {
        return new ExplainedDetail(name, name, texts, texts);
    }

    public static List<ExplainedDetail> groups(List<String> keys, List<String> values) {
        return Stream.of(line("by", keys), lines("values", values))
                .filter(detail -> !((List<?>) detail.value).isEmpty())
                .toList();
    }

    void addLines(String indent, List<String> lines) {
        if (text instanceof List<?> several) {
            lines.add(indent + name + ":");
            several.forEach(each -> lines.add(indent + "   " + each));
        } else if (text != null) {
            lines.add(indent + name + ": " + text);
        }
    }

    /** For JSON. */
    public static Map<String, Object> toMap(List<ExplainedDetail> details) {
        Map<String, Object> map = new LinkedHashMap<>();
        details.forEach(detail -> map.put(detail.key, detail.value));
        return map;
    }
}
