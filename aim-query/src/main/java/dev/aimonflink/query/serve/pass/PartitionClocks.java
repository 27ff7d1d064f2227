package dev.aimonflink.query.serve.pass;

import java.util.function.LongSupplier;

/**
 * The clocks of a partition.
 *
 * @param elapsed for waiting times and passes
 * @param cpu CPU time of the partition's thread, for slices
 * @param epochMs wall clock, for deadlines
 */
public record PartitionClocks(NanoClock elapsed, NanoClock cpu, LongSupplier epochMs) {
    public static final PartitionClocks SYSTEM =
            new PartitionClocks(NanoClock.SYSTEM, NanoClock.THREAD_CPU, System::currentTimeMillis);

    public boolean isGone(Asker asker) {
        return asker.deadlineMs() <= epochMs.getAsLong();
    }
}
