package dev.aimonflink.bench.installation;

import dev.aimonflink.bench.world.CallTotals;
import dev.aimonflink.core.model.Event;
import dev.aimonflink.core.schema.Window;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.function.Consumer;

/**
 * Counts the calls of the day and of the week of the newest call. Nothing else counts in the end, whatever the order in which
 * calls arrive: older calls are dropped as late or their windows have ended, and calls of the last windows are never late.
 */
final class CountedCalls implements Consumer<Event> {
    private final int day;
    private final int week;
    private final CallTotals ofDay;
    private final CallTotals ofWeek;

    /** @param feed of the calls; those of a fixed time are counted once for both windows */
    CountedCalls(int subscribers, Feed feed, long newestMs) {
        day = number(Window.DAY, newestMs);
        week = number(Window.WEEK, newestMs);
        ofWeek = new CallTotals(subscribers);
        ofDay = feed.time() == Feed.Time.FIXED ? ofWeek : new CallTotals(subscribers);
    }

    private static int number(Window window, long timestampMs) {
        return window.numberOf(
                Instant.ofEpochMilli(timestampMs).atZone(ZoneOffset.UTC).toLocalDate());
    }

    @Override
    public void accept(Event call) {
        if (ofDay == ofWeek) {
            ofWeek.add(call);
            return;
        }
        if (number(Window.WEEK, call.timestampMs()) == week) {
            ofWeek.add(call);
        }
        if (number(Window.DAY, call.timestampMs()) == day) {
            ofDay.add(call);
        }
    }

    CallTotals today() {
        return ofDay;
    }

    CallTotals thisWeek() {
        return ofWeek;
    }
}
