package dev.aimonflink.bench.world;

import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.EventGenerator;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.model.InvalidInputException;

/** Generates calls of today before a benchmark, so that it does not measure the generator. */
public final class CallStream {
    public static final String UNIFORM = "uniform";
    public static final String ZIPF = "zipf";

    private CallStream() {}

    /** @param distribution a label */
    public static Event[] of(int calls, int subscribers, String distribution) {
        return of(calls, subscribers, distribution, Moment.NOW_MS);
    }

    /** The same calls at another time. */
    public static Event[] of(int calls, int subscribers, String distribution, long timestampMs) {
        EventGenerator generator = new EventGenerator(Population.SEED, subscribers, distributionOf(distribution));
        Event[] stream = new Event[calls];
        for (int i = 0; i < calls; i++) {
            stream[i] = generator.next(timestampMs);
        }
        return stream;
    }

    private static Distribution distributionOf(String label) {
        return switch (label) {
            case UNIFORM -> Distribution.uniform();
            case ZIPF -> Distribution.zipf(Distribution.Zipf.DEFAULT_EXPONENT);
            default ->
                throw new InvalidInputException(
                        "distribution=" + label + " is none. Give one of " + UNIFORM + ", " + ZIPF + ".");
        };
    }
}
