package dev.aimonflink.matrix.record;

import dev.aimonflink.matrix.calls.CallFilter;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.EventFilter;
import java.util.stream.Stream;

/** Counts calls in a record one aggregate after the other, by their names in the schema. */
public final class PlainCells {
    /** The field of a call. */
    private static final int DURATION = 0;

    private PlainCells() {}

    /** The filter of a column. */
    public static CallFilter filterOf(MatrixSchema schema, StoredColumn column) {
        EventFilter wanted = schema.model().aggregates().filters().get(column.filter());
        return Stream.of(CallFilter.values())
                .filter(each -> each.filter().equals(wanted))
                .findFirst()
                .orElseThrow();
    }

    /** Counts a call in one window of one filter. */
    public static void add(
            EntityRecord record,
            MatrixSchema schema,
            CallFilter filter,
            int window,
            int durationSeconds,
            long costCents) {
        for (StoredColumn aggregate : schema.columns()) {
            if (filterOf(schema, aggregate) == filter && aggregate.window() == window) {
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
        long value = aggregate.field() == DURATION ? durationSeconds : costCents;
        return switch (aggregate.function()) {
            case COUNT -> cell + 1;
            case SUM -> cell + value;
            case MIN -> Math.min(cell, value);
            case MAX -> Math.max(cell, value);
            case SQUARES -> cell + value * value;
            default -> throw new IllegalArgumentException(aggregate.name() + " is not stored.");
        };
    }
}
