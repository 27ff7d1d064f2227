package dev.aimonflink.core.partition;

import dev.aimonflink.core.calls.CallFilter;
import dev.aimonflink.core.calls.schema.CallSchema;
import dev.aimonflink.core.layout.MatrixSchema;
import dev.aimonflink.core.layout.StoredColumn;
import dev.aimonflink.core.record.EntityRecord;

/** Counts calls in a record one aggregate after the other, by their names in the schema. */
public final class PlainCells {
    private PlainCells() {}

    /** Counts a call in one window of one filter. */
    public static void add(
            EntityRecord record,
            MatrixSchema schema,
            CallFilter filter,
            int window,
            int durationSeconds,
            long costCents) {
        for (StoredColumn aggregate : schema.columns()) {
            if (CallSchema.filterOf(schema, aggregate) == filter && aggregate.window() == window) {
                int slot = aggregate.slot();
                if (!aggregate.isInt()) {
                    record.longs()[slot] = after(aggregate, record.longs()[slot], durationSeconds, costCents);
                } else {
                    record.ints()[slot] = (int) after(aggregate, record.ints()[slot], durationSeconds, costCents);
                }
            }
        }
    }

    /** The value of a cell after a call, in 64 bits. */
    public static long after(StoredColumn aggregate, long cell, long durationSeconds, long costCents) {
        return switch (CallSchema.functionOf(aggregate)) {
            case COUNT -> cell + 1;
            case SUM_DURATION -> cell + durationSeconds;
            case MIN_DURATION -> Math.min(cell, durationSeconds);
            case MAX_DURATION -> Math.max(cell, durationSeconds);
            case SUM_COST -> cell + costCents;
            case MIN_COST -> Math.min(cell, costCents);
            case MAX_COST -> Math.max(cell, costCents);
            case SQUARES_DURATION -> cell + durationSeconds * durationSeconds;
            case SQUARES_COST -> cell + costCents * costCents;
        };
    }
}
