package dev.aimonflink.sql.explain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A step of a plan in words.
 *
 * @param step what it does
 * @param details by name, in their order: texts, numbers, lists of texts
 * @param inputs the steps whose rows it takes
 */
public record ExplainedNode(String step, Map<String, Object> details, List<ExplainedNode> inputs) {
    private static final String INDENT = "   ";

    /** The step and all before it, as lines of a text. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        addLines("", "", lines);
        return lines;
    }

    private void addLines(String arrow, String indent, List<String> lines) {
        lines.add(arrow + step);
        details.forEach((name, value) -> {
            if (value instanceof List<?> several) {
                lines.add(indent + INDENT + name + ":");
                several.forEach(each -> lines.add(indent + INDENT + INDENT + each));
            } else {
                lines.add(indent + INDENT + name + ": " + value);
            }
        });
        for (ExplainedNode input : inputs) {
            input.addLines(indent + "-> ", indent + INDENT, lines);
        }
    }

    /** The same as maps and lists, for JSON. */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("step", step);
        map.putAll(details);
        if (!inputs.isEmpty()) {
            map.put("inputs", inputs.stream().map(ExplainedNode::toMap).toList());
        }
        return map;
    }
}
