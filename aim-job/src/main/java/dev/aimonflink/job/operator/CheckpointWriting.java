package dev.aimonflink.job.operator;

import dev.aimonflink.query.serve.partition.Partition;
import java.time.Duration;
import org.apache.flink.runtime.checkpoint.SavepointType;
import org.apache.flink.runtime.checkpoint.SnapshotType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a partition does while a checkpoint is written: it rests, because the heap backend copies each record that is read meanwhile, and
 * another thread writes the heap's records at a {@linkplain CheckpointPacing pace}.
 */
final class CheckpointWriting {
    /** Flink's default checkpoint timeout, because the operator is not told of the end of a savepoint. */
    static final Duration MAX_REST = Duration.ofMinutes(10);

    private static final Logger LOG = LoggerFactory.getLogger(CheckpointWriting.class);

    private final Partition partition;
    private final CheckpointPacing pacing;

    /** RocksDB, and other backends, write records on the task's own thread. */
    private final boolean isPaced;

    private final Runnable wake;
    private long newestCheckpoint;

    /** Whether the newest one is the savepoint that ends the job. */
    private boolean isStopping;

    /** @param wake is run when the partition may have more to do */
    CheckpointWriting(Partition partition, CheckpointPacing pacing, boolean recordsOnHeap, Runnable wake) {
        this.partition = partition;
        this.pacing = pacing;
        this.isPaced = recordsOnHeap;
        this.wake = wake;
        if (isPaced) {
            LOG.info("Its checkpoints are written {}.", pacing);
        }
    }

    /** The part of a checkpoint on the task's thread begins. */
    void begin(long checkpointId, SnapshotType type, long nowMs) {
        assert checkpointId > newestCheckpoint : "checkpoints are numbered in order";
        newestCheckpoint = checkpointId;
        isStopping = type instanceof SavepointType savepoint && savepoint.isSynchronous();
        partition.pause().until(nowMs + MAX_REST.toMillis(), isPaced);
        if (isPaced && !type.isSavepoint()) {
            pacing.open(partition.rows());
        }
    }

    /** That part is over; another thread writes the rest, if it is paced. */
    void handOver() {
        pacing.close();
    }

    /** A task that ends takes no further work. */
    void end(long checkpointId) {
        if (checkpointId >= newestCheckpoint) {
            partition.pause().end();
            if (!isStopping) {
                wake.run();
            }
        }
    }
}
