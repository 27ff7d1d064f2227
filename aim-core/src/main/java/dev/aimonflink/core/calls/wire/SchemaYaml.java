package dev.aimonflink.core.calls.wire;

import dev.aimonflink.core.calls.CallFilter;
import dev.aimonflink.core.calls.Derived;
import dev.aimonflink.core.calls.Function;
import dev.aimonflink.core.calls.Measure;
import dev.aimonflink.core.calls.SchemaDefinition;
import dev.aimonflink.core.format.model.YamlFile;
import dev.aimonflink.core.model.Window;
import dev.aimonflink.sql.text.Spelling;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

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

    private final YamlFile file;

    SchemaYaml(String name) {
        file = new YamlFile(name);
    }

    SchemaDefinition parse(String yaml) {
        Node root = file.root(yaml, "a schema such as 'windows: [1 day]'");
        Map<String, Node> keys = file.mapping(root, "The schema", "windows: [1 day, 1 week]", KEYS);
        requireVersion(keys.get("version"));
        List<Window> windows = new ArrayList<>();
        Node listed = required(keys, root, "windows", "windows: [1 day, 1 week]");
        for (ScalarNode each : file.list(listed, "windows", "[1 day, 1 week]")) {
            windows.add(window(each));
        }
        List<CallFilter> filters = keys.containsKey("filters")
                ? chosen(keys.get("filters"), "filters", "filter", FILTERS)
                : List.of(CallFilter.values());
        List<Function> functions = new ArrayList<>();
        List<Derived> derived = new ArrayList<>();
        Node aggregates = required(keys, root, "aggregates", "aggregates: {calls: [count], duration: [sum]}");
        file.mapping(aggregates, "aggregates", "calls: [count]", AGGREGATES.keySet())
                .forEach((measure, node) -> {
                    String what = "function of " + measure;
                    for (Enum<?> each : chosen(node, measure, what, AGGREGATES.get(measure))) {
                        if (each instanceof Function function) {
                            functions.add(function);
                        } else {
                            derived.add((Derived) each);
                        }
                    }
                });
        int copies = keys.containsKey("copies") ? file.number(keys.get("copies"), "copies") : 1;
        return file.at(root, () -> new SchemaDefinition(windows, filters, functions, derived, copies));
    }

    private void requireVersion(Node node) {
        if (node != null && file.number(node, "version") != VERSION) {
            throw file.wrong(
                    node,
                    "version=" + ((ScalarNode) node).getValue() + " is not known here. Write version: " + VERSION
                            + ", or use the release that wrote the schema.");
        }
    }

    private Node required(Map<String, Node> keys, Node in, String key, String example) {
        Node node = keys.get(key);
        if (node == null) {
            throw file.wrong(in, "The schema has no key '" + key + "'. Add it, such as '" + example + "'.");
        }
        return node;
    }

    private Window window(ScalarNode node) {
        Matcher parts = WINDOW.matcher(node.getValue().strip());
        if (!parts.matches()) {
            throw file.wrong(
                    node,
                    "window '" + Spelling.shortened(node.getValue())
                            + "' is not a number of hours, days, weeks or months. Write it like '3 days'.");
        }
        Window.Unit unit = file.one(node, "unit", parts.group(2), UNITS, List.of("hour", "day", "week", "month"));
        return file.at(node, () -> new Window(unit, Integer.parseInt(parts.group(1))));
    }

    /** The members of a list of names, each once. */
    private <T> List<T> chosen(Node list, String key, String what, Map<String, T> choices) {
        List<T> members = new ArrayList<>();
        String example = "[" + choices.keySet().iterator().next() + "]";
        Set<String> seen = new HashSet<>();
        for (ScalarNode each : file.list(list, key, example)) {
            members.add(file.one(each, what, each.getValue(), choices, choices.keySet()));
            if (!seen.add(each.getValue())) {
                throw file.wrong(each, what + " '" + each.getValue() + "' is given twice. Take one out.");
            }
        }
        return members;
    }
}
