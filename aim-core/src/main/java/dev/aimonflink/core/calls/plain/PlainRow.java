package dev.aimonflink.core.calls.plain;

import dev.aimonflink.core.calls.Profile;

/** One subscriber as the queries see it: the profile, and the totals of the calls of today and of this week. */
public interface PlainRow {
    /** The kind of calls. */
    enum Kind {
        ALL("all"),
        LOCAL("local"),
        LONG_DISTANCE("long-distance");

        final String name;

        Kind(String name) {
            this.name = name;
        }

        boolean includes(boolean isLongDistance) {
            return this == ALL || (this == LONG_DISTANCE) == isLongDistance;
        }
    }

    /** The totals and extremes of some calls. Without calls the extremes are undefined. */
    record Summary(
            long calls,
            long seconds,
            long shortestSeconds,
            long longestSeconds,
            long cents,
            long cheapestCents,
            long dearestCents) {}

    long id();

    /** The attributes, or null. */
    Profile profile();

    Summary today(Kind kind);

    Summary thisWeek(Kind kind);
}
