package dev.aimonflink.clients.load;

import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventType;
import dev.aimonflink.matrix.model.Model;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Draws events of a model, of entities 0 to n-1. A text key is the entity's name and number, such as {@code card-0000017}; {@link
 * FieldGenerator} draws the fields. The same seed gives the same events, in the same order. For one thread.
 */
public final class ModelEventGenerator {
    /** Time fields are in the hour before the event. */
    static final long TIME_SPAN_MS = TimeUnit.HOURS.toMillis(1);

    private final SplittableRandom random;
    private final EntityNumbers entities;
    private final EntityKeys keys;
    private final FieldGenerator[] fields;

    public ModelEventGenerator(Model model, long seed, long entities, Distribution distribution) {
        EventType event = model.event();
        random = new SplittableRandom(seed);
        this.entities = new EntityNumbers(entities, distribution);
        keys = new EntityKeys(model);
        List<EventField> declared = event.fields();
        fields = new FieldGenerator[declared.size()];
        for (int index = 0; index < fields.length; index++) {
            fields[index] = new FieldGenerator(declared.get(index), index, TIME_SPAN_MS);
        }
    }

    public void next(long timestampMs, DeclaredEvent into) {
        next(entities.next(random), timestampMs, into);
    }

    public void next(long entity, long timestampMs, DeclaredEvent into) {
        into.clear();
        keys.set(entity, into);
        into.timestampMs(timestampMs);
        for (FieldGenerator field : fields) {
            field.draw(random, timestampMs, into.values());
        }
    }
}
