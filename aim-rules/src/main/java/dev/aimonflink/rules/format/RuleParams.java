package dev.aimonflink.rules.format;

import dev.aimonflink.matrix.format.model.YamlFile;
import dev.aimonflink.matrix.model.ModelException;
import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.sql.text.Spelling;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * Reads the parameters of a rule, and fills a rule with them.
 *
 * @param hasTemplates whether there can be several maps of parameters, each for a rule
 */
record RuleParams(YamlFile file, boolean hasTemplates) {
    private static final String EXAMPLE = "params: {limit: 100}";
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,62}");
    private static final Pattern PLACE = Pattern.compile("\\{([^{}]*)\\}");
    private static final BigDecimal MIN_LONG = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal MAX_LONG = BigDecimal.valueOf(Long.MAX_VALUE);

    /** The parameters of each rule: one empty map without such a key. */
    List<Map<String, Object>> read(Node nodeOrNull) {
        if (nodeOrNull == null) {
            return List.of(Map.of());
        }
        if (!(nodeOrNull instanceof SequenceNode list)) {
            return List.of(values(nodeOrNull, List.of()));
        }
        if (!hasTemplates) {
            throw file.wrong(
                    list, "A list of params makes several rules of one, in files alone. Write '" + EXAMPLE + "'.");
        }
        if (list.getValue().isEmpty()) {
            throw file.wrong(list, "The list has no params. Write it like 'params: [{limit: 100}, {limit: 200}]'.");
        }
        List<Map<String, Object>> each = new ArrayList<>();
        for (Node member : list.getValue()) {
            each.add(values(
                    member, each.isEmpty() ? List.of() : List.copyOf(each.get(0).keySet())));
        }
        return each;
    }

    /** @param names of a template's other rules; empty if this is the first */
    private Map<String, Object> values(Node node, List<String> names) {
        Map<String, Node> nodes = file.mapping(node, "params", EXAMPLE, names);
        for (String name : names) {
            if (!nodes.containsKey(name)) {
                throw file.wrong(node, "The parameter '" + name + "' of the first params has no value here. Add one.");
            }
        }
        if (nodes.size() > Rule.MAX_PARAMS) {
            throw file.wrong(
                    node, nodes.size() + " params are more than " + Rule.MAX_PARAMS + ". Write values into the rule.");
        }
        Map<String, Object> values = new LinkedHashMap<>();
        nodes.forEach((name, value) -> {
            if (!NAME.matcher(name).matches()) {
                throw file.wrong(
                        node,
                        "parameter '" + Spelling.shortened(name) + "' is no name. Write a letter, and then up to 62"
                                + " letters, digits and underscores.");
            }
            values.put(name, value(value, name));
        });
        return values;
    }

    private Object value(Node node, String name) {
        ScalarNode scalar = file.scalar(node, name, name + ": 100");
        String written = scalar.getValue();
        Tag tag = scalar.getTag();
        if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) {
            BigDecimal number = file.decimal(node, name);
            boolean isLong = number.scale() == 0 && number.compareTo(MIN_LONG) >= 0 && number.compareTo(MAX_LONG) <= 0;
            return isLong ? (Object) number.longValueExact() : number;
        } else if (tag.equals(Tag.BOOL)) {
            return Boolean.valueOf(written);
        } else if (tag.equals(Tag.NULL)) {
            throw file.wrong(
                    node, "The parameter '" + name + "' has no value. Write one, such as '" + name + ": 100'.");
        } else if (written.length() > Rule.MAX_TEXT) {
            throw file.wrong(
                    node,
                    "The parameter '" + name + "' has " + written.length() + " characters, more than " + Rule.MAX_TEXT
                            + ". Write it shorter.");
        }
        return written;
    }

    /** @throws ModelException if a place has no parameter */
    Rule filled(Rule rule, String id, Map<String, Object> values) {
        return with(rule, filled(id, values), values);
    }

    /**
     * A rule with the parameters that it still needs once its id is filled.
     *
     * @throws ModelException if a parameter is unused
     */
    Rule withoutThoseOfItsId(Rule rule, String id, boolean isOneOfSeveral) {
        Map<String, Object> needed = new LinkedHashMap<>(rule.params());
        needed.keySet().removeIf(name -> !isUsed(name, rule));
        for (String name : rule.params().keySet()) {
            if (!needed.containsKey(name) && !id.contains("{" + name + "}")) {
                String sentence = "The parameter '" + name + "' is not used. Write :" + name
                        + " into an expression or {" + name + "} into the id or the message, or take it out.";
                throw isOneOfSeveral
                        ? ModelException.ofName(sentence, "params", "0", name)
                        : ModelException.ofName(sentence, "params", name);
            }
        }
        return with(rule, rule.id(), needed);
    }

    private static Rule with(Rule rule, String id, Map<String, Object> params) {
        return new Rule(
                id,
                rule.when(),
                params,
                rule.every(),
                rule.check(),
                rule.valid(),
                rule.priority(),
                rule.message(),
                rule.event(),
                rule.resolves(),
                rule.enabled(),
                rule.shadow(),
                rule.mute());
    }

    private static boolean isUsed(String name, Rule rule) {
        Pattern use = Pattern.compile("(:|\\{\\s*)" + name + "\\b");
        Stream<String> ofEvent = rule.event() == null
                ? Stream.of()
                : Stream.concat(Stream.of(rule.event().key()), rule.event().fields().values().stream());
        return Stream.concat(Stream.of(rule.when(), rule.message() == null ? "" : rule.message()), ofEvent)
                .anyMatch(text -> use.matcher(text).find());
    }

    private static String filled(String id, Map<String, Object> values) {
        Matcher places = PLACE.matcher(id);
        return places.replaceAll(place -> {
            Object value = values.get(place.group(1));
            if (value == null) {
                String known =
                        values.keySet().stream().map(name -> "{" + name + "}").collect(Collectors.joining(", "));
                throw new ModelException(
                        "The id has a place for " + Spelling.shortened(place.group())
                                + ", which is none of its params. "
                                + Spelling.closest(place.group(1), values.keySet())
                                        .map(near -> "Did you mean {" + near + "}?")
                                        .orElse(known.isEmpty() ? "There are none." : "Known are: " + known + "."),
                        place.start(),
                        null,
                        "id");
            }
            return Matcher.quoteReplacement(
                    value instanceof BigDecimal number ? number.toPlainString() : value.toString());
        });
    }
}
