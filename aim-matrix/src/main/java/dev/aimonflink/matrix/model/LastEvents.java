package dev.aimonflink.matrix.model;

import java.time.Duration;

/** The last events of an entity for which a filter holds, in order of arrival. None is late. */
public record LastEvents(int count) implements WindowPolicy {
    /** A record keeps the values of all these events. */
    public static final int MAX_COUNT = 10_000;

    public LastEvents {
        if (count < 1 || count > MAX_COUNT) {
            throw new InvalidInputException("A window of the last " + count
                    + " events is impossible. Give a whole number in 1.." + MAX_COUNT + ".");
        }
    }

    @Override
    public String columnName() {
        return "last_" + toString().substring("last ".length()).replace(' ', '_');
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
        return "last events";
    }

    @Override
    public String remedy() {
        return "give fewer last events";
    }

    @Override
    public int parts() {
        return count;
    }

    @Override
    public String toString() {
        return "last " + count + (count == 1 ? " event" : " events");
    }
}
