package dev.aimonflink.lab.twin;

import dev.aimonflink.clients.load.EntityKeys;
import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.query.plain.PlainEntities;
import dev.aimonflink.query.plain.PlainQueries;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The published events of some entities in order, and the time of the newest event of all. Texts read all entities, so if any is
 * recomputed, all events are kept. For one thread.
 */
public final class EventSample {
    static final int MAX_ENTITIES = 300;
    static final int MIN_ENTITIES = 10;

    /** The events that a recomputation may look at in all, so that it takes seconds. */
    private static final double MAX_LOOKS = 1e8;

    private final Model model;
    private final PlainQueries queries;
    private final long all;

    private final Map<EntityId, Long> entities = new LinkedHashMap<>();

    private final Set<String> keys;
    private final PackedEvents events;
    private long newestMs = Long.MIN_VALUE;

    /** Without texts. */
    public EventSample(Model model, long entities, double eventsPerEntity) {
        this(model, null, entities, eventsPerEntity);
    }

    /** @param queries the recomputed texts, or null */
    public EventSample(Model model, PlainQueries queries, long entities, double eventsPerEntity) {
        this.model = model;
        this.queries = queries == null || queries.entries().isEmpty() ? null : queries;
        all = entities;
        events = new PackedEvents(model);
        EntityKeys keys = new EntityKeys(model);
        int size = size(entities, eventsPerEntity, model.columns().size());
        for (long i = 0; i < size; i++) {
            long entity = i * entities / size;
            this.entities.put(keys.id(entity), entity);
        }
        this.keys = this.entities.keySet().stream().map(EntityId::toString).collect(Collectors.toSet());
    }

    static int size(long entities, double eventsPerEntity, int columns) {
        double looksPerEntity = eventsPerEntity * columns;
        double affordable = Math.max(MIN_ENTITIES, Math.min(MAX_ENTITIES, MAX_LOOKS / Math.max(1, looksPerEntity)));
        return (int) Math.min((double) entities, affordable);
    }

    public Set<EntityId> entities() {
        return entities.keySet();
    }

    /** Whether an entity's events are kept, by its key as a text. */
    public boolean keeps(String key) {
        return queries != null || keys.contains(key);
    }

    /** @param each takes one event after another, in one reused object */
    public void replay(Consumer<DeclaredEvent> each) {
        events.replay(each);
    }

    public void add(DeclaredEvent event) {
        newestMs = Math.max(newestMs, event.timestampMs());
        if (queries != null || entities.containsKey(event.key())) {
            events.add(event);
        }
    }

    public PlainEntities recomputed(ModelProfileGenerator profiles) {
        PlainEntities plain = new PlainEntities(model, ZoneOffset.UTC, queries);
        LongStream kept =
                queries == null ? entities.values().stream().mapToLong(Long::longValue) : LongStream.range(0, all);
        kept.forEach(number -> plain.update(profiles.profile(number)));
        events.replay(plain::event);
        if (newestMs != Long.MIN_VALUE) {
            plain.advanceTo(newestMs);
        }
        return plain;
    }
}
