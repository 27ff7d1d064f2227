package dev.aimonflink.bench.installation;

import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EventType;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * Makes calls.
 *
 * @param timestampMs of all calls
 */
record CallMaker(long seed, int subscribers, CallPattern feed, long timestampMs) implements EventMaker {
    private static final long serialVersionUID = 1L;

    @Override
    public EventType eventType() {
        return CallModel.eventType();
    }

    @Override
    public LongFunction<MatrixInput.ProfileChange> profiles() {
        ModelProfileGenerator profiles = ModelProfileGenerator.ofSubscribers(seed);
        return id -> new MatrixInput.ProfileChange(
                EntityId.of(id), profiles.profile(id).attributes());
    }

    @Override
    public Supplier<DeclaredEvent> events(int reader, int readers) {
        CallSequence calls = calls(reader);
        DeclaredEvent event = CallModel.newEvent();
        return () -> {
            CallModel.fill(event, calls.next());
            return event;
        };
    }

    /** The calls of a reader, from the first on. */
    CallSequence calls(int reader) {
        return new CallSequence(seed, reader, subscribers, feed, timestampMs);
    }
}
