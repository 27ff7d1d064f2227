package dev.aimonflink.matrix.format.model;

import dev.aimonflink.matrix.model.Attribute;
import dev.aimonflink.matrix.model.Draw;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.FieldType;
import dev.aimonflink.matrix.model.Model;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** Reads a field of events or an attribute: a type alone, or keys with values. */
final class FieldYaml {
    static final String EXAMPLE = "{type: int, min: 0, max: 100}";
    private static final List<String> OF_FIELDS = List.of(
            "type", "min", "max", "optional", "values", "unknown", "as", "sum", "draw", Model.DESCRIPTION, Model.UNIT);
    private static final List<String> OF_ATTRIBUTES =
            List.of("type", "values", "table", "columns", Model.DESCRIPTION, Model.UNIT);
    private static final Pattern DECIMAL = Pattern.compile("decimal\\( *(\\d{1,3}) *, *(\\d{1,3}) *\\)");

    private static final Map<String, FieldType> TYPES = Stream.of(
                    FieldType.BOOLEAN,
                    FieldType.INT,
                    FieldType.LONG,
                    FieldType.MONEY,
                    FieldType.DOUBLE,
                    FieldType.TEXT,
                    FieldType.TIME)
            .collect(Collectors.toMap(FieldType::toString, type -> type));

    private static final List<String> KNOWN_TYPES =
            List.of("boolean", "int", "long", "money", "decimal(p,s)", "double", "enum", "text", "time");

    /** What other languages call the types. */
    private static final Map<String, String> SYNONYMS = Map.ofEntries(
            Map.entry("bool", "boolean"),
            Map.entry("integer", "int"),
            Map.entry("number", "decimal(p,s)"),
            Map.entry("numeric", "decimal(p,s)"),
            Map.entry("bigint", "long"),
            Map.entry("currency", "money"),
            Map.entry("float", "double"),
            Map.entry("string", "text"),
            Map.entry("varchar", "text"),
            Map.entry("date", "time"),
            Map.entry("datetime", "time"),
            Map.entry("timestamp", "time"));

    private final YamlFile file;
    private final String name;
    private final Node node;
    private final Map<String, Node> keys;

    FieldYaml(YamlFile file, String what, String name, Node node) {
        this.file = file;
        this.name = name;
        this.node = node;
        if (node instanceof MappingNode mapping) {
            requireNoSplitType(mapping);
        }
        boolean isField = what.equals("field");
        keys = node instanceof MappingNode
                ? file.mapping(node, name, EXAMPLE, isField ? OF_FIELDS : OF_ATTRIBUTES)
                : Map.of("type", node);
        if (!keys.containsKey("type")) {
            throw file.wrong(
                    node, what + " '" + name + "' has no type. Write it like '" + name + ": " + EXAMPLE + "'.");
        }
    }

    /** {@code decimal(9,2)} in braces is read as {@code decimal(9} and a key {@code 2)}. */
    private void requireNoSplitType(MappingNode mapping) {
        for (NodeTuple entry : mapping.getValue()) {
            if (entry.getKeyNode() instanceof ScalarNode key && key.getValue().matches("\\d+ *\\)")) {
                throw file.wrong(key, "In braces, a comma ends a value. Write the type in quotes: \"decimal(9,2)\".");
            }
        }
    }

    EventField field() {
        FieldType type = type();
        EventField usual = EventField.of(name, type);
        return new EventField(
                name,
                type,
                number("min"),
                number("max"),
                keys.containsKey("optional") && flag("optional"),
                keys.containsKey("unknown") ? word("unknown") : null,
                keys.containsKey("as") ? word("as") : usual.measure(),
                keys.containsKey("sum") && hasNarrowSums(),
                keys.containsKey("draw") ? new DrawYaml(file, keys.get("draw")).draw() : Draw.USUAL);
    }

    Attribute attribute() {
        List<String> columns = new ArrayList<>();
        if (keys.containsKey("columns")) {
            file.list(keys.get("columns"), "columns", "[city, region]").forEach(each -> columns.add(each.getValue()));
        }
        return new Attribute(name, type(), keys.containsKey("table") ? word("table") : null, columns);
    }

    private String word(String key) {
        return file.scalar(keys.get(key), key, key + ": OTHER").getValue();
    }

    private boolean flag(String key) {
        ScalarNode scalar = file.scalar(keys.get(key), key, key + ": true");
        return file.one(scalar, key, scalar.getValue(), Map.of("true", true, "false", false), List.of("true", "false"));
    }

    private boolean hasNarrowSums() {
        ScalarNode scalar = file.scalar(keys.get("sum"), "sum", "sum: int");
        return file.one(
                scalar, "width of sums", scalar.getValue(), Map.of("int", true, "long", false), List.of("int", "long"));
    }

    private BigDecimal number(String key) {
        return keys.containsKey(key) ? file.decimal(keys.get(key), key) : null;
    }

    private FieldType type() {
        ScalarNode given = file.scalar(keys.get("type"), "The type of " + name, name + ": int");
        String written = given.getValue();
        if (keys.containsKey("values") && !written.equals("enum")) {
            throw file.wrong(keys.get("values"), "Only an enum has values. Write 'type: enum', or take them out.");
        }
        Matcher decimal = DECIMAL.matcher(written);
        if (decimal.matches()) {
            return file.at(
                    given,
                    () -> FieldType.decimal(Integer.parseInt(decimal.group(1)), Integer.parseInt(decimal.group(2))));
        }
        if (SYNONYMS.containsKey(written)) {
            throw file.wrong(
                    given,
                    "type '" + written + "' is not one of " + String.join(", ", KNOWN_TYPES) + ". Did you mean '"
                            + SYNONYMS.get(written) + "'?");
        }
        return written.equals("enum") ? enumeration() : file.one(given, "type", written, TYPES, KNOWN_TYPES);
    }

    private FieldType enumeration() {
        Node values = keys.get("values");
        if (values == null) {
            throw file.wrong(node, "The enum '" + name + "' has no values. Add them, such as 'values: [FOOD, FUEL]'.");
        }
        List<String> labels = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (ScalarNode each : file.list(values, "values", "[FOOD, FUEL]")) {
            String label = each.getValue();
            if (label.isEmpty() || label.length() > FieldType.MAX_TEXT_LENGTH) {
                throw file.wrong(
                        each,
                        "A value of " + label.length() + " characters is impossible. Give 1 to "
                                + FieldType.MAX_TEXT_LENGTH + ".");
            }
            if (!seen.add(label)) {
                throw file.wrong(each, "The value '" + label + "' is given twice. Take one out.");
            }
            labels.add(label);
        }
        return file.at(values, () -> FieldType.enumeration(labels));
    }
}
