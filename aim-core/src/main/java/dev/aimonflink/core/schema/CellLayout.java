package dev.aimonflink.core.schema;

import dev.aimonflink.core.model.Aggregates;
import dev.aimonflink.core.model.EventField;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.model.ModelColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The layout of a model's stored columns in a record's two arrays, one of ints and one of longs:
 *
 * <pre>
 * ints:   [all | online | ...]                 a filter's cells are one dense run
 *           [day | week | ...]                 in it, a window's
 *             [count | sum | min | max | ...]  in it, those of a function of a field
 *               [copy 0 | copy 1 | ...]        in it, the copies
 * longs:  the same
 * </pre>
 *
 * An event changes the runs of those filters that hold for it, and walks forward in them.
 */
public final class CellLayout {
    /**
     * The cells of one function of one field, in each filter and window.
     *
     * @param start the index of its first copy in a window's ints or longs
     */
    record Cells(CellKind kind, int field, int start) {}

    private final Aggregates aggregates;
    private final List<EventField> fields;
    private final List<Cells> cells = new ArrayList<>();
    private int intStride;
    private int longStride;

    public CellLayout(Model model) {
        aggregates = model.aggregates();
        fields = model.event().fields();
        for (ModelColumn column : model.columns()) {
            boolean isFirst = column.filter() == 0 && column.window() == 0 && column.copy() == 0;
            if (isFirst && column.function().isStored()) {
                add(kindOf(column), column.field());
            }
        }
    }

    private CellKind kindOf(ModelColumn column) {
        return CellKind.of(
                column.function(), column.field() == ModelColumn.NO_FIELD ? null : fields.get(column.field()));
    }

    private void add(CellKind kind, int field) {
        int length = kind.cells() * aggregates.copies();
        cells.add(new Cells(kind, field, kind.isInt() ? intStride : longStride));
        if (kind.isInt()) {
            intStride += length;
        } else {
            longStride += length;
        }
    }

    List<Cells> cells() {
        return cells;
    }

    /**
     * How many copies of a sum are looked at before an event is counted. All copies take the same events. One that a later
     * model added has seen fewer, and has the smaller sum if no value is negative: then the first copy, which is the oldest,
     * stands for all.
     */
    int checkedCopies(Cells sum) {
        boolean isSigned = sum.kind() != CellKind.COUNT
                && sum.kind() != CellKind.LONG_SQUARES
                && fields.get(sum.field()).minUnits() < 0;
        return isSigned ? copies() : 1;
    }

    public int copies() {
        return aggregates.copies();
    }

    int windows() {
        return aggregates.windows().size();
    }

    public int intCount() {
        return aggregates.filters().size() * aggregates.windows().size() * intStride;
    }

    public int longCount() {
        return aggregates.filters().size() * aggregates.windows().size() * longStride;
    }

    /** How many ints a filter's window has. */
    int intStride() {
        return intStride;
    }

    /** How many longs it has. */
    int longStride() {
        return longStride;
    }

    /** The first int of a filter's window. */
    public int intRun(int filter, int window) {
        return (filter * aggregates.windows().size() + window) * intStride;
    }

    /** The first long of a filter's window. */
    public int longRun(int filter, int window) {
        return (filter * aggregates.windows().size() + window) * longStride;
    }

    /** Whether a stored column is in the ints. */
    public boolean isInt(ModelColumn column) {
        return kindOf(column).isInt();
    }

    /** The index of a stored column in the array of its width. */
    public int slot(ModelColumn column) {
        CellKind kind = kindOf(column);
        for (Cells each : cells) {
            if (each.kind() == kind && each.field() == column.field()) {
                int run = kind.isInt()
                        ? intRun(column.filter(), column.window())
                        : longRun(column.filter(), column.window());
                return run + each.start() + column.copy();
            }
        }
        throw new IllegalArgumentException(column.name() + " is not stored.");
    }

    /** The memory of one entity's cells and window numbers. */
    public int bytes() {
        return Integer.BYTES * (intCount() + windows()) + Long.BYTES * longCount();
    }

    /** The stored columns of the model, in its order. */
    List<StoredColumn> columns(List<ModelColumn> ofModel) {
        List<StoredColumn> columns = new ArrayList<>();
        for (ModelColumn column : ofModel) {
            if (column.function().isStored()) {
                CellKind kind = kindOf(column);
                int slot = slot(column);
                int lostSlot = kind.cells() == 1 ? StoredColumn.NONE : slot + aggregates.copies();
                columns.add(new StoredColumn(column, kind, slot, lostSlot));
            }
        }
        return columns;
    }

    /** Makes all cells of a window empty. */
    public void clear(int window, int[] ints, long[] longs) {
        for (int filter = 0; filter < aggregates.filters().size(); filter++) {
            for (Cells each : cells) {
                int length = each.kind().cells() * aggregates.copies();
                if (each.kind().isInt()) {
                    int from = intRun(filter, window) + each.start();
                    Arrays.fill(ints, from, from + length, (int) each.kind().empty());
                } else {
                    int from = longRun(filter, window) + each.start();
                    Arrays.fill(longs, from, from + length, each.kind().empty());
                }
            }
        }
    }
}
