package dev.aimonflink.matrix.layout;

import java.util.Arrays;
import java.util.List;

/** Empties and sums whole runs. A run is the cells of a filter in one window or pane. */
final class RunSteps {
    private final CellKind[] kinds;
    private final int[] starts;
    private final int copies;

    RunSteps(List<CellLayout.FunctionCells> cells, int copies) {
        kinds = cells.stream().map(CellLayout.FunctionCells::kind).toArray(CellKind[]::new);
        starts = cells.stream().mapToInt(CellLayout.FunctionCells::start).toArray();
        this.copies = copies;
    }

    void clear(int[] ints, long[] longs, int intRun, int longRun) {
        for (int step = 0; step < kinds.length; step++) {
            final int length = kinds[step].cells() * copies;
            if (kinds[step].isInt()) {
                final int from = intRun + starts[step];
                Arrays.fill(ints, from, from + length, (int) kinds[step].empty());
            } else {
                final int from = longRun + starts[step];
                Arrays.fill(longs, from, from + length, kinds[step].empty());
            }
        }
    }

    /**
     * Adds the events of one run to another, maybe in other arrays. No sum overflows, because events that would make a pane too large are
     * refused.
     */
    void add(
            int[] ints,
            long[] longs,
            int intFrom,
            int longFrom,
            int[] intsOfTotal,
            long[] longsOfTotal,
            int intTo,
            int longTo) {
        for (int step = 0; step < kinds.length; step++) {
            if (kinds[step].isInt()) {
                addInts(kinds[step], ints, intFrom + starts[step], intsOfTotal, intTo + starts[step]);
            } else {
                addLongs(kinds[step], longs, longFrom + starts[step], longsOfTotal, longTo + starts[step]);
            }
        }
    }

    private void addInts(CellKind kind, int[] ints, int from, int[] total, int to) {
        for (int copy = 0; copy < copies; copy++) {
            switch (kind) {
                case INT_MIN -> CellUpdates.min(total, to + copy, ints[from + copy]);
                case INT_MAX -> CellUpdates.max(total, to + copy, ints[from + copy]);
                default -> CellUpdates.add(total, to + copy, ints[from + copy]);
            }
        }
    }

    private void addLongs(CellKind kind, long[] longs, int from, long[] total, int to) {
        for (int copy = 0; copy < copies; copy++) {
            final long cell = longs[from + copy];
            switch (kind) {
                case LONG_MIN, DOUBLE_MIN -> CellUpdates.min(total, to + copy, cell);
                case LONG_MAX, DOUBLE_MAX -> CellUpdates.max(total, to + copy, cell);
                case DOUBLE_SUM, DOUBLE_SQUARES -> {
                    CellUpdates.addToDouble(total, to + copy, copies, Double.longBitsToDouble(cell));
                    // The pane's rounding error is small, and its own rounding error is smaller still.
                    CellUpdates.addLost(
                            total, to + copies + copy, Double.longBitsToDouble(longs[from + copies + copy]));
                }
                default -> CellUpdates.add(total, to + copy, cell);
            }
        }
    }
}
