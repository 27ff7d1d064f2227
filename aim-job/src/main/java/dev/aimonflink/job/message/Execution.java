package dev.aimonflink.job.message;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.security.SecureRandom;

/**
 * Names one run of the job between two starts or restarts. Two runs may be restored from one checkpoint, so the attempt does not
 * distinguish them, and a second round outlives its run in the queries topic. The reader of queries draws the number when it opens, and
 * only reads rounds of its own number.
 *
 * @param attempt the checkpoint from which the job was restored; inside Flink it distinguishes a run from what an earlier one left in
 *     flight
 * @param number drawn at random
 */
public record Execution(long attempt, long number) {
    /** For a request that is not registered yet. */
    public static final Execution UNKNOWN = new Execution(Long.MIN_VALUE, 0);

    public static Execution drawn(long attempt) {
        return new Execution(attempt, new SecureRandom().nextLong());
    }

    /** As in answers. */
    public String name() {
        return Long.toHexString(number);
    }

    void write(DataOutput out) throws IOException {
        out.writeLong(attempt);
        out.writeLong(number);
    }

    static Execution read(DataInput in) throws IOException {
        return new Execution(in.readLong(), in.readLong());
    }
}
