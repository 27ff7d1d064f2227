package dev.aimonflink.matrix.model;

import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * The events of a model.
 *
 * @param name of one of them, such as {@code payment}
 * @param key the field that says which entity an event is of
 * @param time the field that says when it happened; or {@link #RECORD_TIME}
 */
public record EventType(String name, EntityKey key, String time, List<EventField> fields) implements Serializable {
    public static final int MAX_FIELDS = 256;

    /** An event happened at the time of its Kafka record. No field has this name. */
    public static final String RECORD_TIME = "record";

    public EventType {
        fields = List.copyOf(fields);
        Names.require("event", name, "event");
        Names.require("key", key.name(), "key");
        Names.require("time", time, "time");
        ModelException.requireAtMost(MAX_FIELDS, fields.size(), "fields");
        Map<String, String> seen = new HashMap<>();
        seen.put(Names.folded(key.name()), "the key");
        String timeOf = time.equals(RECORD_TIME) ? "the time of the Kafka record" : "the time";
        if (seen.put(Names.folded(time), timeOf) != null) {
            throw new ModelException(
                    time.equals(RECORD_TIME)
                            ? "the key has the same name as the time of the Kafka record. Rename the key."
                            : "time is the same field as key. Name the field that says when.",
                    "time");
        }
        for (EventField field : fields) {
            Names.require("field", field.name(), "fields", field.name());
            String other = seen.put(Names.folded(field.name()), "field '" + field.name() + "'");
            if (other != null) {
                throw ModelException.ofName(
                        "field '" + field.name() + "' has the same name as " + other + ". Rename one of them.",
                        "fields",
                        field.name());
            }
            if (Names.folded(field.name()).equals(Aggregation.EVENTS)) {
                throw ModelException.ofName(
                        "field 'events' has the name that stands for all fields of an event. Rename it.",
                        "fields",
                        field.name());
            }
        }
    }

    /** Whether an event happened at the time of its Kafka record, and its bytes have no time. */
    public boolean isTimedByRecord() {
        return time.equals(RECORD_TIME);
    }

    public OptionalInt indexOf(String field) {
        return IntStream.range(0, fields.size())
                .filter(index -> fields.get(index).name().equals(field))
                .findFirst();
    }
}
