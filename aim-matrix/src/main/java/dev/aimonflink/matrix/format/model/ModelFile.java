package dev.aimonflink.matrix.format.model;

import dev.aimonflink.matrix.model.Aggregation;
import dev.aimonflink.matrix.model.Attribute;
import dev.aimonflink.matrix.model.ColumnNames;
import dev.aimonflink.matrix.model.Draw;
import dev.aimonflink.matrix.model.EntityKey;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventFilter;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.FieldType;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Reads and writes models as YAML. */
public final class ModelFile {
    private ModelFile() {}

    /**
     * @param name of the text in messages
     * @throws InvalidInputException with the name, line and column, what is wrong and how to fix it
     */
    public static Model parse(String yaml, String name) {
        return ModelYaml.page(yaml, name).model();
    }

    /**
     * Returns an error with its name, line and column in a text.
     *
     * @param name of the text in messages
     */
    public static InvalidInputException placed(ModelException wrong, String yaml, String name) {
        return ModelYaml.page(yaml, name).placed(wrong);
    }

    /** The inverse of {@link #parse}. */
    public static String text(Model model) {
        return text(model, model.texts());
    }

    /** The stored form, without texts for people. */
    public static String bare(Model model) {
        return text(model, Map.of());
    }

    private static String text(Model model, Map<List<String>, String> texts) {
        List<String> lines = new ArrayList<>();
        lines.add("version: " + ModelYaml.VERSION);
        lines.add("model: " + model.name());
        of(texts).forEach((key, text) -> lines.add(key + ": " + text));
        lines.add("entity: " + named(model.entity().name(), of(texts, "entity")));
        lines.add("event: " + model.event().name());
        EntityKey key = model.event().key();
        Map<String, String> ofKey = new LinkedHashMap<>(key.isText() ? Map.of("type", "text") : Map.of());
        ofKey.putAll(of(texts, "key"));
        lines.add("key: " + named(key.name(), ofKey));
        lines.add("time: " + model.event().time());
        addMap(lines, "fields", named(model.event().fields(), EventField::name, each -> text(each, texts)));
        addMap(lines, "attributes", named(model.entity().attributes(), Attribute::name, each -> text(each, texts)));
        addMap(lines, "tables", quoted(model.entity().tables()));
        Map<String, String> filters = new LinkedHashMap<>();
        for (EventFilter filter : model.aggregates().filters()) {
            if (!filter.isAll()) {
                String condition = quoted(filter.condition());
                Map<String, String> more = of(texts, "filters", filter.name());
                filters.put(filter.name(), more.isEmpty() ? condition : map(with("condition", condition, more)));
            }
        }
        addMap(lines, "filters", filters);
        lines.add("windows: "
                + list(model.aggregates().windows().stream()
                        .map(Object::toString)
                        .toList()));
        addMap(
                lines,
                "aggregates",
                named(model.aggregates().aggregations(), Aggregation::label, each -> text(each, texts)));
        addNames(lines, model.names());
        lines.add("copies: " + model.aggregates().copies());
        return String.join("\n", lines) + "\n";
    }

    /** A name, or a name with more keys. */
    private static String named(String name, Map<String, String> keys) {
        return keys.isEmpty() ? name : map(with("name", name, keys));
    }

    private static Map<String, String> with(String key, String value, Map<String, String> others) {
        Map<String, String> keys = new LinkedHashMap<>(Map.of(key, value));
        keys.putAll(others);
        return keys;
    }

    /** The description and the unit at a path. */
    private static Map<String, String> of(Map<List<String>, String> texts, String... path) {
        Map<String, String> of = new LinkedHashMap<>();
        for (String key : List.of(Model.DESCRIPTION, Model.UNIT)) {
            List<String> whole = new ArrayList<>(List.of(path));
            whole.add(key);
            if (texts.containsKey(whole)) {
                of.put(key, visible(texts.get(whole)));
            }
        }
        return of;
    }

    private static String text(Aggregation aggregation, Map<List<String>, String> texts) {
        Map<String, String> functions = new LinkedHashMap<>();
        for (EventFunction each : aggregation.functions()) {
            String own = texts.get(List.of("aggregates", aggregation.label(), each.label()));
            functions.put(each.label(), own == null ? "" : visible(own));
        }
        return functions.values().stream().allMatch(String::isEmpty) ? list(functions.keySet()) : map(functions);
    }

    private static String text(EventField field, Map<List<String>, String> texts) {
        Map<String, String> keys = new LinkedHashMap<>();
        addType(keys, field.type());
        if (field.min() != null) {
            keys.put("min", field.min().toPlainString());
        }
        if (field.max() != null) {
            keys.put("max", field.max().toPlainString());
        }
        if (field.isOptional()) {
            keys.put("optional", "true");
        }
        if (field.unknown() != null) {
            keys.put("unknown", quoted(field.unknown()));
        }
        keys.put("as", field.measure());
        if (field.hasNarrowSums()) {
            keys.put("sum", "int");
        }
        if (!field.draw().equals(Draw.USUAL)) {
            keys.put("draw", "{" + field.draw() + "}");
        }
        keys.putAll(of(texts, "fields", field.name()));
        return map(keys);
    }

    private static String text(Attribute attribute, Map<List<String>, String> texts) {
        Map<String, String> keys = new LinkedHashMap<>();
        addType(keys, attribute.type());
        if (attribute.table() != null) {
            keys.put("table", quoted(attribute.table()));
            // They are the header of a file, which may have any characters.
            keys.put(
                    "columns",
                    list(attribute.columns().stream().map(ModelFile::quoted).toList()));
        }
        keys.putAll(of(texts, "attributes", attribute.name()));
        return map(keys);
    }

    private static void addType(Map<String, String> keys, FieldType type) {
        // A comma would end the type.
        keys.put("type", quoted(type.toString()));
        if (type.is(FieldType.Kind.ENUM)) {
            keys.put(
                    "values", list(type.labels().stream().map(ModelFile::quoted).toList()));
        }
    }

    private static void addNames(List<String> lines, ColumnNames names) {
        Map<String, String> patterns = new LinkedHashMap<>();
        names.patterns().forEach((of, pattern) -> patterns.put(of, quoted(pattern.text())));
        if (patterns.keySet().equals(Set.of(ColumnNames.ALL))) {
            lines.add("names: " + patterns.get(ColumnNames.ALL));
        } else {
            addMap(lines, "names", patterns);
        }
        addMap(lines, "aliases", names.aliases());
    }

    // ---- YAML

    private static <T> Map<String, String> named(
            Collection<T> members, Function<T, String> name, Function<T, String> text) {
        Map<String, String> named = new LinkedHashMap<>();
        members.forEach(each -> named.put(name.apply(each), text.apply(each)));
        return named;
    }

    private static Map<String, String> quoted(Map<String, String> values) {
        Map<String, String> quoted = new LinkedHashMap<>();
        values.forEach((key, value) -> quoted.put(key, quoted(value)));
        return quoted;
    }

    private static void addMap(List<String> lines, String key, Map<String, String> values) {
        if (!values.isEmpty()) {
            lines.add(key + ":");
            values.forEach((name, value) -> lines.add("  " + name + ": " + value));
        }
    }

    private static String map(Map<String, String> values) {
        return values.entrySet().stream()
                .map(entry -> entry.getKey() + ": " + entry.getValue())
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String list(Collection<String> values) {
        return "[" + String.join(", ", values) + "]";
    }

    /** In double quotes. Escapes of other alphabets would take six times the room, of which a model has as much as its file. */
    private static String visible(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** In double quotes, in which YAML accepts what JSON does. */
    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (each == '"' || each == '\\') {
                quoted.append('\\').append(each);
            } else if (each < ' ' || each > '~') {
                quoted.append(String.format("\\u%04x", (int) each));
            } else {
                quoted.append(each);
            }
        }
        return quoted.append('"').toString();
    }
}
