package dev.aimonflink.query.serve.partition;

import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.Rows;
import dev.aimonflink.query.compute.partial.Partial;

/** A question that looks at the record of each row of a partition; equal ones are answered together. */
public interface RecordQuestion {
    /** The findings in one partition, for one thread. */
    interface Finding {
        /** @param recordOrNull null if the row has none, which is a defect */
        void look(int row, EntityRecord recordOrNull);

        /** Checks the CPU time used so far, as a scan does. May throw {@link dev.aimonflink.query.serve.pass.QueryFailure} to end the question. */
        default void hasUsed(long cpuNanos) {}

        Partial partial(long rows);
    }

    /** @param nowMs the newest event time, or the wall clock once all events are in */
    Finding begin(Rows rows, long nowMs);
}
