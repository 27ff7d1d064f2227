package dev.aimonflink.local.demo;

import dev.aimonflink.clients.ModelEventRecords;
import dev.aimonflink.clients.RecordPublisher;
import dev.aimonflink.clients.load.ModelEventGenerator;
import dev.aimonflink.clients.load.RatePacer;
import dev.aimonflink.core.model.DeclaredEvent;
import dev.aimonflink.core.model.EntityId;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.setup.EventFormat;
import dev.aimonflink.local.load.EventSample;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Publishes events of a model with the current time, and keeps a sample. An event gets its time and its place in the sample under
 * one lock, so the events may have arrived in the sample's order.
 */
final class ModelFeed implements AutoCloseable {
    private final RecordPublisher records;
    private final ModelEventRecords encoding;
    private final ModelEventGenerator generator;
    private final EventSample sample;
    private final LongSupplier clockMs;
    private final DeclaredEvent event;
    private final Set<EntityId> entities = new HashSet<>();
    private long published;

    ModelFeed(
            Model model,
            EventFormat format,
            RecordPublisher records,
            ModelEventGenerator generator,
            EventSample sample,
            LongSupplier clockMs) {
        this.records = records;
        this.generator = generator;
        this.sample = sample;
        this.clockMs = clockMs;
        encoding = new ModelEventRecords(model, format);
        event = new DeclaredEvent(model.event());
    }

    /** Publishes events of entities that are drawn, at a rate until the stop. */
    void run(double eventsPerSecond, BooleanSupplier stop) {
        new RatePacer(eventsPerSecond).run(stop, this::publishNext);
    }

    private synchronized void publishNext() {
        generator.next(clockMs.getAsLong(), event);
        publish();
    }

    /** Publishes an event of a certain entity. */
    synchronized void publishOf(long entity) {
        generator.next(entity, clockMs.getAsLong(), event);
        publish();
    }

    private void publish() {
        records.publish(encoding.key(event), encoding.value(event));
        sample.add(event);
        entities.add(event.key());
        published++;
    }

    /** The number of entities that have events. */
    synchronized int entities() {
        return entities.size();
    }

    synchronized long published() {
        return published;
    }

    long acknowledged() {
        return records.acknowledged();
    }

    synchronized void flush() {
        records.flush();
    }

    @Override
    public void close() {
        records.close();
    }
}
