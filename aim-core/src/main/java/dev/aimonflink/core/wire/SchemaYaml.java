package dev.aimonflink.core.wire;

import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.core.schema.CallFilter;
import dev.aimonflink.core.schema.Derived;
import dev.aimonflink.core.schema.Function;
import dev.aimonflink.core.schema.Measure;
import dev.aimonflink.core.schema.SchemaDefinition;
import dev.aimonflink.core.schema.Window;
import dev.aimonflink.sql.text.Spelling;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads a definition from YAML. An error names the line and how to fix it. */
final class SchemaYaml {
    /** The version of the form. Stored definitions carry it; users may leave it out. */
    static final int VERSION = 1;

    private static final List<String> KEYS = List.of("windows", "filters", "aggregates", "copies", "version");

    private static final Map<String, CallFilter> FILTERS = new LinkedHashMap<>();

    /** The aggregates by the labels of measure and function. */
    static final Map<String, Map<String, Enum<?>>> AGGREGATES = new LinkedHashMap<>();

    static {
        for (CallFilter filter : CallFilter.values()) {
            FILTERS.put(filter.label(), filter);
        }
        for (Measure measure : Measure.values()) {
            AGGREGATES.put(measure.label(), new LinkedHashMap<>());
        }
        for (Function function : SchemaDefinition.BENCHMARK_FUNCTIONS) {
            AGGREGATES.get(function.measure().label()).put(function.label(), function);
        }
        for (Derived derived : Derived.values()) {
            AGGREGATES.get(derived.measure().label()).put(derived.label(), derived);
        }
    }

    private static final Map<String, Window.Unit> UNITS = Map.of(
            "hour", Window.Unit.HOUR, "day", Window.Unit.DAY, "week", Window.Unit.WEEK, "month", Window.Unit.MONTH);

    /** Matches {@code 1 day} and {@code 3 days}, also with more digits than a window may have, for a better message. */
    private static final Pattern WINDOW = Pattern.compile("(-?\\d{1,9}) +([a-z]+?)s?");

    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,9}");

    private final String name;

    SchemaYaml(String name) {
        this.name = name;
    }

    SchemaDefinition parse(String yaml) {
        Node root = YamlNodes.compose(yaml, name);
        Map<String, Node> keys = mapping(root, "The schema", "windows: [1 day, 1 week]", KEYS);
        requireVersion(keys.get("version"));
        List<Window> windows = new ArrayList<>();
        Node listed = required(keys, root, "windows", "windows: [1 day, 1 week]");
        for (ScalarNode each : list(listed, "windows", "[1 day, 1 week]")) {
            windows.add(window(each));
        }
        List<CallFilter> filters = keys.containsKey("filters")
                ? chosen(keys.get("filters"), "filters", "filter", FILTERS)
                : List.of(CallFilter.values());
        List<Function> functions = new ArrayList<>();
        List<Derived> derived = new ArrayList<>();
        Node aggregates = required(keys, root, "aggregates", "aggregates: {calls: [count], duration: [sum]}");
        mapping(aggregates, "aggregates", "calls: [count]", AGGREGATES.keySet()).forEach((measure, node) -> {
            String what = "function of " + measure;
            for (Enum<?> each : chosen(node, measure, what, AGGREGATES.get(measure))) {
                if (each instanceof Function function) {
                    functions.add(function);
                } else {
                    derived.add((Derived) each);
                }
            }
        });
        int copies = keys.containsKey("copies") ? number(keys.get("copies"), "copies") : 1;
        return at(root, () -> new SchemaDefinition(windows, filters, functions, derived, copies));
    }

    private void requireVersion(Node node) {
        if (node != null && number(node, "version") != VERSION) {
            throw wrong(
                    node,
                    "version=" + ((ScalarNode) node).getValue() + " is not known here. Write version: " + VERSION
                            + ", or use the release that wrote the schema.");
        }
    }

    private Node required(Map<String, Node> keys, Node in, String key, String example) {
        Node node = keys.get(key);
        if (node == null) {
            throw wrong(in, "The schema has no key '" + key + "'. Add it, such as '" + example + "'.");
        }
        return node;
    }

    private Window window(ScalarNode node) {
        Matcher parts = WINDOW.matcher(node.getValue().strip());
        if (!parts.matches()) {
            throw wrong(
                    node,
                    "window '" + Spelling.shortened(node.getValue())
                            + "' is not a number of hours, days, weeks or months. Write it like '3 days'.");
        }
        Window.Unit unit = one(node, "unit", parts.group(2), UNITS, List.of("hour", "day", "week", "month"));
        return at(node, () -> new Window(unit, Integer.parseInt(parts.group(1))));
    }

    /** The members of a list of names, each once. */
    private <T> List<T> chosen(Node list, String key, String what, Map<String, T> choices) {
        List<T> members = new ArrayList<>();
        String example = "[" + choices.keySet().iterator().next() + "]";
        Set<String> seen = new HashSet<>();
        for (ScalarNode each : list(list, key, example)) {
            members.add(one(each, what, each.getValue(), choices, choices.keySet()));
            if (!seen.add(each.getValue())) {
                throw wrong(each, what + " '" + each.getValue() + "' is given twice. Take one out.");
            }
        }
        return members;
    }

    private <T> T one(Node node, String what, String written, Map<String, T> choices, Collection<String> inOrder) {
        T chosen = choices.get(written);
        if (chosen == null) {
            throw wrong(node, unknown(what, written, inOrder));
        }
        return chosen;
    }

    private static String unknown(String what, String written, Collection<String> choices) {
        return what + " '" + Spelling.shortened(written) + "' is not one of " + String.join(", ", choices) + ". "
                + Spelling.closest(written, choices)
                        .map(near -> "Did you mean '" + near + "'?")
                        .orElse("Give one of these.");
    }

    private Map<String, Node> mapping(Node node, String what, String example, Collection<String> keys) {
        if (!(node instanceof MappingNode mapping)) {
            throw wrong(node, what + " is not a list of keys with values. Write it like '" + example + "'.");
        }
        Map<String, Node> values = new LinkedHashMap<>();
        for (NodeTuple entry : mapping.getValue()) {
            String key = scalar(entry.getKeyNode(), "A key", example).getValue();
            if (!keys.contains(key)) {
                throw wrong(entry.getKeyNode(), unknown("key", key, keys));
            }
            if (values.put(key, entry.getValueNode()) != null) {
                throw wrong(entry.getKeyNode(), "key '" + key + "' is given twice. Take one out.");
            }
        }
        return values;
    }

    private List<ScalarNode> list(Node node, String key, String example) {
        if (!(node instanceof SequenceNode sequence)) {
            throw wrong(node, key + " is not a list. Write it like '" + key + ": " + example + "'.");
        }
        List<ScalarNode> members = new ArrayList<>();
        for (Node each : sequence.getValue()) {
            members.add(scalar(each, "A member of " + key, key + ": " + example));
        }
        return members;
    }

    private ScalarNode scalar(Node node, String what, String example) {
        if (node instanceof ScalarNode scalar) {
            return scalar;
        }
        throw wrong(node, what + " is not a single word. Write it like '" + example + "'.");
    }

    private int number(Node node, String key) {
        String written = scalar(node, key, key + ": 1").getValue();
        if (!NUMBER.matcher(written).matches()) {
            throw wrong(
                    node,
                    key + "=" + Spelling.shortened(written) + " is not a whole number. Write it like '" + key
                            + ": 1'.");
        }
        return Integer.parseInt(written);
    }

    private interface Making<T> {
        T make();
    }

    /** Adds the line to what the schema itself says. */
    private <T> T at(Node node, Making<T> making) {
        try {
            return making.make();
        } catch (InvalidInputException invalid) {
            throw YamlNodes.wrong(name, YamlNodes.line(node), invalid.getMessage(), invalid);
        }
    }

    private InvalidInputException wrong(Node node, String sentence) {
        return YamlNodes.wrong(name, YamlNodes.line(node), sentence, null);
    }
}
