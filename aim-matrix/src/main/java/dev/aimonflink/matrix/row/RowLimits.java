package dev.aimonflink.matrix.row;

/**
 * Limits on a partition's number of entities, and on the time that idle ones are kept.
 *
 * @param maxRows beyond it, events and profiles of new entities are refused; restored rows stay
 * @param forgetAfterMs the age in event time at which entities without a profile are forgotten, or {@link #NEVER}
 */
public record RowLimits(int maxRows, long forgetAfterMs) {
    public static final long NEVER = Long.MAX_VALUE;

    public static final RowLimits NONE = new RowLimits(Integer.MAX_VALUE, NEVER);

    boolean forgets() {
        return forgetAfterMs != NEVER;
    }
}
