package dev.aimonflink.local.chaos;

/** A step of a run, due once so many calls are published. */
sealed interface Step {
    long afterCalls();

    /** @param all whether all TaskManagers are lost at once, or one */
    record Kill(long afterCalls, Moment moment, boolean all) implements Step {}

    /** A rule is put, changed, muted, switched or deleted, which judges the events of some seconds later. */
    record ChangeRule(long afterCalls) implements Step {}

    /** Stop, and continue with another parallelism. */
    record Rescale(long afterCalls, int parallelism) implements Step {}

    /** Stop once all calls are applied, and continue with the other schema. */
    record ChangeSchema(long afterCalls) implements Step {}
}
