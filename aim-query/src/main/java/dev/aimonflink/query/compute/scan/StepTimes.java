package dev.aimonflink.query.compute.scan;

/** Sums how long the steps of a scan take and how many rows they take and leave; {@link #NONE} sums nothing. */
public final class StepTimes {
    public static final StepTimes NONE = new StepTimes(false);

    /** The steps of a scan, in their order. */
    public enum Step {
        FILTER("filter and expressions, by vectors"),
        GROUP("find groups, by vectors"),
        AGGREGATE("aggregate, by vectors"),
        GROUP_AND_AGGREGATE("find groups and aggregate together, by vectors"),
        FILTER_AND_AGGREGATE("filter and aggregate together, by vectors"),
        ROWS("row by row");

        private final String words;

        Step(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    private final boolean isMeasuring;
    private final long[] nanos = new long[Step.values().length];
    private final long[] rowsIn = new long[Step.values().length];
    private final long[] rowsOut = new long[Step.values().length];
    private long lastNanos;

    private StepTimes(boolean isMeasuring) {
        this.isMeasuring = isMeasuring;
    }

    public static StepTimes measured() {
        return new StepTimes(true);
    }

    public void begin() {
        if (isMeasuring) {
            lastNanos = System.nanoTime();
        }
    }

    public void ended(Step step, long taken, long left) {
        if (isMeasuring) {
            final long nowNanos = System.nanoTime();
            nanos[step.ordinal()] += nowNanos - lastNanos;
            rowsIn[step.ordinal()] += taken;
            rowsOut[step.ordinal()] += left;
            lastNanos = nowNanos;
        }
    }

    public long nanos(Step step) {
        return nanos[step.ordinal()];
    }

    public long rowsIn(Step step) {
        return rowsIn[step.ordinal()];
    }

    public long rowsOut(Step step) {
        return rowsOut[step.ordinal()];
    }
}
