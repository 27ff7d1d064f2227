package dev.aimonflink.bench.installation;

import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.EventGenerator;
import dev.aimonflink.core.model.Event;
import java.util.function.Consumer;

/** Calls that can be told again: by the seed and the number of whoever makes them, all at one moment. */
final class CallSequence {
    /** Far apart, so that no two makers draw alike whatever the seed. */
    private static final long SEEDS_APART = 1_000_003;

    private final EventGenerator generator;
    private final long timestampMs;

    CallSequence(long seed, int maker, int subscribers, long timestampMs) {
        generator = new EventGenerator(seed + maker * SEEDS_APART, subscribers, Distribution.uniform());
        this.timestampMs = timestampMs;
    }

    Event next() {
        return generator.next(timestampMs);
    }

    void replay(long calls, Consumer<Event> consumer) {
        for (long i = 0; i < calls; i++) {
            consumer.accept(next());
        }
    }
}
