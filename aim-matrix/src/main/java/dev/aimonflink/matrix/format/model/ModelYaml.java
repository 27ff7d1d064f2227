package dev.aimonflink.matrix.format.model;

import dev.aimonflink.matrix.layout.CellLayout;
import dev.aimonflink.matrix.model.Aggregates;
import dev.aimonflink.matrix.model.Aggregation;
import dev.aimonflink.matrix.model.Attribute;
import dev.aimonflink.matrix.model.ColumnNames;
import dev.aimonflink.matrix.model.EntityKey;
import dev.aimonflink.matrix.model.EntityType;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventFilter;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.EventType;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelException;
import dev.aimonflink.matrix.model.NamePattern;
import dev.aimonflink.matrix.model.WindowPolicy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** Reads a model from YAML, key by key in page order. */
final class ModelYaml {
    /** The version of the form, which stored models carry; users may leave it out. */
    static final int VERSION = 1;

    private static final List<String> KEYS = List.of(
            "model",
            Model.DESCRIPTION,
            "entity",
            "event",
            "key",
            "time",
            "fields",
            "attributes",
            "tables",
            "filters",
            "windows",
            "aggregates",
            "names",
            "aliases",
            "copies",
            "version");

    private static final String CONDITION = "condition";
    private static final String FILTER = "online: online";

    private static final Map<String, EventFunction> FUNCTIONS = new LinkedHashMap<>();

    static {
        for (EventFunction function : EventFunction.named()) {
            FUNCTIONS.put(function.label(), function);
        }
    }

    private final YamlFile file;
    private final Node root;
    private final Map<String, Node> keys;
    private final Map<List<String>, String> texts = new LinkedHashMap<>();

    private ModelYaml(YamlFile file, Node root) {
        this.file = file;
        this.root = root;
        keys = file.mapping(root, "The model", "model: payments", KEYS);
    }

    /** @param name of the text in messages */
    static ModelYaml page(String yaml, String name) {
        YamlFile file = new YamlFile(name, yaml);
        return new ModelYaml(file, file.root(YamlFile.MAX_BYTES, "a model such as 'model: payments'"));
    }

    Model model() {
        requireVersion();
        String name = word("model", "model: payments");
        addText(keys, Model.DESCRIPTION);
        EventType event = event();
        EntityType entity = entity();
        Aggregates aggregates = aggregates();
        ColumnNames names = new ColumnNames(patterns(), words("aliases", "spend_today: sum_amount_this_day"));
        return checked(() -> fitting(new Model(name, event, entity, aggregates, names, texts)));
    }

    /** Returns the model if its layout shows that its records are not too large, and clients can read it with its descriptions. */
    private static Model fitting(Model model) {
        int length = model.texts().isEmpty() ? 0 : ModelFile.text(model).length();
        if (length > YamlFile.MAX_BYTES) {
            throw new ModelException(
                    "With descriptions, and what a key says if it is left out, the model has " + length
                            + " characters, more than " + YamlFile.MAX_BYTES + ". Give shorter descriptions.",
                    Model.DESCRIPTION);
        }
        return new CellLayout(model).model();
    }

    private void requireVersion() {
        Node node = keys.get("version");
        if (node != null && file.number(node, "version") != VERSION) {
            throw file.wrong(
                    node,
                    "version=" + ((ScalarNode) node).getValue() + " is not known here. Write version: " + VERSION
                            + ", or use the release that wrote the model.");
        }
    }

    // ---- events

    private EventType event() {
        String name = word("event", "event: payment");
        EntityKey key = key();
        String time = word("time", "time: timestamp");
        List<EventField> fields = new ArrayList<>();
        mapping("fields", "amount: money").forEach((field, node) -> {
            fields.add(checked(() -> new FieldYaml(file, "field", field, node).field()));
            addTexts("fields", field, node);
        });
        return checked(() -> new EventType(name, key, time, fields));
    }

    private EntityKey key() {
        Node node = required("key", "key: cardId");
        if (!(node instanceof MappingNode)) {
            return new EntityKey(word("key", "key: cardId"), false);
        }
        String example = "key: {name: deviceId, type: text}";
        Map<String, Node> parts = file.mapping(node, "key", example, List.of("name", "type", Model.DESCRIPTION));
        addText(parts, "key", Model.DESCRIPTION);
        if (!parts.containsKey("name")) {
            throw file.wrong(node, "The key has no name. Write it like '" + example + "'.");
        }
        boolean isText = false;
        if (parts.containsKey("type")) {
            ScalarNode type = file.scalar(parts.get("type"), "type", example);
            isText = file.one(
                    type,
                    "type of the key",
                    type.getValue(),
                    Map.of("integer", false, "text", true),
                    List.of("integer", "text"));
        }
        return new EntityKey(file.scalar(parts.get("name"), "name", example).getValue(), isText);
    }

    // ---- entities

    private EntityType entity() {
        String name = entityName();
        List<Attribute> attributes = new ArrayList<>();
        mapping("attributes", "tier: {type: enum, values: [basic, gold]}").forEach((attribute, node) -> {
            attributes.add(checked(() -> new FieldYaml(file, "attribute", attribute, node).attribute()));
            addTexts("attributes", attribute, node);
        });
        Map<String, String> tables = words("tables", "regions: regions.csv");
        return checked(() -> new EntityType(name, attributes, tables));
    }

    private String entityName() {
        Node node = required("entity", "entity: card");
        if (!(node instanceof MappingNode)) {
            return word("entity", "entity: card");
        }
        String example = "entity: {name: card, description: a card of a customer}";
        Map<String, Node> parts = file.mapping(node, "entity", example, List.of("name", Model.DESCRIPTION));
        if (!parts.containsKey("name")) {
            throw file.wrong(node, "The entity has no name. Write it like '" + example + "'.");
        }
        addText(parts, "entity", Model.DESCRIPTION);
        return file.scalar(parts.get("name"), "name", example).getValue();
    }

    // ---- aggregates

    private Aggregates aggregates() {
        List<EventFilter> filters = new ArrayList<>(List.of(EventFilter.ALL));
        mapping("filters", FILTER).forEach((name, node) -> filters.add(filter(name, node)));
        List<WindowPolicy> windows = new ArrayList<>();
        for (ScalarNode each : file.list(required("windows", "windows: [1 day]"), "windows", "[1 day]")) {
            windows.add(file.at(each, () -> WindowText.parse(each.getValue())));
        }
        List<Aggregation> aggregations = new ArrayList<>();
        required("aggregates", "aggregates: {events: [count]}");
        mapping("aggregates", "events: [count]").forEach((of, list) -> {
            aggregations.add(Aggregation.of(of.equals(Aggregation.EVENTS) ? "" : of, functions(of, list)));
        });
        int copies = keys.containsKey("copies") ? file.number(keys.get("copies"), "copies") : 1;
        return checked(() -> new Aggregates(filters, windows, aggregations, copies));
    }

    private EventFilter filter(String name, Node node) {
        Node condition = node;
        if (node instanceof MappingNode) {
            Map<String, Node> parts = file.mapping(node, name, FILTER, List.of(CONDITION, Model.DESCRIPTION));
            addText(parts, "filters", name, Model.DESCRIPTION);
            condition = parts.get(CONDITION);
        }
        if (condition == null
                || file.scalar(condition, "The value of " + name, FILTER)
                        .getValue()
                        .isBlank()) {
            throw file.wrong(node, "The filter has no condition. Write it like '" + FILTER + "'.");
        }
        return new EventFilter(name, ((ScalarNode) condition).getValue());
    }

    /** A list of functions, or functions as keys, with or without a description. */
    private List<EventFunction> functions(String of, Node node) {
        List<EventFunction> functions = new ArrayList<>();
        if (node instanceof MappingNode) {
            file.mapping(node, of, "{sum: money spent, max}", FUNCTIONS.keySet())
                    .forEach((function, text) -> {
                        functions.add(FUNCTIONS.get(function));
                        if (!isEmpty(text)) {
                            addText(Map.of(function, text), "aggregates", of, function);
                        }
                    });
        } else {
            for (ScalarNode each : file.list(node, of, "[sum, max]")) {
                functions.add(file.one(each, "function of " + of, each.getValue(), FUNCTIONS, FUNCTIONS.keySet()));
            }
        }
        return functions;
    }

    private static boolean isEmpty(Node node) {
        return node instanceof ScalarNode scalar && scalar.getValue().isEmpty();
    }

    // ---- texts for people

    private void addTexts(String section, String name, Node node) {
        if (node instanceof MappingNode) {
            Map<String, Node> parts = file.mapping(node, name, FieldYaml.EXAMPLE, List.of());
            addText(parts, section, name, Model.DESCRIPTION);
            addText(parts, section, name, Model.UNIT);
        }
    }

    /** Adds the text whose key is the last of the path, if it is there. */
    private void addText(Map<String, Node> parts, String... path) {
        String key = path[path.length - 1];
        Node node = parts.get(key);
        if (node != null) {
            String text =
                    file.scalar(node, key, key + ": payments in web shops").getValue();
            texts.put(List.of(path), text.strip());
        }
    }

    private Map<String, NamePattern> patterns() {
        Map<String, NamePattern> patterns = new LinkedHashMap<>();
        Node node = keys.get("names");
        if (node instanceof ScalarNode scalar) {
            patterns.put(ColumnNames.ALL, file.at(node, () -> new NamePattern(scalar.getValue())));
        } else if (node != null) {
            String example = "sum: total_{measure}_{window}";
            file.mapping(node, "names", example, List.of()).forEach((of, pattern) -> {
                String text = file.scalar(pattern, "A pattern", example).getValue();
                patterns.put(of, file.at(pattern, () -> new NamePattern(text)));
            });
        }
        return patterns;
    }

    // ---- keys of the page

    private Node required(String key, String example) {
        Node node = keys.get(key);
        if (node == null) {
            throw file.wrong(root, "The model has no key '" + key + "'. Add it, such as '" + example + "'.");
        }
        return node;
    }

    private String word(String key, String example) {
        return file.scalar(required(key, example), key, example).getValue();
    }

    private Map<String, Node> mapping(String key, String example) {
        Node node = keys.get(key);
        return node == null ? Map.of() : file.mapping(node, key, example, List.of());
    }

    private Map<String, String> words(String key, String example) {
        Map<String, String> words = new LinkedHashMap<>();
        mapping(key, example)
                .forEach((name, node) -> words.put(
                        name, file.scalar(node, "The value of " + name, example).getValue()));
        return words;
    }

    // ---- places of errors

    /** Adds line and column to errors of the model. */
    private <T> T checked(Supplier<T> making) {
        try {
            return making.get();
        } catch (ModelException wrong) {
            throw placed(wrong);
        }
    }

    /** Adds line and column to an error in a model that was read from this text. */
    InvalidInputException placed(ModelException wrong) {
        return YamlPath.placed(wrong, file, root);
    }
}
