package dev.aimonflink.lab.feed;

import dev.aimonflink.clients.ModelEventRecords;
import dev.aimonflink.clients.ProfilePublisher;
import dev.aimonflink.clients.RecordPublisher;
import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.clients.load.RatePacer;
import dev.aimonflink.lab.twin.EventSample;
import dev.aimonflink.lab.workload.Workload;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.setup.EventFormat;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/**
 * Publishes events of a model with the current time, and keeps a sample. An event gets its time and its place in the sample under one lock,
 * so the events may have arrived in the sample's order.
 */
public final class Feed implements CallFeed, AutoCloseable {
    private final Workload.Events events;
    private final RecordPublisher records;
    private final ModelEventRecords encoding;
    private final EventSample sample;
    private final LongSupplier clockMs;
    private final DeclaredEvent event;
    private final Set<EntityId> entities = new HashSet<>();
    private boolean isSampled = true;
    private long published;

    /** @param clockMs the time of the events: now or earlier */
    public Feed(
            Model model,
            Workload.Events events,
            EventFormat format,
            RecordPublisher records,
            EventSample sample,
            LongSupplier clockMs) {
        this.events = events;
        this.records = records;
        this.sample = sample;
        this.clockMs = clockMs;
        encoding = new ModelEventRecords(model, format);
        event = new DeclaredEvent(model.event());
    }

    /** Publishes the profile of each entity, and returns when the broker has them. */
    public static void publishProfiles(
            Model model, ModelProfileGenerator profiles, long entities, RecordPublisher records) {
        try (ProfilePublisher publisher = new ProfilePublisher(model, records)) {
            for (long entity = 0; entity < entities; entity++) {
                publisher.publish(profiles.profile(entity));
            }
            publisher.flush();
        }
    }

    public void run(double eventsPerSecond, BooleanSupplier stop) {
        new RatePacer(eventsPerSecond).run(stop, () -> publish(events));
    }

    public synchronized void publish(Workload.Events made) {
        made.make(clockMs.getAsLong(), event);
        records.publish(encoding.key(event), encoding.value(event));
        if (isSampled) {
            sample.add(event);
            entities.add(event.key());
        }
        published++;
    }

    @Override
    public synchronized Event publishCall(LongFunction<Event> callAt) {
        Event call = callAt.apply(clockMs.getAsLong());
        publish((timestampMs, into) -> CallModel.fill(into, call));
        return call;
    }

    /** Keeps no further events. */
    public synchronized void endSample() {
        isSampled = false;
    }

    /** The number of entities with events in the sample's time. */
    public synchronized int entities() {
        return entities.size();
    }

    public synchronized long published() {
        return published;
    }

    public long acknowledged() {
        return records.acknowledged();
    }

    public synchronized void flush() {
        records.flush();
    }

    @Override
    public void close() {
        records.close();
    }
}
