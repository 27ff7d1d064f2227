package dev.aimonflink.local.demo;

import dev.aimonflink.clients.ModelEventRecords;
import dev.aimonflink.clients.RecordPublisher;
import dev.aimonflink.clients.load.RatePacer;
import dev.aimonflink.local.load.EventSample;
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
final class Feed implements AutoCloseable {
    interface Maker {
        /** @param into is filled with it */
        void make(long timestampMs, DeclaredEvent into);
    }

    private final RecordPublisher records;
    private final ModelEventRecords encoding;
    private final EventSample sample;
    private final LongSupplier clockMs;
    private final DeclaredEvent event;
    private final Set<EntityId> entities = new HashSet<>();
    private boolean isSampled = true;
    private long published;

    Feed(Model model, EventFormat format, RecordPublisher records, EventSample sample, LongSupplier clockMs) {
        this.records = records;
        this.sample = sample;
        this.clockMs = clockMs;
        encoding = new ModelEventRecords(model, format);
        event = new DeclaredEvent(model.event());
    }

    void run(Maker events, double eventsPerSecond, BooleanSupplier stop) {
        new RatePacer(eventsPerSecond).run(stop, () -> publish(events));
    }

    synchronized void publish(Maker maker) {
        maker.make(clockMs.getAsLong(), event);
        records.publish(encoding.key(event), encoding.value(event));
        if (isSampled) {
            sample.add(event);
            entities.add(event.key());
        }
        published++;
    }

    /** Publishes and returns the call that a function makes for the current time. */
    synchronized Event publishCall(LongFunction<Event> callAt) {
        Event call = callAt.apply(clockMs.getAsLong());
        publish((timestampMs, into) -> CallModel.fill(into, call));
        return call;
    }

    /** Keeps no further events. */
    synchronized void endSample() {
        isSampled = false;
    }

    /** The number of entities with events in the sample's time. */
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
