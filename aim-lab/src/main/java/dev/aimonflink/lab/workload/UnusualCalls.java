package dev.aimonflink.lab.workload;

import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.EventGenerator;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.model.DeclaredEvent;
import java.util.SplittableRandom;

/**
 * Draws calls, including those of some heavy callers and of phones in pockets, so that rules about them are true within seconds. The first
 * subscribers are such, alternately; all their calls are. No call is dearer than those of others.
 */
public final class UnusualCalls implements Workload.Events {
    /** At least one call in this many is unusual. */
    private static final int ONE_OF = 100;

    /** The least unusual calls a second: enough for 31 of each of two subscribers. */
    private static final int MIN_PER_SECOND = 64;

    /** A pair of unusual subscribers for this many calls a second. */
    private static final int CALLS_OF_PAIR = 1_200;

    private final SplittableRandom random;
    private final EventGenerator calls;
    private final double share;
    private final int unusual;

    public UnusualCalls(long seed, int subscribers, int perSecond) {
        random = new SplittableRandom(~seed);
        calls = new EventGenerator(seed, subscribers, Distribution.uniform());
        share = Math.min(0.5, Math.max(1.0 / ONE_OF, (double) MIN_PER_SECOND / perSecond));
        unusual = Math.min(subscribers, 2 * Math.max(1, perSecond / CALLS_OF_PAIR));
    }

    @Override
    public void make(long timestampMs, DeclaredEvent into) {
        CallModel.fill(into, next(timestampMs));
    }

    Event next(long timestampMs) {
        Event call = calls.next(timestampMs);
        long subscriber = random.nextDouble() < share ? random.nextInt(unusual) : call.subscriberId();
        if (subscriber >= unusual) {
            return call;
        }
        boolean isHeavy = subscriber % 2 == 0;
        return new Event(
                subscriber,
                timestampMs,
                isHeavy ? 301 + random.nextInt(3_000) : 1 + random.nextInt(5),
                (isHeavy ? 500 + random.nextInt(2_000) : EventGenerator.MIN_COST_CENTS) / 100f,
                call.longDistance());
    }
}
