package dev.aimonflink.matrix.update;

import dev.aimonflink.matrix.layout.CellKind;
import dev.aimonflink.matrix.layout.CellLayout;
import dev.aimonflink.matrix.layout.CellUpdates;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventValues;
import dev.aimonflink.matrix.model.ModelColumn;
import java.util.List;

/** Walks over the steps of a model of any size, and decides for each cell what to do. */
final class WalkedSteps implements FilterSteps {
    private final CellLayout layout;
    private final CellKind[] kinds;
    private final int[] starts;
    private final int[] fields;
    private final boolean[] isOptional;

    /** By step, how many copies are looked at before an event is counted; 0 for what cannot overflow. */
    private final int[] checkedCopies;

    private final int copies;

    WalkedSteps(CellLayout layout, List<EventField> eventFields) {
        this.layout = layout;
        List<CellLayout.FunctionCells> cells = layout.cells();
        copies = layout.copies();
        kinds = new CellKind[cells.size()];
        starts = new int[kinds.length];
        fields = new int[kinds.length];
        isOptional = new boolean[kinds.length];
        checkedCopies = new int[kinds.length];
        for (int step = 0; step < kinds.length; step++) {
            CellLayout.FunctionCells each = cells.get(step);
            kinds[step] = each.kind();
            starts[step] = each.start();
            fields[step] = each.field();
            isOptional[step] = each.field() != ModelColumn.NO_FIELD
                    && eventFields.get(each.field()).isOptional();
            checkedCopies[step] = each.kind().isExactSum() ? layout.checkedCopies(each) : 0;
        }
    }

    private boolean isLacking(EventValues event, int step) {
        return isOptional[step] && event.isNull(fields[step]);
    }

    private long value(EventValues event, int step) {
        return kinds[step] == CellKind.COUNT ? 1 : event.bits(fields[step]);
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
        for (int step = 0; step < kinds.length; step++) {
            if (checkedCopies[step] > 0 && !isLacking(event, step)) {
                final long value = value(event, step);
                final int length = checkedCopies[step];
                signs |= switch (kinds[step]) {
                    case COUNT, INT_SUM -> CellUpdates.signs(ints, intRun + starts[step], length, (int) value);
                    case LONG_SUM -> CellUpdates.signs(longs, longRun + starts[step], length, value);
                    default -> CellUpdates.signsOfSquare(longs, longRun + starts[step], value);
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
        for (int step = 0; step < kinds.length; step++) {
            if (!isLacking(event, step)) {
                add(step, ints, longs, value(event, step), intRun + starts[step], longRun + starts[step]);
            }
        }
    }

    private void add(int step, int[] ints, long[] longs, long value, int intsFrom, int longsFrom) {
        switch (kinds[step]) {
            case COUNT, INT_SUM -> CellUpdates.add(ints, intsFrom, copies, (int) value);
            case INT_MIN -> CellUpdates.min(ints, intsFrom, copies, (int) value);
            case INT_MAX -> CellUpdates.max(ints, intsFrom, copies, (int) value);
            case LONG_SUM -> CellUpdates.add(longs, longsFrom, copies, value);
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
