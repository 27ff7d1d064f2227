package dev.aimonflink.bench.installation;

import dev.aimonflink.clients.load.EventGenerator;
import dev.aimonflink.core.model.Event;
import java.util.function.Consumer;

/** Calls that can be told again: by the seed and the number of whoever makes them. */
final class CallSequence {
    /** Far apart, so that no two makers draw alike whatever the seed. */
    private static final long SEEDS_APART = 1_000_003;

    /** The busiest of many subscribers has one call in ten or twenty: so short, they are many more than a run has. */
    private static final int LONGEST_ZIPF_SECONDS = 100;

    private final EventGenerator generator;
    private final Feed feed;
    private final long beginMs;
    private long number;

    CallSequence(long seed, int maker, int subscribers, Feed feed, long beginMs) {
        generator = new EventGenerator(
                seed + maker * SEEDS_APART, subscribers, feed.spread().distribution());
        this.feed = feed;
        this.beginMs = beginMs;
    }

    /** How far time has moved. */
    long nowMs() {
        return feed.nowMs(beginMs, number);
    }

    Event next() {
        Event call = generator.next(feed.timestampMs(beginMs, number++));
        return feed.spread() == Feed.Spread.UNIFORM
                ? call
                : new Event(
                        call.subscriberId(),
                        call.timestampMs(),
                        1 + call.durationSeconds() % LONGEST_ZIPF_SECONDS,
                        call.cost(),
                        call.longDistance());
    }

    void replay(long calls, Consumer<Event> consumer) {
        for (long i = 0; i < calls; i++) {
            consumer.accept(next());
        }
    }
}
