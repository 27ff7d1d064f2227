package dev.aimonflink.job.message;

import dev.aimonflink.matrix.layout.Fingerprint;
import dev.aimonflink.matrix.model.Attribute;
import dev.aimonflink.matrix.model.EntityType;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventType;
import java.nio.charset.StandardCharsets;

/**
 * Identifies the layout of events and profiles in messages between tasks, whose values are by index of field or attribute. An unaligned
 * checkpoint holds such messages, and a job with another model would misread them.
 */
public final class MessageLayout {
    /** For a message that never waits in a checkpoint. */
    public static final long UNKNOWN = 0;

    private MessageLayout() {}

    /** The fields in order, with the values of enumerations, and the kind of the key. */
    public static long ofEvents(EventType type) {
        StringBuilder lines = new StringBuilder(type.key().isText() ? "text\n" : "number\n");
        for (EventField field : type.fields()) {
            lines.append(field.name())
                    .append('|')
                    .append(field.type())
                    .append('|')
                    .append(field.isOptional());
            field.type().labels().forEach(label -> lines.append('|').append(label));
            lines.append('\n');
        }
        return of(lines);
    }

    /** The attributes in order. */
    public static long ofProfiles(EntityType type) {
        StringBuilder lines = new StringBuilder();
        for (Attribute attribute : type.attributes()) {
            lines.append(attribute.name()).append('|').append(attribute.type()).append('\n');
        }
        return of(lines);
    }

    private static long of(StringBuilder lines) {
        return Fingerprint.firstOfSha256(lines.toString().getBytes(StandardCharsets.UTF_8));
    }
}
