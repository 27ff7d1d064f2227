package dev.aimonflink.local.chaos;

import dev.aimonflink.local.ObservedJob;

/** The job that is killed, with frequent checkpoints. */
abstract class Victim extends ObservedJob implements AutoCloseable {
    /** Kills the job at a moment; returns whether it was met, as far as can be seen. */
    abstract boolean kill(StormStep.Kill kill);

    /** Stops the job, and continues with another parallelism or schema. */
    abstract void change(int parallelism, KeptModel kept);

    abstract int parallelism();

    /** Returns when one more checkpoint is complete; nothing before it is repeated. */
    abstract void awaitCheckpoint();

    /** The starts and restarts of the job and its predecessors. */
    abstract long starts();

    @Override
    public abstract void close();
}
