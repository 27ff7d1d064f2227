package dev.aimonflink.lab.disturbance;

/** A step of a run, due once a number of calls are published. */
public sealed interface StormStep {
    long afterCalls();

    /** @param all whether all TaskManagers are lost at once, or one */
    record Kill(long afterCalls, StormMoment moment, boolean all) implements StormStep {}

    /** A rule is put, changed, muted, switched or deleted, and affects events some seconds later. */
    record ChangeRule(long afterCalls) implements StormStep {}

    /** Stop, and continue with another parallelism. */
    record Rescale(long afterCalls, int parallelism) implements StormStep {}

    /** Stop once all calls are applied, and continue with the other schema. */
    record ChangeSchema(long afterCalls) implements StormStep {}
}
