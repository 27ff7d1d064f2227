package dev.aimonflink.matrix.model;

import java.time.Duration;

/** All events of an entity. It never turns, and no event is late for it, so its counts and sums have 64 bits. */
public record Ever() implements WindowPolicy {
    @Override
    public String columnName() {
        return toString();
    }

    @Override
    public Duration longest() {
        return Duration.ZERO;
    }

    @Override
    public Window pane() {
        return null;
    }

    @Override
    public String kind() {
        return "no end";
    }

    @Override
    public String remedy() {
        return "take out the window";
    }

    @Override
    public String toString() {
        return "ever";
    }
}
