package dev.aimonflink.core.model;

import java.io.Serializable;
import java.time.Duration;

/** Says which of an entity's events are in a window. */
public sealed interface WindowPolicy extends Serializable permits Window, SlidingWindow, LastEvents {
    /** As in names of columns: {@code this_day}, {@code last_24_hours}, {@code last_100_events}. */
    String columnName();

    /** How long its events stay in it at most; zero if that does not depend on time. */
    Duration longest();

    /** How many parts share what a sum can hold: panes, or last events. */
    default int parts() {
        return 1;
    }
}
