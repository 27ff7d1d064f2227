package dev.aimonflink.matrix.model;

import java.io.Serializable;

/**
 * Says which events an aggregate takes.
 *
 * @param condition an SQL expression over the fields of an event; empty for all events
 */
public record EventFilter(String name, String condition) implements Serializable {
    /** Holds for each event, and is not part of column names. */
    public static final EventFilter ALL = new EventFilter("all", "");

    public boolean isAll() {
        return condition.isEmpty();
    }
}
