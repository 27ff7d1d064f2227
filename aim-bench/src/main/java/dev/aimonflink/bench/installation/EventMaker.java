package dev.aimonflink.bench.installation;

import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.clients.load.PooledEvents;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityProfile;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTables;
import java.io.Serializable;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * Makes the profiles and events of a {@link TappedSource}, shared by its readers. For a model's events, each reader has its own entities,
 * so that the order of an entity's events is known.
 *
 * @param isOfCalls whether events are calls, which can be generated without the model
 */
record EventMaker(
        Model model,
        EntityTables tables,
        boolean isOfCalls,
        long seed,
        int entities,
        CallPattern pattern,
        long timestampMs)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    static EventMaker ofCalls(Setup setup, long timestampMs) {
        return of(CallModel.smallest(), PresetModels.tables(), true, setup, timestampMs);
    }

    static EventMaker of(MeasuredModel measured, Setup setup, long timestampMs) {
        return of(measured.model(), measured.tables(), false, setup, timestampMs);
    }

    private static EventMaker of(Model model, EntityTables tables, boolean isOfCalls, Setup setup, long timestampMs) {
        return new EventMaker(
                model,
                tables,
                isOfCalls,
                setup.seed(),
                setup.subscribers(),
                setup.feed().still(),
                timestampMs);
    }

    ModelProfileGenerator profileGenerator() {
        return new ModelProfileGenerator(model, seed, tables);
    }

    LongFunction<MatrixInput.ProfileChange> profiles() {
        ModelProfileGenerator profiles = profileGenerator();
        return entity -> {
            EntityProfile profile = profiles.profile(entity);
            return new MatrixInput.ProfileChange(profile.key(), profile.attributes());
        };
    }

    /** Makes one reader's events, always the same ones in the same order, each valid until the next. */
    Supplier<DeclaredEvent> events(int reader, int readers) {
        if (!isOfCalls) {
            PooledEvents events = new PooledEvents(
                    model, seed + reader, entities, pattern.spread().distribution(), timestampMs, reader, readers);
            return () -> events.next(timestampMs);
        }
        CallSequence calls = calls(reader);
        DeclaredEvent event = new DeclaredEvent(model.event());
        return () -> {
            CallModel.fill(event, calls.next());
            return event;
        };
    }

    CallSequence calls(int reader) {
        return new CallSequence(seed, reader, entities, pattern, timestampMs);
    }

    Supplier<DeclaredEvent> otherEvents() {
        PooledEvents events =
                new PooledEvents(model, ~seed, entities, pattern.spread().distribution(), timestampMs);
        return () -> events.next(timestampMs);
    }
}
