package dev.aimonflink.local.chaos;

/** What is done to the job, once so many calls are published. */
sealed interface Step {
    long afterCalls();

    /** @param all whether all TaskManagers are lost at once, or one */
    record Kill(long afterCalls, Moment moment, boolean all) implements Step {}

    /** Stop, and go on with another parallelism. */
    record Rescale(long afterCalls, int parallelism) implements Step {}

    /** Stop once all calls are in, and go on with the other of the two schemas. */
    record ChangeSchema(long afterCalls) implements Step {}
}
