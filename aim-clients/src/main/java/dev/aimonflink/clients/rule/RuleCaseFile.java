package dev.aimonflink.clients.rule;

import dev.aimonflink.clients.Durations;
import dev.aimonflink.clients.rule.RuleCase.Expected;
import dev.aimonflink.matrix.format.Json;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.format.event.JsonModelCodec;
import dev.aimonflink.matrix.format.event.ProfileModelCodec;
import dev.aimonflink.matrix.format.model.YamlFile;
import dev.aimonflink.matrix.model.Attribute;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityProfile;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventType;
import dev.aimonflink.matrix.model.FieldType;
import dev.aimonflink.matrix.model.FieldType.Kind;
import dev.aimonflink.matrix.model.Model;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * Reads a file of cases, which is YAML or JSON:
 *
 * <pre>
 * - case: the second large payment
 *   usual: {cardId: 17, amount: 500}
 *   events: [{}, {after: 1h}]
 *   alerts: [{rule: twice, event: 2}]
 * </pre>
 */
public final class RuleCaseFile {
    public static final int MAX_CHARACTERS = 4 * 1024 * 1024;

    public static final int MAX_EVENTS = 100_000;

    /** The default time of an event is so long after the previous one. */
    private static final long USUAL_STEP_MS = 1_000;

    /** A Monday. */
    private static final Instant BEGIN = Instant.parse("2026-01-05T12:00:00Z");

    private static final String EXAMPLE = "- {case: name, events: [{...}], alerts: [{rule: id}]}";
    private static final List<String> KEYS = List.of("case", "rules", "profiles", "usual", "events", "alerts");
    private static final List<String> OF_ALERT = List.of("rule", "state", "key", "event", "message");
    private static final String AFTER = "after";
    private static final String TIMES = "times";

    private final YamlFile file;
    private final Model model;
    private final Set<String> rules;
    private final JsonModelCodec events;
    private final ProfileModelCodec profiles;

    /** The names of text fields and attributes, however they are written. */
    private final Set<String> texts = new HashSet<>();

    private RuleCaseFile(YamlFile file, Model model, Set<String> rules) {
        this.file = file;
        this.model = model;
        this.rules = rules;
        events = new JsonModelCodec(model);
        profiles = new ProfileModelCodec(model);
        model.event().fields().forEach(field -> addIfText(field.name(), field.type()));
        model.entity().attributes().forEach(attribute -> addIfText(attribute.name(), attribute.type()));
        if (model.event().key().isText()) {
            texts.add(model.event().key().name());
        }
    }

    private void addIfText(String name, FieldType type) {
        if (type.is(Kind.TEXT) || type.is(Kind.ENUM)) {
            texts.add(name);
        }
    }

    /**
     * @param name of the text in messages
     * @throws dev.aimonflink.matrix.model.InvalidInputException with line and column of the first mistake
     */
    public static List<RuleCase> parse(String yaml, String name, Model model, Set<String> rules) {
        YamlFile file = new YamlFile(name, yaml);
        Node root = file.root(MAX_CHARACTERS, "a list of cases such as '" + EXAMPLE + "'");
        RuleCaseFile reader = new RuleCaseFile(file, model, rules);
        return reader.members(root, "The file", EXAMPLE).stream()
                .map(reader::ruleCase)
                .toList();
    }

    private List<Node> members(Node node, String what, String example) {
        if (node instanceof SequenceNode list) {
            return list.getValue();
        }
        throw file.wrong(node, what + " is no list. Write it like '" + example + "'.");
    }

    private RuleCase ruleCase(Node node) {
        Map<String, Node> keys = file.mapping(node, "A case", EXAMPLE, KEYS);
        Set<String> only = new HashSet<>();
        if (keys.containsKey("rules")) {
            file.list(keys.get("rules"), "rules", "[dear]").forEach(each -> only.add(rule(each)));
        }
        List<EntityProfile> before = new ArrayList<>();
        if (keys.containsKey("profiles")) {
            members(keys.get("profiles"), "profiles", "profiles: [{...}]").forEach(each -> before.add(profile(each)));
        }
        List<DeclaredEvent> all = events(required(keys, "events", node), keys.get("usual"));
        List<Expected> expected = new ArrayList<>();
        for (Node each : members(required(keys, "alerts", node), "alerts", "alerts: [{rule: dear}]")) {
            expected.add(expected(each, all.size()));
        }
        return new RuleCase(scalar(required(keys, "case", node), "case").getValue(), only, before, all, expected);
    }

    private Node required(Map<String, Node> keys, String key, Node node) {
        if (!keys.containsKey(key)) {
            throw file.wrong(node, "There is no key '" + key + "'. Write the case like '" + EXAMPLE + "'.");
        }
        return keys.get(key);
    }

    private ScalarNode scalar(Node node, String key) {
        return file.scalar(node, key, key + ": ...");
    }

    // ---- events

    private List<DeclaredEvent> events(Node node, Node usualOrNull) {
        List<String> names = namesOfEvent();
        Map<String, Node> usual =
                usualOrNull == null ? Map.of() : file.mapping(usualOrNull, "usual", "usual: {...}", names);
        List<DeclaredEvent> all = new ArrayList<>();
        long timeMs = BEGIN.toEpochMilli() - USUAL_STEP_MS;
        for (Node each : members(node, "events", "events: [{...}]")) {
            Map<String, Node> fields = new LinkedHashMap<>(usual);
            fields.putAll(file.mapping(each, "An event", "{...}", names));
            int times = isControl(TIMES, fields) ? file.number(fields.remove(TIMES), TIMES) : 1;
            if (times < 1 || all.size() + times > MAX_EVENTS) {
                throw file.wrong(each, "A case has 1 to " + MAX_EVENTS + " events. Give fewer 'times'.");
            }
            long stepMs = isControl(AFTER, fields) ? step(fields.remove(AFTER)) : USUAL_STEP_MS;
            for (int i = 0; i < times; i++) {
                DeclaredEvent event = event(each, fields, timeMs + stepMs);
                timeMs = event.timestampMs();
                all.add(event);
            }
        }
        return all;
    }

    private long step(Node node) {
        String written = scalar(node, AFTER).getValue();
        return file.at(node, () -> Durations.parse(written).toMillis());
    }

    /** Whether a key about the event is present; a field of the model with its name has priority. */
    private boolean isControl(String key, Map<String, Node> fields) {
        return fields.containsKey(key) && !namesOf(model.event()).contains(key);
    }

    private List<String> namesOfEvent() {
        List<String> names = new ArrayList<>(namesOf(model.event()));
        names.add(AFTER);
        names.add(TIMES);
        return names;
    }

    private static List<String> namesOf(EventType event) {
        List<String> names = new ArrayList<>();
        names.add(event.key().name());
        if (!event.isTimedByRecord()) {
            names.add(event.time());
        }
        event.fields().stream().map(EventField::name).forEach(names::add);
        return names;
    }

    /** @param usualMs its default time */
    private DeclaredEvent event(Node node, Map<String, Node> fields, long usualMs) {
        EventType type = model.event();
        DeclaredEvent event = new DeclaredEvent(type);
        boolean hasTime = fields.containsKey(type.time());
        byte[] json = json(fields, hasTime || type.isTimedByRecord() ? null : type.time(), usualMs);
        reading(node, () -> {
            events.decode(json, event);
            return event;
        });
        if (type.isTimedByRecord()) {
            event.timestampMs(usualMs);
        }
        return event;
    }

    private EntityProfile profile(Node node) {
        List<String> names = new ArrayList<>(
                model.entity().attributes().stream().map(Attribute::name).toList());
        names.add(model.event().key().name());
        byte[] json = json(file.mapping(node, "A profile", "{...}", names), null, 0);
        return reading(node, () -> (EntityProfile) profiles.decode(json));
    }

    private <T> T reading(Node node, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (MalformedException malformed) {
            throw file.wrong(node, malformed.getMessage() + ".");
        }
    }

    private byte[] json(Map<String, Node> fields, String timeOrNull, long timeMs) {
        return Json.write(out -> {
            out.writeStartObject();
            if (timeOrNull != null) {
                out.writeNumberField(timeOrNull, timeMs);
            }
            for (Map.Entry<String, Node> field : fields.entrySet()) {
                ScalarNode value = scalar(field.getValue(), field.getKey());
                out.writeFieldName(field.getKey());
                Tag tag = value.getTag();
                if (tag.equals(Tag.NULL)) {
                    out.writeNull();
                } else if (texts.contains(field.getKey()) || tag.equals(Tag.STR)) {
                    out.writeString(value.getValue());
                } else {
                    out.writeRawValue(value.getValue());
                }
            }
            out.writeEndObject();
        });
    }

    // ---- alerts

    private String rule(ScalarNode node) {
        Map<String, String> byId = new LinkedHashMap<>();
        rules.forEach(each -> byId.put(each, each));
        return file.one(node, "rule", node.getValue(), byId, rules);
    }

    private Expected expected(Node node, int events) {
        Map<String, Node> keys = file.mapping(node, "An alert", "{rule: dear, event: 1}", OF_ALERT);
        if (!keys.containsKey("rule")) {
            throw file.wrong(node, "There is no key 'rule'. Write the alert like '{rule: dear, event: 1}'.");
        }
        Integer event = keys.containsKey("event") ? (Integer) file.number(keys.get("event"), "event") : null;
        if (event != null && (event < 1 || event > events)) {
            throw file.wrong(keys.get("event"), "event=" + event + " is none of the events 1 to " + events + ".");
        }
        boolean isResolved = keys.containsKey("state")
                && file.one(
                        keys.get("state"),
                        "state",
                        scalar(keys.get("state"), "state").getValue(),
                        Map.of("firing", false, "resolved", true),
                        List.of("firing", "resolved"));
        return new Expected(
                rule(scalar(keys.get("rule"), "rule")), isResolved, text(keys, "key"), event, text(keys, "message"));
    }

    private String text(Map<String, Node> keys, String key) {
        return keys.containsKey(key) ? scalar(keys.get(key), key).getValue() : null;
    }
}
