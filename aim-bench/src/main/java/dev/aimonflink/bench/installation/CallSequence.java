package dev.aimonflink.bench.installation;

import dev.aimonflink.clients.load.EventGenerator;
import dev.aimonflink.matrix.calls.Event;
import java.util.function.Consumer;

/** Generates calls determined by a seed and their maker's number, so that they can be regenerated. */
final class CallSequence {
    /** Between two makers' seeds, so that no two draw the same. */
    private static final long SEEDS_APART = 1_000_003;

    /** So short that the busiest subscriber, with one call in ten or twenty, overflows no total in a run. */
    private static final int LONGEST_ZIPF_SECONDS = 100;

    /** Likewise for the one with every other call. */
    private static final int LONGEST_HOT_SECONDS = 5;

    private final EventGenerator generator;
    private final CallPattern feed;
    private final long beginMs;
    private long number;

    CallSequence(long seed, int maker, int subscribers, CallPattern feed, long beginMs) {
        generator = new EventGenerator(
                seed + maker * SEEDS_APART, subscribers, feed.spread().distribution());
        this.feed = feed;
        this.beginMs = beginMs;
    }

    long nowMs() {
        return feed.nowMs(beginMs, number);
    }

    /** As {@link CallPattern#isBeforeWeekTurn}, for the next call. */
    boolean isBeforeWeekTurn() {
        return feed.isBeforeWeekTurn(beginMs, number);
    }

    Event next() {
        Event call = generator.next(feed.timestampMs(beginMs, number++));
        final long lagMs = feed.lagMs(call.subscriberId());
        final boolean isUsual = feed.spread() == CallPattern.Spread.UNIFORM;
        return isUsual && lagMs == 0
                ? call
                : new Event(
                        call.subscriberId(),
                        call.timestampMs() - lagMs,
                        isUsual ? call.durationSeconds() : 1 + call.durationSeconds() % longestSeconds(),
                        call.cost(),
                        call.longDistance());
    }

    private int longestSeconds() {
        return feed.spread() == CallPattern.Spread.HOT ? LONGEST_HOT_SECONDS : LONGEST_ZIPF_SECONDS;
    }

    void replay(long calls, Consumer<Event> consumer) {
        for (long i = 0; i < calls; i++) {
            consumer.accept(next());
        }
    }
}
