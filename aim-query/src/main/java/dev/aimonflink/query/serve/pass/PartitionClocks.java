package dev.aimonflink.query.serve.pass;

import java.util.function.LongSupplier;

/**
 * The clocks that a partition reads.
 *
 * @param elapsed measures how long requests wait and passes take
 * @param cpu the CPU time of the partition's thread, by which slices are measured
 * @param epochMs the wall clock of the deadlines
 */
public record PartitionClocks(NanoClock elapsed, NanoClock cpu, LongSupplier epochMs) {
    public static final PartitionClocks SYSTEM =
            new PartitionClocks(NanoClock.SYSTEM, NanoClock.THREAD_CPU, System::currentTimeMillis);

    public boolean isGone(Asker asker) {
        return asker.deadlineMs() <= epochMs.getAsLong();
    }
}
