package dev.aimonflink.rules.format;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.aimonflink.matrix.format.Json;
import dev.aimonflink.matrix.format.JsonValues;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.format.model.YamlFile;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.rules.judge.Every;
import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.rules.judge.RuleColumns;
import dev.aimonflink.sql.text.Spelling;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * A rule as the value of a record of the topic of rules, whose key is its id. A JSON object with the keys of {@link RuleFile}, except that
 * times are instants, and {@code params} is one object. A record without a value deletes the rule.
 */
public final class RuleJson {
    /** Kafka's default limit. */
    public static final int MAX_BYTES = 1_000_000;

    private RuleJson() {}

    /**
     * Reads a rule, whatever its expressions mean.
     *
     * @throws InvalidInputException with the line and column, what is wrong and how to fix it
     */
    public static Rule read(byte[] key, byte[] value) {
        return read(key, value, null);
    }

    /** As above, with expressions that must be valid for a model. */
    public static Rule read(byte[] key, byte[] value, RuleColumns columns) {
        String id = key == null ? "" : new String(key, StandardCharsets.UTF_8);
        String name = "Rule " + Spelling.shortened(id);
        // Its text is not needed: errors of a JSON value are at its beginning.
        YamlFile file = new YamlFile(name, "");
        Node root = root(value, name);
        Rule rule = RuleYaml.ofRecord(file, columns).rules(root).get(0);
        if (!rule.id().equals(id)) {
            throw file.wrong(
                    root,
                    "The key of the record is '" + Spelling.shortened(id) + "', and the id of the rule '" + rule.id()
                            + "'. Write the same.");
        }
        return rule;
    }

    /** As above, without a key. */
    public static Rule read(byte[] value, RuleColumns columns) {
        String name = "Rule";
        return RuleYaml.ofRecord(new YamlFile(name, ""), columns)
                .rules(root(value, name))
                .get(0);
    }

    private static Node root(byte[] value, String name) {
        if (value.length > MAX_BYTES) {
            throw new InvalidInputException(
                    name + " has " + value.length + " bytes, more than " + MAX_BYTES + ". Write it shorter.");
        }
        try {
            return Json.read(value, parser -> {
                Json.requireObject(parser);
                return JsonNodes.of(parser);
            });
        } catch (MalformedException malformed) {
            throw new InvalidInputException(
                    name + ": " + malformed.getMessage() + ". Write one JSON object.", malformed);
        }
    }

    public static byte[] key(Rule rule) {
        return rule.id().getBytes(StandardCharsets.UTF_8);
    }

    /** Writes a rule without its default values. */
    public static byte[] write(Rule rule) {
        return Json.write(out -> {
            out.writeStartObject();
            out.writeStringField("id", rule.id());
            out.writeStringField("when", rule.when());
            if (rule.every().period() != Every.Period.ALWAYS) {
                out.writeStringField("every", rule.every().period().label());
                out.writeStringField("start", rule.every().slides() ? "sliding" : "fixed");
            }
            if (rule.check() != null) {
                out.writeStringField("check", rule.check().label());
            }
            writeValid(rule.valid(), out);
            if (rule.priority() != 0) {
                out.writeNumberField("priority", rule.priority());
            }
            if (rule.message() != null) {
                out.writeStringField("message", rule.message());
            }
            writeParams(rule.params(), out);
            writeAction(rule.event(), out);
            if (rule.resolves()) {
                out.writeBooleanField("resolve", true);
            }
            writeMute(rule.mute(), out);
            if (!rule.enabled()) {
                out.writeBooleanField("enabled", false);
            }
            if (rule.shadow()) {
                out.writeBooleanField("shadow", true);
            }
            out.writeEndObject();
        });
    }

    private static void writeValid(Rule.Validity valid, JsonGenerator out) throws IOException {
        if (!valid.equals(Rule.Validity.ALWAYS)) {
            out.writeObjectFieldStart("valid");
            writeTime("from", valid.from(), out);
            writeTime("to", valid.to(), out);
            out.writeEndObject();
        }
    }

    private static void writeTime(String key, Instant timeOrNull, JsonGenerator out) throws IOException {
        if (timeOrNull != null) {
            out.writeStringField(key, timeOrNull.toString());
        }
    }

    private static void writeParams(Map<String, Object> params, JsonGenerator out) throws IOException {
        if (!params.isEmpty()) {
            out.writeObjectFieldStart("params");
            for (Map.Entry<String, Object> each : params.entrySet()) {
                out.writeFieldName(each.getKey());
                if (each.getValue() instanceof BigDecimal number) {
                    out.writeNumber(number.toPlainString());
                } else {
                    JsonValues.writeScalar(each.getValue(), out);
                }
            }
            out.writeEndObject();
        }
    }

    private static void writeAction(Rule.NewEvent eventOrNull, JsonGenerator out) throws IOException {
        if (eventOrNull != null) {
            out.writeObjectFieldStart("action");
            out.writeStringField("topic", eventOrNull.topic());
            out.writeStringField("key", eventOrNull.key());
            out.writeObjectFieldStart("event");
            for (Map.Entry<String, String> each : eventOrNull.fields().entrySet()) {
                out.writeStringField(each.getKey(), each.getValue());
            }
            out.writeEndObject();
            out.writeEndObject();
        }
    }

    private static void writeMute(Rule.Mute mute, JsonGenerator out) throws IOException {
        if (!mute.equals(Rule.Mute.NONE)) {
            out.writeObjectFieldStart("mute");
            if (!mute.keys().isEmpty()) {
                out.writeArrayFieldStart("keys");
                for (String key : mute.keys()) {
                    out.writeString(key);
                }
                out.writeEndArray();
            }
            writeTime("until", mute.until(), out);
            out.writeEndObject();
        }
    }
}
