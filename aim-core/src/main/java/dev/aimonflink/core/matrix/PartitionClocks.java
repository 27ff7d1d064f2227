package dev.aimonflink.core.matrix;

import java.util.function.LongSupplier;

/**
 * The clocks that a partition reads.
 *
 * @param elapsed for how long requests wait and passes take
 * @param cpu the time that the partition's thread has run, which slices are measured in
 * @param epochMs the wall clock, which deadlines are of
 */
public record PartitionClocks(NanoClock elapsed, NanoClock cpu, LongSupplier epochMs) {
    public static final PartitionClocks SYSTEM =
            new PartitionClocks(NanoClock.SYSTEM, NanoClock.THREAD_CPU, System::currentTimeMillis);

    boolean isGone(Asker asker) {
        return asker.isGone(epochMs.getAsLong());
    }
}
