package dev.aimonflink.matrix.model;

import java.io.Serializable;
import java.time.Duration;

/** Says which of an entity's events are in a window. */
public sealed interface WindowPolicy extends Serializable permits Window, SlidingWindow, LastEvents, Ever {
    /** As in column names: {@code this_day}, {@code last_24_hours}, {@code last_100_events}, {@code ever}. */
    String columnName();

    /** How long events stay in it at most; zero if that does not depend on time. */
    Duration longest();

    /** The calendar window with which it turns: itself, or a pane. Null if it never turns: then no event is too old. */
    Window pane();

    /** How many panes it covers, including the current one. */
    default int panes() {
        return 1;
    }

    /** What kind of window it is, for people: {@code calendar}. */
    String kind();

    /** What to do if a sum has no room for an event: {@code give a shorter window}. */
    String remedy();

    /** How many parts share what a sum can hold: panes, or last events. */
    default int parts() {
        return panes();
    }
}
