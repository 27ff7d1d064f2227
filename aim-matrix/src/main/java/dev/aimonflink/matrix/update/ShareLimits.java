package dev.aimonflink.matrix.update;

import dev.aimonflink.matrix.layout.CellKind;
import dev.aimonflink.matrix.layout.CellLayout;
import dev.aimonflink.matrix.layout.CellUpdates;
import dev.aimonflink.matrix.model.EventValues;
import java.util.stream.Stream;

/**
 * Whether an event would make a part of a sum too large. A sliding window sums its panes, and a window of the last events its events. Each
 * of n parts stays within the n-th part of the greatest number, so that no combination overflows.
 *
 * <p>As in {@link FilterSteps}, a negative number says that a part would be too large.
 */
final class ShareLimits {
    /** The counts and exact sums; nothing else overflows. */
    private final CellLayout.FunctionCells[] sums;

    /** The greatest absolute value of each in one part. */
    private final long[] bounds;

    /** @param shares how many parts share what a sum can hold */
    ShareLimits(CellLayout layout, int shares) {
        sums = layout.cells().stream()
                .filter(each -> each.kind().isExactSum())
                .toArray(CellLayout.FunctionCells[]::new);
        bounds = Stream.of(sums).mapToLong(sum -> bound(sum.kind(), shares)).toArray();
    }

    long signsInPane(int[] ints, long[] longs, EventValues event, int intRun, int longRun) {
        long signs = 0;
        for (int i = 0; i < sums.length; i++) {
            if (!isLacking(event, i)) {
                final boolean isInt = sums[i].kind().isInt();
                final int from = (isInt ? intRun : longRun) + sums[i].start();
                for (int at = from; at < from + sums[i].checkedCopies(); at++) {
                    signs |= signs(i, isInt ? ints[at] : longs[at], event);
                }
            }
        }
        return signs;
    }

    /** For an event that is one of the last ones. */
    long signsAlone(EventValues event) {
        long signs = 0;
        for (int i = 0; i < sums.length; i++) {
            if (!isLacking(event, i)) {
                signs |= signs(i, 0, event);
            }
        }
        return signs;
    }

    private boolean isLacking(EventValues event, int sum) {
        return sums[sum].isOptional() && event.isNull(sums[sum].field());
    }

    private long signs(int sum, long before, EventValues event) {
        final CellKind kind = sums[sum].kind();
        return signs(kind, before, kind == CellKind.COUNT ? 1 : event.bits(sums[sum].field()), bounds[sum]);
    }

    /** The greatest absolute value of one of {@code shares} parts. */
    static long bound(CellKind kind, int shares) {
        return (kind.isInt() ? Integer.MAX_VALUE : Long.MAX_VALUE) / shares;
    }

    /** Negative if a value, or its square, would make a part too large. */
    static long signs(CellKind kind, long before, long value, long bound) {
        return kind == CellKind.LONG_SQUARES
                ? CellUpdates.signsOfSquareBeyond(before, value, bound)
                : CellUpdates.signsBeyond(before, value, bound);
    }
}
