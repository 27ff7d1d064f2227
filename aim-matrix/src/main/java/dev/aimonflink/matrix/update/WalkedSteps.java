package dev.aimonflink.matrix.update;

import dev.aimonflink.matrix.layout.CellKind;
import dev.aimonflink.matrix.layout.CellLayout;
import dev.aimonflink.matrix.layout.CellUpdates;
import dev.aimonflink.matrix.model.EventValues;

/** Walks over the steps of a model of any size, and decides for each cell what to do. */
final class WalkedSteps implements FilterSteps {
    private final CellLayout layout;
    private final CellLayout.FunctionCells[] steps;
    private final int copies;

    WalkedSteps(CellLayout layout) {
        this.layout = layout;
        steps = layout.cells().toArray(CellLayout.FunctionCells[]::new);
        copies = layout.copies();
    }

    private static boolean isLacking(EventValues event, CellLayout.FunctionCells step) {
        return step.isOptional() && event.isNull(step.field());
    }

    private static long value(EventValues event, CellLayout.FunctionCells step) {
        return step.kind().isCount() ? 1 : event.bits(step.field());
    }

    @Override
    public long signsAfter(int[] ints, long[] longs, EventValues event, int intRun, int longRun, long windows) {
        long signs = 0;
        for (long w = windows; w != 0; w &= w - 1) {
            final int window = Long.numberOfTrailingZeros(w);
            signs |= signsAfter(
                    ints, longs, event, intRun + window * layout.intStride(), longRun + window * layout.longStride());
        }
        return signs;
    }

    private long signsAfter(int[] ints, long[] longs, EventValues event, int intRun, int longRun) {
        long signs = 0;
        for (CellLayout.FunctionCells step : steps) {
            if (step.checkedCopies() > 0 && !isLacking(event, step)) {
                final long value = value(event, step);
                final int length = step.checkedCopies();
                signs |= switch (step.kind()) {
                    case COUNT, INT_SUM -> CellUpdates.signs(ints, intRun + step.start(), length, (int) value);
                    case LONG_COUNT, LONG_SUM -> CellUpdates.signs(longs, longRun + step.start(), length, value);
                    default -> CellUpdates.signsOfSquare(longs, longRun + step.start(), value);
                };
            }
        }
        return signs;
    }

    @Override
    public void add(int[] ints, long[] longs, EventValues event, int intRun, int longRun, long windows) {
        for (long w = windows; w != 0; w &= w - 1) {
            final int window = Long.numberOfTrailingZeros(w);
            add(ints, longs, event, intRun + window * layout.intStride(), longRun + window * layout.longStride());
        }
    }

    private void add(int[] ints, long[] longs, EventValues event, int intRun, int longRun) {
        for (CellLayout.FunctionCells step : steps) {
            if (!isLacking(event, step)) {
                add(step.kind(), ints, longs, value(event, step), intRun + step.start(), longRun + step.start());
            }
        }
    }

    private void add(CellKind kind, int[] ints, long[] longs, long value, int intsFrom, int longsFrom) {
        switch (kind) {
            case COUNT, INT_SUM -> CellUpdates.add(ints, intsFrom, copies, (int) value);
            case INT_MIN -> CellUpdates.min(ints, intsFrom, copies, (int) value);
            case INT_MAX -> CellUpdates.max(ints, intsFrom, copies, (int) value);
            case LONG_COUNT, LONG_SUM -> CellUpdates.add(longs, longsFrom, copies, value);
            case LONG_MIN -> CellUpdates.min(longs, longsFrom, copies, value);
            case LONG_MAX -> CellUpdates.max(longs, longsFrom, copies, value);
            case LONG_SQUARES -> CellUpdates.addSquare(longs, longsFrom, copies, value);
            case DOUBLE_SUM -> CellUpdates.addDouble(longs, longsFrom, copies, value);
            case DOUBLE_MIN -> CellUpdates.minDouble(longs, longsFrom, copies, value);
            case DOUBLE_MAX -> CellUpdates.maxDouble(longs, longsFrom, copies, value);
            case DOUBLE_SQUARES -> CellUpdates.addSquareOfDouble(longs, longsFrom, copies, value);
        }
    }
}
