package dev.aimonflink.bench.installation;

import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.clients.load.PooledEvents;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityProfile;
import dev.aimonflink.matrix.model.EventType;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTables;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * Makes events of a model. Each reader has entities of its own, so that the order of an entity's events is known.
 *
 * @param timestampMs of all events
 */
record ModelEventMaker(
        Model model, EntityTables tables, long seed, int entities, CallPattern.Spread spread, long timestampMs)
        implements EventMaker {
    private static final long serialVersionUID = 1L;

    @Override
    public EventType eventType() {
        return model.event();
    }

    ModelProfileGenerator profileGenerator() {
        return new ModelProfileGenerator(model, seed, tables);
    }

    @Override
    public LongFunction<MatrixInput.ProfileChange> profiles() {
        ModelProfileGenerator profiles = profileGenerator();
        return entity -> {
            EntityProfile profile = profiles.profile(entity);
            return new MatrixInput.ProfileChange(profile.key(), profile.attributes());
        };
    }

    @Override
    public Supplier<DeclaredEvent> events(int reader, int readers) {
        PooledEvents events =
                new PooledEvents(model, seed + reader, entities, spread.distribution(), timestampMs, reader, readers);
        return () -> events.next(timestampMs);
    }

    /** The events of one maker alone, other ones than those of the readers. */
    Supplier<DeclaredEvent> otherEvents() {
        PooledEvents events = new PooledEvents(model, ~seed, entities, spread.distribution(), timestampMs);
        return () -> events.next(timestampMs);
    }
}
