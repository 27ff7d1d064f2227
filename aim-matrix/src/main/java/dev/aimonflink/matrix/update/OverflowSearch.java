package dev.aimonflink.matrix.update;

import dev.aimonflink.matrix.layout.CellKind;
import dev.aimonflink.matrix.layout.CellLayout;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.PaneCells;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.model.EventValues;
import dev.aimonflink.matrix.model.ModelColumn;
import java.util.List;

/**
 * Finds the first column, in the model's order, that has no room for an event. {@link UpdatePlan#overflows}, called for each event, only
 * says that there is one; this search follows, column by column.
 */
public final class OverflowSearch {
    private final CellLayout layout;

    /** The counts and exact sums; nothing else overflows. */
    private final List<StoredColumn> sums;

    /** By window, how many parts share what a sum can hold. */
    private final int[] parts;

    public OverflowSearch(MatrixSchema schema) {
        layout = schema.layout();
        sums = schema.columns().stream()
                .filter(column -> column.kind().isExactSum())
                .toList();
        parts = schema.windows().stream().mapToInt(each -> each.parts()).toArray();
    }

    /**
     * Returns the first column that an event overflows; {@link UpdatePlan#overflows} must have returned true for it.
     *
     * @param filters that hold for the event, as a set of bits
     */
    public Overflow first(EventValues event, long filters, WindowClock clock, long timeMs, int[] ints, long[] longs) {
        final long windows = clock.windowsOf(timeMs);
        for (StoredColumn column : sums) {
            final boolean isCounted = (filters >> column.filter() & 1) != 0
                    && (windows >> column.window() & 1) != 0
                    && (column.field() == ModelColumn.NO_FIELD || !event.isNull(column.field()));
            if (isCounted) {
                final long value = column.kind().isCount() ? 1 : event.bits(column.field());
                if (overflows(column, before(column, clock, timeMs, ints, longs), value)) {
                    return new Overflow(column, overflows(column, 0, value));
                }
            }
        }
        throw new IllegalStateException("No column overflows by this event. Search only after a plan has said so.");
    }

    /** What the event is added to: the present value, or its pane's. Each of the last events has its own share. */
    private long before(StoredColumn column, WindowClock clock, long timeMs, int[] ints, long[] longs) {
        final int window = column.window();
        if (layout.ring(window) != null) {
            return 0;
        }
        final PaneCells panes = layout.panes(window);
        if (panes == null) {
            return column.cell(ints, longs);
        }
        final int place = panes.place(clock.paneNumber(window, timeMs));
        final int slot = panes.slot(column.kind(), column.filter(), column.slot(), place);
        return column.isInt() ? ints[slot] : longs[slot];
    }

    private boolean overflows(StoredColumn column, long before, long value) {
        final CellKind kind = column.kind();
        final boolean isShared = layout.panes(column.window()) != null || layout.ring(column.window()) != null;
        if (kind == CellKind.LONG_SQUARES || isShared) {
            return ShareLimits.signs(kind, before, value, ShareLimits.bound(kind, parts[column.window()])) < 0;
        }
        // Such a sum may also be the least number of its width, which exceeds every bound.
        final long sum = before + value;
        return kind.isInt() ? sum != (int) sum : ((before ^ sum) & (value ^ sum)) < 0;
    }
}
