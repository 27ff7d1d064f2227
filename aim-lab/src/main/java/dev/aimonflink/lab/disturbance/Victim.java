package dev.aimonflink.lab.disturbance;

import dev.aimonflink.lab.workload.KeptModel;
import dev.aimonflink.local.ObservedJob;
import java.util.List;

/** The job that is killed, with frequent checkpoints. */
public abstract class Victim extends ObservedJob implements AutoCloseable {
    /** The columns of the job's setting, as its option names them. */
    public abstract List<String> columns(KeptModel kept);

    /** Kills the job at a moment; returns whether it was met, as far as can be seen. */
    public abstract boolean kill(StormStep.Kill kill);

    /** Stops the job, and continues with another parallelism or schema. */
    public abstract void change(int parallelism, KeptModel kept);

    public abstract int parallelism();

    /** Returns when one more checkpoint is complete; nothing before it is repeated. */
    public abstract void awaitCheckpoint();

    /** The starts and restarts of the job and its predecessors. */
    public abstract long starts();

    @Override
    public abstract void close();
}
