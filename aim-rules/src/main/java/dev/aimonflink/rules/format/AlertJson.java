package dev.aimonflink.rules.format;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.aimonflink.matrix.format.Json;
import dev.aimonflink.matrix.format.JsonValues;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.rules.judge.BoundRule;
import dev.aimonflink.rules.judge.RuleValues;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Casts;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.text.Spelling;
import dev.aimonflink.sql.type.SqlType;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;

/** An alert, and a rule's event with it, as JSON; the schema of alerts is in {@code docs/schemas/alert.json}. */
public final class AlertJson {
    /** The most characters of a text in an alert. */
    private static final int MAX_VALUE = 1_024;

    private AlertJson() {}

    /**
     * A unique id, for an event the same in every replay. Without one, it has the number of the check, 0 for a rule that is applied when it
     * comes, and the key; and a mark if the level has ended, perhaps in the interval in which it began.
     */
    public static String id(BoundRule rule, String topic, RuleValues values, boolean isResolved) {
        String version = rule.rule().id() + "-" + rule.version() + "-";
        DeclaredEvent event = values.event();
        if (event != null) {
            return version + topic + "-" + event.partition() + "-" + event.offset();
        }
        long check = rule.isChecked() ? rule.rule().check().number(values.timeMs()) : 0;
        return version + check + "-" + values.record().key() + (isResolved ? "-resolved" : "");
    }

    /**
     * @param suppressed for how many events the rule was silent since it last fired
     * @param sinceMs when that was; 0 if it has not fired yet
     */
    public static byte[] alert(
            String id, BoundRule rule, RuleValues values, boolean isResolved, int suppressed, long sinceMs) {
        return Json.write(out -> {
            out.writeStartObject();
            out.writeStringField("alertId", id);
            out.writeStringField("rule", rule.rule().id());
            out.writeNumberField("version", rule.version());
            out.writeStringField("state", isResolved ? "resolved" : "firing");
            out.writeStringField("key", values.record().key().toString());
            out.writeNumberField("eventTime", values.timeMs());
            out.writeStringField("message", rule.expressions().message().text(values, values.tally(rule)::failedBy));
            out.writeObjectFieldStart("values");
            for (Map.Entry<String, Bound> each : rule.named().entrySet()) {
                out.writeFieldName(each.getKey());
                Object value = value(rule, each.getValue(), values);
                write(value instanceof String text ? Spelling.shortened(text, MAX_VALUE) : value, out);
            }
            out.writeEndObject();
            if (sinceMs != 0) {
                out.writeObjectFieldStart("suppressed");
                out.writeNumberField("count", suppressed);
                out.writeNumberField("since", sinceMs);
                out.writeEndObject();
            }
            out.writeEndObject();
        });
    }

    /** The key of the event that a rule writes; empty if its expression is null or fails, because a compacted topic requires one. */
    public static byte[] eventKey(BoundRule rule, RuleValues values) {
        Object key = value(rule, rule.expressions().key(), values);
        return key == null ? new byte[0] : text(key).getBytes(StandardCharsets.UTF_8);
    }

    private static String text(Object value) {
        return (String) Casts.convert(value, SqlType.TEXT, 0);
    }

    /** The event that a rule writes; a field whose expression fails is null. */
    public static byte[] event(BoundRule rule, RuleValues values) {
        return Json.write(out -> {
            out.writeStartObject();
            for (Map.Entry<String, Bound> each : rule.expressions().fields().entrySet()) {
                out.writeFieldName(each.getKey());
                write(value(rule, each.getValue(), values), out);
            }
            out.writeEndObject();
        });
    }

    private static Object value(BoundRule rule, Bound expression, RuleValues values) {
        try {
            return RowEvaluator.evaluate(expression, values);
        } catch (SqlException failed) {
            return null;
        } catch (RuntimeException | StackOverflowError unexpected) {
            values.tally(rule).failedBy(unexpected);
            return null;
        }
    }

    private static void write(Object value, JsonGenerator out) throws IOException {
        if (value instanceof BigDecimal number) {
            out.writeNumber(number.toPlainString());
        } else if (value == null || value instanceof Long || value instanceof Double || value instanceof Boolean) {
            JsonValues.writeScalar(value, out);
        } else {
            out.writeString(value instanceof Instant time ? time.toString() : text(value));
        }
    }
}
