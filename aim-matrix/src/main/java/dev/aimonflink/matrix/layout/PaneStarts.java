package dev.aimonflink.matrix.layout;

import dev.aimonflink.matrix.model.Window;
import java.time.ZoneId;

/**
 * When the panes of a sliding window began, kept because the calendar is slow and late events ask for their pane. A turn computes only the
 * new panes'.
 */
final class PaneStarts {
    private final Window pane;
    private final ZoneId zone;

    /** Each pane is at its number modulo their count. */
    private final long[] startsMs;

    private int newest = WindowClock.NO_WINDOW;

    PaneStarts(Window pane, int panes, ZoneId zone) {
        this.pane = pane;
        this.zone = zone;
        startsMs = new long[panes];
    }

    private int place(int number) {
        return Math.floorMod(number, startsMs.length);
    }

    /** Makes a pane the newest one. */
    void turnTo(int number) {
        final boolean isNear = newest != WindowClock.NO_WINDOW && (long) number - newest < startsMs.length;
        for (int each = isNear ? newest + 1 : number - startsMs.length + 1; each <= number; each++) {
            startsMs[place(each)] = pane.startMs(each, zone);
        }
        newest = number;
    }

    /** When the window began, with its oldest pane. */
    long oldestMs() {
        return startsMs[place(newest + 1)];
    }

    /** The number of the pane of a time that is not before the oldest one. A pane that clocks skip contains no time. */
    int numberAt(long timeMs) {
        if (timeMs >= startsMs[place(newest)]) {
            return newest;
        }
        int begun = newest - startsMs.length + 1;
        int later = newest;
        while (later - begun > 1) {
            final int middle = begun + (later - begun) / 2;
            if (startsMs[place(middle)] <= timeMs) {
                begun = middle;
            } else {
                later = middle;
            }
        }
        return begun;
    }
}
