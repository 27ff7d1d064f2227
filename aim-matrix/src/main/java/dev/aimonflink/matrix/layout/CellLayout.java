package dev.aimonflink.matrix.layout;

import dev.aimonflink.matrix.model.Aggregates;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.LastEvents;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.matrix.model.ModelException;
import dev.aimonflink.matrix.model.WindowPolicy;
import java.util.ArrayList;
import java.util.List;

/**
 * The layout of a model's stored columns in a record's two arrays, of ints and of longs:
 *
 * <pre>
 * ints:   [all | online | ...]                 a filter's cells are one dense run
 *           [day | week | ...]                 in it, a window's
 *             [count | sum | min | max | ...]  in it, those of a function of a field
 *               [copy 0 | copy 1 | ...]        in it, the copies
 * longs:  the same
 * </pre>
 *
 * The window without an end comes first, as a layout of its own: its counts and sums have 64 bits.
 *
 * An event changes the runs of the filters that hold for it, walking forward in them.
 *
 * <p>These are the present values of all windows. Behind them, each sliding window has its {@linkplain PaneCells panes}, and each window of
 * the last events its {@linkplain RingCells values}.
 */
public final class CellLayout {
    /** The largest record, because each event reads and stores its entity's. */
    public static final int MAX_BYTES = 1 << 20;

    /**
     * @param start index of the first copy in a window's ints or longs
     * @param isOptional whether events may lack the field
     * @param checkedCopies how many copies to check before counting an event; 0 for what cannot overflow
     */
    public record FunctionCells(CellKind kind, int field, int start, boolean isOptional, int checkedCopies) {}

    private final Model model;
    private final Aggregates aggregates;
    private final List<EventField> fields;
    private final List<FunctionCells> cells = new ArrayList<>();
    private final RunSteps run;

    /** The layout of the window without an end; null if there is none, and in that layout itself. */
    private final CellLayout ever;

    /** How many windows a filter's run has: those that end; or only the one without an end. */
    private final int windowsOfRun;

    /** By window; null for those that do not slide. */
    private final PaneCells[] panes;

    /** By window; null for those not of the last events. */
    private final RingCells[] rings;

    private final int firstInt;

    private final int firstLong;

    private int intStride;
    private int longStride;

    // As longs, because those of a too large record may exceed an int.
    private long intCount;
    private long longCount;

    /** @throws ModelException if a record would be larger than {@link #MAX_BYTES} */
    public CellLayout(Model model) {
        this(model, false);
    }

    private CellLayout(Model model, boolean isEver) {
        this.model = model;
        aggregates = model.aggregates();
        windowsOfRun = isEver ? 1 : aggregates.ending();
        ever = isEver || windowsOfRun == windows() ? null : new CellLayout(model, true);
        firstInt = ever == null ? 0 : ever.intCount();
        firstLong = ever == null ? 0 : ever.longCount();
        fields = model.event().fields();
        for (ModelColumn column : model.columns()) {
            boolean isFirst = column.filter() == 0 && column.window() == 0 && column.copy() == 0;
            if (isFirst && column.function().isStored()) {
                CellKind kind = kindOf(column);
                add(isEver ? kind.wide() : kind, column.field());
            }
        }
        run = new RunSteps(cells, copies());
        intCount = intRun(filters(), 0);
        longCount = longRun(filters(), 0);
        panes = new PaneCells[windows()];
        rings = new RingCells[windows()];
        for (int window = 0; window < windowsOfRun && !isEver; window++) {
            addWindow(window, aggregates.windows().get(window));
        }
        if (bytes() > MAX_BYTES) {
            throw new ModelException(
                    "The record of one " + model.entity().name() + " would have " + bytes() + " bytes, more than "
                            + MAX_BYTES
                            + ". Give fewer panes or last events, or take out windows, filters, functions or copies.",
                    "windows");
        }
    }

    private void addWindow(int window, WindowPolicy policy) {
        if (policy.panes() > 1) {
            panes[window] =
                    new PaneCells(this, run, window, policy.panes(), filters(), (int) intCount, (int) longCount);
            intCount += (long) filters() * panes[window].ints();
            longCount += (long) filters() * panes[window].longs();
        } else if (policy instanceof LastEvents last) {
            rings[window] = new RingCells(this, run, window, last.count(), filters(), (int) intCount, (int) longCount);
            intCount += (long) filters() * rings[window].ints();
            longCount += (long) filters() * rings[window].longs();
        }
    }

    public Model model() {
        return model;
    }

    /** The layout of the window without an end, the only one of its runs; null if there is none. */
    public CellLayout ever() {
        return ever;
    }

    private CellLayout of(int window) {
        return window < windowsOfRun ? this : ever;
    }

    private CellKind kindOf(ModelColumn column) {
        CellKind kind = CellKind.of(
                column.function(), column.field() == ModelColumn.NO_FIELD ? null : fields.get(column.field()));
        return column.window() < aggregates.ending() ? kind : kind.wide();
    }

    private void add(CellKind kind, int field) {
        int length = kind.cells() * aggregates.copies();
        int start = kind.isInt() ? intStride : longStride;
        boolean isOptional = field != ModelColumn.NO_FIELD && fields.get(field).isOptional();
        cells.add(new FunctionCells(kind, field, start, isOptional, checkedCopies(kind, field)));
        if (kind.isInt()) {
            intStride += length;
        } else {
            longStride += length;
        }
    }

    public List<FunctionCells> cells() {
        return cells;
    }

    /**
     * All copies take the same events. One added by a later model has seen fewer, and has the smaller sum if no value is negative: then the
     * first copy, the oldest, stands for all.
     */
    private int checkedCopies(CellKind kind, int field) {
        if (!kind.isExactSum()) {
            return 0;
        }
        boolean isSigned = !kind.isCount()
                && kind != CellKind.LONG_SQUARES
                && fields.get(field).minUnits() < 0;
        return isSigned ? copies() : 1;
    }

    public int copies() {
        return aggregates.copies();
    }

    public int windows() {
        return aggregates.windows().size();
    }

    /** How many windows lie side by side in a filter's run. */
    public int windowsOfRun() {
        return windowsOfRun;
    }

    public int filters() {
        return aggregates.filters().size();
    }

    /** As a set of bits. */
    public long allFilters() {
        return -1L >>> (Long.SIZE - filters());
    }

    public int intCount() {
        return (int) intCount;
    }

    public int longCount() {
        return (int) longCount;
    }

    public PaneCells panes(int window) {
        return panes[window];
    }

    public RingCells ring(int window) {
        return rings[window];
    }

    public int intStride() {
        return intStride;
    }

    public int longStride() {
        return longStride;
    }

    public int intRun(int filter, int window) {
        return window < windowsOfRun ? firstInt + (filter * windowsOfRun + window) * intStride : ever.intRun(filter, 0);
    }

    public int longRun(int filter, int window) {
        return window < windowsOfRun
                ? firstLong + (filter * windowsOfRun + window) * longStride
                : ever.longRun(filter, 0);
    }

    public int slot(ModelColumn column) {
        CellKind kind = kindOf(column);
        CellLayout of = of(column.window());
        FunctionCells ofColumn = of.cells.get(of.indexOf(kind, column));
        int run = kind.isInt() ? intRun(column.filter(), column.window()) : longRun(column.filter(), column.window());
        return run + ofColumn.start() + column.copy();
    }

    /** The index of a stored column's function and field in {@link #cells}. */
    int indexOf(StoredColumn column) {
        return indexOf(column.kind(), column.column());
    }

    private int indexOf(CellKind kind, ModelColumn column) {
        for (int i = 0; i < cells.size(); i++) {
            if (cells.get(i).kind() == kind && cells.get(i).field() == column.field()) {
                return i;
            }
        }
        throw new IllegalArgumentException(column.name() + " is not stored.");
    }

    /** The memory of one entity's cells, panes, last events and window numbers. */
    public long bytes() {
        return Integer.BYTES * (intCount + windows()) + Long.BYTES * longCount;
    }

    List<StoredColumn> columns(List<ModelColumn> ofModel) {
        List<StoredColumn> columns = new ArrayList<>();
        for (ModelColumn column : ofModel) {
            if (column.function().isStored()) {
                CellKind kind = kindOf(column);
                int slot = slot(column);
                boolean hasLost = kind.cells() > 1;
                int lostSlot = hasLost ? slot + copies() : StoredColumn.NONE;
                int nextSlot = nextSlot(column, kind, slot);
                int nextLostSlot = hasLost && nextSlot != StoredColumn.NONE ? nextSlot + copies() : StoredColumn.NONE;
                columns.add(new StoredColumn(column, kind, slot, lostSlot, nextSlot, nextLostSlot));
            }
        }
        return columns;
    }

    private int nextSlot(ModelColumn column, CellKind kind, int slot) {
        PaneCells ofWindow = panes[column.window()];
        return ofWindow == null ? StoredColumn.NONE : ofWindow.slot(kind, column.filter(), slot, PaneCells.NEXT);
    }

    public void clear(int window, int[] ints, long[] longs) {
        if (panes[window] != null) {
            panes[window].clear(ints, longs);
        } else if (rings[window] != null) {
            rings[window].clear(ints, longs);
        } else {
            for (int filter = 0; filter < filters(); filter++) {
                of(window).run.clear(ints, longs, intRun(filter, window), longRun(filter, window));
            }
        }
    }

    /** Drops what is past in a window when its number changes to a later one: all of it, or some panes. */
    public void turn(int window, int from, int to, int[] ints, long[] longs) {
        if (panes[window] != null) {
            panes[window].turn(from, to, ints, longs);
        } else {
            clear(window, ints, longs);
        }
    }

    /**
     * Writes a filter's present and next values in a sliding window, as after a change of the window's number, to their places in other
     * arrays. So a reader need not copy and turn all panes.
     */
    public void show(
            int window, int filter, int from, int to, int[] ints, long[] longs, int[] shownInts, long[] shownLongs) {
        panes[window].show(filter, from, to, true, ints, longs, shownInts, shownLongs);
    }

    /** Copies the present values of all windows to their places in other arrays. */
    public void copyPresent(int[] ints, long[] longs, int[] shownInts, long[] shownLongs) {
        System.arraycopy(ints, 0, shownInts, 0, intRun(filters(), 0));
        System.arraycopy(longs, 0, shownLongs, 0, longRun(filters(), 0));
    }

    /** Whether a sliding window's values after the next turn are stale for any filter. */
    public boolean isNextStale(int window, int[] ints) {
        return panes[window].isNextStale(ints);
    }

    /** Recomputes a sliding window's stale values after the next turn, for a set of filters. */
    public void renewNext(int window, long filters, int newest, int[] ints, long[] longs) {
        for (long left = filters; left != 0; left &= left - 1) {
            panes[window].renewNext(Long.numberOfTrailingZeros(left), newest, ints, longs);
        }
    }
}
