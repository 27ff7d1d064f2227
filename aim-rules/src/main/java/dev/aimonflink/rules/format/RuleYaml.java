package dev.aimonflink.rules.format;

import dev.aimonflink.matrix.format.EntityKeyBytes;
import dev.aimonflink.matrix.format.model.YamlFile;
import dev.aimonflink.matrix.format.model.YamlPath;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.ModelException;
import dev.aimonflink.rules.judge.Check;
import dev.aimonflink.rules.judge.Every;
import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.rules.judge.RuleColumns;
import dev.aimonflink.rules.judge.RuleExpressions;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Reads a rule from a node of YAML, key by key. A template is several rules, one for each map of its parameters. */
final class RuleYaml {
    static final List<String> KEYS = List.of(
            "id",
            "when",
            "every",
            "start",
            "check",
            "valid",
            "priority",
            "message",
            "params",
            "action",
            "resolve",
            "mute",
            "enabled",
            "shadow");

    static final List<String> OF_VALID = List.of("from", "to");
    static final List<String> OF_ACTION = List.of("topic", "key", "event");
    static final List<String> OF_MUTE = List.of("keys", "until");
    private static final Map<String, Every.Period> PERIODS = Stream.of(Every.Period.values())
            .flatMap(each -> Stream.of(Map.entry(each.label(), each), Map.entry(each.words(), each)))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a));

    /** For messages. */
    private static final List<String> LABELS =
            Stream.of(Every.Period.values()).map(Every.Period::label).toList();

    private final YamlFile file;
    private final RuleTime time;
    private final RuleParams params;

    /** Null if the meaning of expressions does not matter. */
    private final RuleColumns columns;

    private RuleYaml(YamlFile file, RuleTime time, RuleParams params, RuleColumns columns) {
        this.file = file;
        this.time = time;
        this.params = params;
        this.columns = columns;
    }

    /** For rules that people write: they name days, and have templates. */
    static RuleYaml ofFile(YamlFile file, ZoneId zone, RuleColumns columns) {
        return new RuleYaml(file, new RuleTime(file, zone), new RuleParams(file, true), columns);
    }

    /** For a rule by itself, which means the same everywhere. */
    static RuleYaml ofRecord(YamlFile file, RuleColumns columnsOrNull) {
        return new RuleYaml(file, new RuleTime(file, null), new RuleParams(file, false), columnsOrNull);
    }

    List<Rule> rules(Node node) {
        Map<String, Node> keys = file.mapping(node, "A rule", "{id: dear, when: event.amount > 100}", KEYS);
        String id = text(required(keys, "id", node, "id: dear"), "id", "dear");
        List<Map<String, Object>> each = params.read(keys.get("params"));
        Rule template = checked(node, () -> template(node, keys));
        List<Rule> rules = new ArrayList<>();
        for (Map<String, Object> values : each) {
            rules.add(checked(node, () -> rule(template, id, values, each.size() > 1)));
        }
        return rules;
    }

    private Rule rule(Rule template, String id, Map<String, Object> values, boolean isOneOfSeveral) {
        Rule filled = params.filled(template, id, values);
        if (columns != null) {
            try {
                RuleExpressions.of(filled, columns);
            } catch (ModelException wrong) {
                throw isOneOfSeveral
                        ? new ModelException(
                                "As rule '" + filled.id() + "': " + wrong.getMessage(),
                                wrong.offset(),
                                wrong,
                                wrong.path().toArray(String[]::new))
                        : wrong;
            }
        }
        return params.withoutThoseOfItsId(filled, id, isOneOfSeveral);
    }

    /** The rule without its parameters; its id may have places for them, so another stands for it. */
    private Rule template(Node node, Map<String, Node> keys) {
        Node message = keys.get("message");
        return new Rule(
                "template",
                text(required(keys, "when", node, "when: event.amount > 100"), "when", "event.amount > 100"),
                Map.of(),
                every(keys),
                check(keys.get("check")),
                valid(keys.get("valid")),
                keys.containsKey("priority")
                        ? file.number(plain(keys.get("priority"), "priority", "1"), "priority")
                        : 0,
                message == null ? null : text(message, "message", "dear"),
                action(keys.get("action")),
                flag(keys, "resolve", false),
                flag(keys, "enabled", true),
                flag(keys, "shadow", false),
                mute(keys.get("mute")));
    }

    // ---- values of keys

    private Every every(Map<String, Node> keys) {
        Every.Period period = Every.Period.ALWAYS;
        if (keys.containsKey("every")) {
            ScalarNode scalar = file.scalar(keys.get("every"), "every", "every: 1d");
            period = file.one(scalar, "every", scalar.getValue(), PERIODS, LABELS);
        }
        if (!keys.containsKey("start")) {
            return new Every(period, false);
        }
        ScalarNode start = file.scalar(keys.get("start"), "start", "start: sliding");
        boolean slides = file.one(
                start, "start", start.getValue(), Map.of("fixed", false, "sliding", true), List.of("fixed", "sliding"));
        Every.Period known = period;
        return file.at(start, () -> new Every(known, slides));
    }

    private Check check(Node node) {
        return node == null ? null : file.at(node, () -> Check.of(text(node, "check", "every 10 s")));
    }

    private Rule.Validity valid(Node node) {
        if (node == null) {
            return Rule.Validity.ALWAYS;
        }
        Map<String, Node> keys = file.mapping(node, "valid", "valid: {from: 2026-12-01, to: 2026-12-24}", OF_VALID);
        Instant from = keys.containsKey("from") ? time.of(keys.get("from"), "from") : null;
        Instant to = keys.containsKey("to") ? time.after(keys.get("to"), "to") : null;
        if (from != null && to != null && !from.isBefore(to)) {
            throw file.wrong(keys.get("to"), "The rule would be valid to a time before 'from'. Give a later one.");
        }
        return new Rule.Validity(from, to);
    }

    private Rule.NewEvent action(Node node) {
        if (node == null) {
            return null;
        }
        String example = "action: {topic: offers, key: event.amount, event: {amount: event.amount}}";
        Map<String, Node> keys = file.mapping(node, "action", example, OF_ACTION);
        Map<String, String> fields = new LinkedHashMap<>();
        file.mapping(required(keys, "event", node, "event: {amount: event.amount}"), "event", example, List.of())
                .forEach((name, expression) -> fields.put(name, text(expression, name, "event.amount")));
        return new Rule.NewEvent(
                text(required(keys, "topic", node, "topic: offers"), "topic", "offers"),
                text(required(keys, "key", node, "key: event.amount"), "key", "event.amount"),
                fields);
    }

    private Rule.Mute mute(Node node) {
        if (node == null) {
            return Rule.Mute.NONE;
        }
        Map<String, Node> keys = file.mapping(node, "mute", "mute: {keys: [17, 18], until: 2026-12-24}", OF_MUTE);
        List<String> muted = new ArrayList<>();
        if (keys.containsKey("keys")) {
            file.list(keys.get("keys"), "keys", "[17, 18]").forEach(each -> muted.add(key(each)));
            if (muted.isEmpty()) {
                throw file.wrong(keys.get("keys"), "The list has no keys. Write one, or take 'keys' out to mute all.");
            }
        }
        return new Rule.Mute(muted, keys.containsKey("until") ? time.of(keys.get("until"), "until") : null);
    }

    /** In the form of entities' keys, if that is known. */
    private String key(Node node) {
        String written = text(node, "A key", "17");
        try {
            return columns == null
                    ? written
                    : EntityKeyBytes.ofUser(written, columns.model()).toString();
        } catch (InvalidInputException wrong) {
            throw file.wrong(node, wrong.getMessage());
        }
    }

    private boolean flag(Map<String, Node> keys, String key, boolean usual) {
        return keys.containsKey(key)
                ? file.one(
                        keys.get(key),
                        key,
                        plain(keys.get(key), key, "true").getValue(),
                        Map.of("true", true, "false", false),
                        List.of("true", "false"))
                : usual;
    }

    private String text(Node node, String key, String example) {
        ScalarNode scalar = file.scalar(node, key, key + ": " + example);
        if (scalar.getTag().equals(Tag.NULL)) {
            throw file.wrong(node, key + " has no value. Write one, such as '" + key + ": " + example + "'.");
        }
        return scalar.getValue();
    }

    /** A scalar that is not a text. */
    private ScalarNode plain(Node node, String key, String example) {
        ScalarNode scalar = file.scalar(node, key, key + ": " + example);
        if (!scalar.isPlain()) {
            throw file.wrong(
                    node, key + " is a text. Write it without quotes, such as '" + key + ": " + example + "'.");
        }
        return scalar;
    }

    private Node required(Map<String, Node> keys, String key, Node node, String example) {
        if (!keys.containsKey(key)) {
            throw file.wrong(node, "There is no key '" + key + "'. Add it, such as '" + example + "'.");
        }
        return keys.get(key);
    }

    // ---- places of errors

    /** Adds line and column to the rule's own errors. */
    private <T> T checked(Node node, Supplier<T> making) {
        try {
            return making.get();
        } catch (ModelException wrong) {
            throw YamlPath.placed(wrong, file, node);
        }
    }

    Node idOf(Node rule) {
        return YamlPath.node(rule, List.of("id"));
    }
}
