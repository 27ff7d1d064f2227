package dev.aimonflink.matrix.update;

import dev.aimonflink.matrix.layout.CacheLines;
import dev.aimonflink.matrix.layout.PaneCells;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.model.EventValues;

/** How events change the panes of one sliding window; it holds the state chosen for an event. */
final class PaneUpdate {
    /** A pane's run is alone, as if there were one window. */
    private static final long ALONE = 1;

    private final PaneCells panes;
    private final ShareLimits limits;

    /** Whether the values after the next turn are needed. */
    private final boolean keepsNext;

    private int place;

    private int newest;

    PaneUpdate(PaneCells panes, ShareLimits limits, boolean keepsNext) {
        this.panes = panes;
        this.limits = limits;
        this.keepsNext = keepsNext;
    }

    int window() {
        return panes.window();
    }

    void choose(WindowClock clock, long timeMs) {
        place = panes.place(clock.paneNumber(panes.window(), timeMs));
        newest = clock.number(panes.window());
    }

    int newestPlace(WindowClock clock) {
        return panes.place(clock.number(panes.window()));
    }

    /** Reads what an event in a pane changes. */
    long touch(int[] ints, long[] longs, int filter, int ofPane) {
        return ints[panes.filled(filter)]
                + CacheLines.read(ints, panes.intPane(filter, ofPane), panes.intPane(filter + 1, ofPane))
                + CacheLines.read(longs, panes.longPane(filter, ofPane), panes.longPane(filter + 1, ofPane));
    }

    /** Negative if an event would make the sums of its pane too large. */
    long signsAfter(int[] ints, long[] longs, EventValues event, int filter) {
        return limits.signsInPane(ints, longs, event, panes.intPane(filter, place), panes.longPane(filter, place));
    }

    /** Counts an event in its pane, and in the values after the next turn. */
    void add(int[] ints, long[] longs, EventValues event, int filter, FilterSteps steps) {
        panes.fill(ints, longs, filter, place);
        steps.add(ints, longs, event, panes.intPane(filter, place), panes.longPane(filter, place), ALONE);
        if (!keepsNext) {
            panes.forgetNext(ints, filter);
        } else if (panes.isNextStale(ints, filter)) {
            panes.renewNext(filter, newest, ints, longs);
        } else if (place != panes.place(newest + 1)) {
            steps.add(ints, longs, event, panes.intNext(filter), panes.longNext(filter), ALONE);
        }
    }
}
