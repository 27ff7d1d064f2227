package dev.aimonflink.core.calls;

import java.util.EnumSet;
import java.util.Set;

/** An aggregate that a schema file names and that is not stored, but computed when a subscriber is read. */
public enum Derived {
    AVG_DURATION(Measure.DURATION, "avg"),
    STDEV_DURATION(Measure.DURATION, "stdev"),
    VAR_DURATION(Measure.DURATION, "var"),
    AVG_COST(Measure.COST, "avg"),
    STDEV_COST(Measure.COST, "stdev"),
    VAR_COST(Measure.COST, "var");

    private final Measure measure;
    private final String label;

    Derived(Measure measure, String label) {
        this.measure = measure;
        this.label = label;
    }

    public Measure measure() {
        return measure;
    }

    /** As in a schema file. */
    public String label() {
        return label;
    }

    private Function sum() {
        return measure == Measure.COST ? Function.SUM_COST : Function.SUM_DURATION;
    }

    /** The sums of squares, which an average does not need. */
    private Function squares() {
        return measure == Measure.COST ? Function.SQUARES_COST : Function.SQUARES_DURATION;
    }

    private boolean isAverage() {
        return this == AVG_DURATION || this == AVG_COST;
    }

    /** The functions from which it is computed. */
    Set<Function> needs() {
        Set<Function> needs = EnumSet.of(Function.COUNT, sum());
        if (!isAverage()) {
            needs.add(squares());
        }
        return needs;
    }
}
