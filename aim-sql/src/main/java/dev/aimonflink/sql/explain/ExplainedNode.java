package dev.aimonflink.sql.explain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A step of a plan in words.
 *
 * @param columns names of the columns of its rows
 * @param inputs the steps that it reads
 */
public record ExplainedNode(
        String step, List<ExplainedDetail> details, List<String> columns, List<ExplainedNode> inputs) {
    private static final String INDENT = "   ";

    /** The step and all before it, as lines. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        addLines("", "", lines);
        return lines;
    }

    private void addLines(String arrow, String indent, List<String> lines) {
        lines.add(arrow + step);
        details.forEach(detail -> detail.addLines(indent + INDENT, lines));
        for (ExplainedNode input : inputs) {
            input.addLines(indent + "-> ", indent + INDENT, lines);
        }
    }

    /** The same as maps and lists, for JSON. */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("step", step);
        map.putAll(ExplainedDetail.toMap(details));
        if (!inputs.isEmpty()) {
            map.put("inputs", inputs.stream().map(ExplainedNode::toMap).toList());
        }
        return map;
    }
}
