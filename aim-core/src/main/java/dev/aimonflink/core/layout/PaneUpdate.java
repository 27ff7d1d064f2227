package dev.aimonflink.core.layout;

import dev.aimonflink.core.model.EventValues;

/** How events change the panes of one sliding window. What is chosen for an event is kept here. */
final class PaneUpdate {
    private final PaneCells panes;
    private final ShareLimits limits;

    /** Whether the values after the next turn are needed. */
    private final boolean keepsNext;

    /** The place of the event's pane. */
    private int place;

    /** The number of the newest pane. */
    private int newest;

    PaneUpdate(PaneCells panes, ShareLimits limits, boolean keepsNext) {
        this.panes = panes;
        this.limits = limits;
        this.keepsNext = keepsNext;
    }

    int window() {
        return panes.window();
    }

    /** Chooses the pane of a time that the window contains. */
    void choose(WindowClock clock, long timeMs) {
        place = panes.place(clock.paneNumber(panes.window(), timeMs));
        newest = clock.number(panes.window());
    }

    /** The place of the newest pane. */
    int newestPlace(WindowClock clock) {
        return panes.place(clock.number(panes.window()));
    }

    /** Reads what an event in a pane changes. */
    long touch(int[] ints, long[] longs, int filter, int ofPane) {
        return panes.touch(ints, longs, filter, ofPane);
    }

    /** Negative if an event would make the sums of its pane too large. */
    long signsAfter(int[] ints, long[] longs, EventValues event, int filter) {
        return panes.signsAfter(ints, longs, event, filter, place, limits);
    }

    void add(int[] ints, long[] longs, EventValues event, int filter, FilterSteps steps) {
        panes.add(ints, longs, event, filter, place, newest, keepsNext, steps);
    }
}
