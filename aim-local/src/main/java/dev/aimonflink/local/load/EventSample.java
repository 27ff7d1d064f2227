package dev.aimonflink.local.load;

import dev.aimonflink.clients.load.EntityKeys;
import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.core.format.event.BinaryModelCodec;
import dev.aimonflink.core.model.DeclaredEvent;
import dev.aimonflink.core.model.EntityId;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.plain.PlainEntities;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The published events of some entities in order, packed, and the time of the newest event of all. For one thread.
 *
 * <p>A recomputation looks at all events of an entity for each further one. So the more events an entity has, the fewer entities
 * are in the sample.
 */
public final class EventSample {
    static final int MAX_ENTITIES = 300;
    static final int MIN_ENTITIES = 10;

    /** The events that a recomputation may look at in all, so that it takes seconds. */
    private static final double MAX_LOOKS = 1e8;

    private final Model model;
    private final BinaryModelCodec codec;

    /** The numbers of the entities in the sample. */
    private final Map<EntityId, Long> entities = new LinkedHashMap<>();

    private final List<byte[]> events = new ArrayList<>();
    private long newestMs = Long.MIN_VALUE;

    /** @param eventsPerEntity about how many there will be */
    public EventSample(Model model, long entities, double eventsPerEntity) {
        this.model = model;
        codec = new BinaryModelCodec(model);
        EntityKeys keys = new EntityKeys(model);
        int size = size(entities, eventsPerEntity, model.columns().size());
        for (long i = 0; i < size; i++) {
            long entity = i * entities / size;
            this.entities.put(keys.id(entity), entity);
        }
    }

    static int size(long entities, double eventsPerEntity, int columns) {
        double looksPerEntity = eventsPerEntity * eventsPerEntity / 2 * columns;
        double affordable = Math.max(MIN_ENTITIES, Math.min(MAX_ENTITIES, MAX_LOOKS / Math.max(1, looksPerEntity)));
        return (int) Math.min((double) entities, affordable);
    }

    public Set<EntityId> entities() {
        return entities.keySet();
    }

    public void add(DeclaredEvent event) {
        newestMs = Math.max(newestMs, event.timestampMs());
        if (entities.containsKey(event.key())) {
            events.add(codec.encode(event));
        }
    }

    /** The entities of the sample as they are now, recomputed from their profiles and events. */
    public PlainEntities recomputed(ModelProfileGenerator profiles) {
        PlainEntities plain = new PlainEntities(model, ZoneOffset.UTC);
        entities.values().forEach(number -> plain.update(profiles.profile(number)));
        DeclaredEvent event = new DeclaredEvent(model.event());
        for (byte[] bytes : events) {
            codec.decode(bytes, event);
            plain.event(event);
        }
        if (newestMs != Long.MIN_VALUE) {
            plain.advanceTo(newestMs);
        }
        return plain;
    }
}
