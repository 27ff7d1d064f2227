package dev.aimonflink.matrix.column;

import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.names.AttributeCells;
import dev.aimonflink.matrix.names.CodeHandle;
import dev.aimonflink.matrix.names.NumberHandle;
import dev.aimonflink.matrix.record.EntityRecord;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Holds 16,384 rows, column by column:
 *
 * <pre>
 * ids            long[ROWS]
 * codes          int[ROWS]  per column of an attribute
 * ints           int[ROWS]  per column of 32 bits
 * longs          int[ROWS]  per column of 64 bits, in long[ROWS] where a value does not fit; then per attribute that is a number
 * nextInts       int[ROWS]  per column of 32 bits of a sliding window: its cells after the next turn
 * nextLongs      int[ROWS]  per column of 64 bits of a sliding window, likewise
 * windowNumbers  int[]      the windows that all cells belong to
 * </pre>
 *
 * The numbers make window turns lazy: the next access to the block clears the columns of past windows. Those of a sliding window are
 * swapped with the next ones, see {@link RefillState}.
 */
public final class Block {
    /**
     * A query's columns fit a second-level cache, from which the pass's other queries read them, and are long enough for prefetching.
     * Smaller blocks scan more slowly.
     */
    public static final int ROWS = Kernels.MAX_ROWS;

    private final ColumnSet columns;
    private final long[] ids;
    private final int[][] codes;
    private final int[][] ints;
    private final LongColumn[] longs;

    /** The index among the longs of the first numeric attribute. */
    private final int firstNumber;

    /** Null for columns of other windows, like {@code nextLongs}. */
    private final int[][] nextInts;

    private final LongColumn[] nextLongs;
    private final RefillState refill;
    private final int[] windowNumbers;
    private int wideLongs;
    private long lowestId = Long.MAX_VALUE;

    Block(ColumnSet columns, int codeColumns, List<NumberHandle> numberColumns) {
        this.columns = columns;
        ids = new long[ROWS];
        codes = new int[codeColumns][ROWS];
        ints = new int[columns.ints().size()][ROWS];
        firstNumber = columns.longs().size();
        longs = Stream.concat(
                        columns.longs().stream().map(column -> new LongColumn(ROWS, column)),
                        numberColumns.stream().map(each -> new LongColumn(ROWS, each.isOfDoubles(), each.none())))
                .toArray(LongColumn[]::new);
        nextInts = new int[ints.length][];
        nextLongs = new LongColumn[firstNumber];
        for (int window : columns.slidingWindows()) {
            for (int column : columns.ofWindow(window).ints()) {
                nextInts[column] = new int[ROWS];
            }
            for (int column : columns.ofWindow(window).longs()) {
                nextLongs[column] = new LongColumn(ROWS, columns.longs().get(column));
            }
        }
        refill = new RefillState(columns.panes());
        wideLongs = wide(longs) + wide(nextLongs);
        windowNumbers = new int[columns.schema().windows().size()];
        Arrays.fill(windowNumbers, WindowClock.NO_WINDOW);
        for (int window = 0; window < windowNumbers.length; window++) {
            clear(window);
        }
    }

    /** The same rows with other columns, whose cells are those of two blocks that are turned to the clock. */
    Block(ColumnOrigins origins, Block kept, Block arrivedOrNull) {
        columns = origins.to();
        ids = kept.ids;
        lowestId = kept.lowestId;
        codes = kept.codes;
        windowNumbers = kept.windowNumbers;
        firstNumber = columns.longs().size();
        ints = new int[columns.ints().size()][];
        nextInts = new int[ints.length][];
        for (int i = 0; i < ints.length; i++) {
            final int at = origins.ints()[i];
            ints[i] = at >= 0 ? kept.ints[at] : arrivedOrNull.ints[~at];
            nextInts[i] = at >= 0 ? kept.nextInts[at] : arrivedOrNull.nextInts[~at];
        }
        final int numbers = kept.longs.length - kept.firstNumber;
        longs = new LongColumn[firstNumber + numbers];
        System.arraycopy(kept.longs, kept.firstNumber, longs, firstNumber, numbers);
        nextLongs = new LongColumn[firstNumber];
        for (int i = 0; i < firstNumber; i++) {
            final int at = origins.longs()[i];
            longs[i] = at >= 0 ? kept.longs[at] : arrivedOrNull.longs[~at];
            nextLongs[i] = at >= 0 ? kept.nextLongs[at] : arrivedOrNull.nextLongs[~at];
        }
        refill = RefillState.of(columns.panes(), kept.refill, arrivedOrNull == null ? null : arrivedOrNull.refill);
        wideLongs = wide(longs) + wide(nextLongs);
    }

    private static int wide(LongColumn[] columns) {
        return (int) Arrays.stream(columns)
                .filter(column -> column != null && !column.isNarrow())
                .count();
    }

    public long[] ids() {
        return ids;
    }

    /** Codes of an attribute or of a column of its table. */
    public int[] codes(CodeHandle column) {
        return codes[column.index()];
    }

    /** Numbers of an attribute, or the bits of its doubles. */
    public LongColumn numbers(NumberHandle column) {
        return longs[firstNumber + column.index()];
    }

    public int[] ints(IntHandle column) {
        return ints[column.index()];
    }

    public LongColumn longs(LongHandle column) {
        return longs[column.index()];
    }

    /** Cells as bits: {@link StoredColumn#doubleValue} decodes them. */
    public long[] doubles(DoubleHandle column) {
        return longs[column.index()].wide();
    }

    int[] codes(int column) {
        return codes[column];
    }

    int[] ints(int column) {
        return ints[column];
    }

    /** Includes unused rows. */
    long bytes() {
        final int cells = codes.length + longs.length - firstNumber + columns.cells();
        return (long) ROWS * (Long.BYTES + Integer.BYTES * cells + (Long.BYTES - Integer.BYTES) * wideLongs);
    }

    /** A lower bound of the block's ids: the lowest it ever held, even if that one was removed. */
    public long lowestId() {
        return lowestId;
    }

    void id(int row, long id) {
        ids[row] = id;
        lowestId = Math.min(lowestId, id);
    }

    // ---- windows

    /** Turns the columns whose window is not the clock's. */
    void turnTo(WindowClock clock) {
        for (int window = 0; window < windowNumbers.length; window++) {
            if (windowNumbers[window] != clock.number(window)) {
                turn(window, clock.number(window));
                windowNumbers[window] = clock.number(window);
            }
        }
    }

    /** Notes that rows may have changed up to the clock's windows while the block could not be turned. */
    void waits(WindowClock clock) {
        for (int window = 0; window < windowNumbers.length; window++) {
            if (windowNumbers[window] != clock.number(window)) {
                refill.waits(window, clock.number(window));
            }
        }
    }

    private void turn(int window, int number) {
        switch (refill.turn(window, windowNumbers[window], number)) {
            case EMPTY -> clear(window);
            case NEXT -> swap(window);
            case UNKNOWN -> {}
        }
    }

    /** Whether a window's present cells are unknown, or will be after the turn to the clock's. */
    boolean isUnknown(int window, WindowClock clock) {
        final int number = clock.number(window);
        return windowNumbers[window] == number
                ? refill.isPresentUnknown(window)
                : refill.after(window, windowNumbers[window], number) == RefillState.Turn.UNKNOWN;
    }

    private void clear(int window) {
        final ColumnSet.ColumnIndexes ofWindow = columns.ofWindow(window);
        for (int column : ofWindow.ints()) {
            final int empty = (int) columns.ints().get(column).empty();
            Arrays.fill(ints[column], empty);
            if (nextInts[column] != null) {
                Arrays.fill(nextInts[column], empty);
            }
        }
        for (int column : ofWindow.longs()) {
            clear(longs[column]);
            if (nextLongs[column] != null) {
                clear(nextLongs[column]);
            }
        }
    }

    private void clear(LongColumn column) {
        final boolean wasWide = !column.isNarrow();
        column.clear();
        wideLongs -= wasWide && column.isNarrow() ? 1 : 0;
    }

    private void swap(int window) {
        final ColumnSet.ColumnIndexes ofWindow = columns.ofWindow(window);
        for (int column : ofWindow.ints()) {
            final int[] past = ints[column];
            ints[column] = nextInts[column];
            nextInts[column] = past;
        }
        for (int column : ofWindow.longs()) {
            final LongColumn past = longs[column];
            longs[column] = nextLongs[column];
            nextLongs[column] = past;
        }
    }

    // ---- refill

    /** The first row with a cell that may be stale, or {@link #ROWS}. */
    int firstStaleRow() {
        return refill.firstStaleRow();
    }

    /** Copies the possibly stale cells from a row's record, which is in the current windows. */
    void refill(int row, EntityRecord record) {
        for (int window : columns.slidingWindows()) {
            if (!refill.isFresh(window, row)) {
                final ColumnSet.ColumnIndexes stale = columns.ofWindow(window);
                if (refill.isPresentUnknown(window)) {
                    writePresent(row, record, stale);
                }
                writeNext(row, record, stale);
            }
        }
    }

    /** Notes that the rows before this one are up to date. */
    void refilled(int end) {
        refill.refilled(end);
        if (end == ROWS) {
            for (LongColumn column : nextLongs) {
                if (column != null && column.narrowIfAllFit()) {
                    wideLongs--;
                }
            }
        }
    }

    // ---- cells

    void writeAggregates(int row, EntityRecord record, ColumnSet.OfFilters touched) {
        writePresent(row, record, touched.all());
        writeNext(row, record, touched.sliding());
    }

    void writeWindow(int row, EntityRecord record, int window) {
        final ColumnSet.ColumnIndexes written = columns.ofWindow(window);
        writePresent(row, record, written);
        if (columns.panes()[window] > 0) {
            writeNext(row, record, written);
        }
    }

    private void writePresent(int row, EntityRecord record, ColumnSet.ColumnIndexes written) {
        final int[] intColumns = written.ints();
        final int[] intSlots = written.intSlots();
        final int[] recordInts = record.ints();
        for (int i = 0; i < intColumns.length; i++) {
            ints[intColumns[i]][row] = recordInts[intSlots[i]];
        }
        final int[] longColumns = written.longs();
        final int[] longSlots = written.longSlots();
        final int[] lostSlots = written.lostSlots();
        final long[] recordLongs = record.longs();
        for (int i = 0; i < longColumns.length; i++) {
            final long cell = recordLongs[longSlots[i]];
            setLong(
                    longColumns[i],
                    row,
                    lostSlots == null ? cell : ColumnSet.compensated(cell, lostSlots[i], recordLongs));
        }
    }

    private void writeNext(int row, EntityRecord record, ColumnSet.ColumnIndexes written) {
        for (int column : written.ints()) {
            nextInts[column][row] = columns.nextInt(column, record);
        }
        for (int column : written.longs()) {
            setNextLong(column, row, columns.nextLong(column, record));
        }
    }

    void setLong(int column, int row, long value) {
        if (longs[column].set(row, value)) {
            wideLongs++;
        }
    }

    void setNextInt(int column, int row, int value) {
        nextInts[column][row] = value;
    }

    void setNextLong(int column, int row, long value) {
        if (nextLongs[column].set(row, value)) {
            wideLongs++;
        }
    }

    void writeAttributes(int row, AttributeCells ofProfile) {
        for (int i = 0; i < codes.length; i++) {
            codes[i][row] = ofProfile.codes()[i];
        }
        for (int i = firstNumber; i < longs.length; i++) {
            setLong(i, row, ofProfile.numbers()[i - firstNumber]);
        }
    }

    /** Copies all cells of a row from a block in the same windows, maybe this one. */
    void copyRow(int row, Block from, int fromRow) {
        id(row, from.ids[fromRow]);
        for (int i = 0; i < codes.length; i++) {
            codes[i][row] = from.codes[i][fromRow];
        }
        for (int i = 0; i < ints.length; i++) {
            ints[i][row] = from.ints[i][fromRow];
        }
        for (int i = 0; i < longs.length; i++) {
            setLong(i, row, from.longs[i].get(fromRow));
        }
        for (int window : columns.slidingWindows()) {
            final ColumnSet.ColumnIndexes sliding = columns.ofWindow(window);
            for (int column : sliding.ints()) {
                nextInts[column][row] = from.nextInts[column][fromRow];
            }
            for (int column : sliding.longs()) {
                setNextLong(column, row, from.nextLongs[column].get(fromRow));
            }
        }
        refill.copied(row, from.refill, fromRow);
    }

    /** Cells that wait for the refill do not count. */
    int differences(int row, EntityRecord record, AttributeCells ofProfile) {
        int differences = differencesOfAttributes(row, ofProfile);
        for (int i = 0; i < ints.length; i++) {
            differences += differsInt(i, row, record) ? 1 : 0;
        }
        for (int i = 0; i < firstNumber; i++) {
            differences += differsLong(i, row, record) ? 1 : 0;
        }
        return differences;
    }

    int differencesOfAttributes(int row, AttributeCells ofProfile) {
        int differences = 0;
        for (int i = 0; i < codes.length; i++) {
            differences += codes[i][row] == ofProfile.codes()[i] ? 0 : 1;
        }
        for (int i = firstNumber; i < longs.length; i++) {
            differences += longs[i].get(row) == ofProfile.numbers()[i - firstNumber] ? 0 : 1;
        }
        return differences;
    }

    boolean differsInt(int column, int row, EntityRecord record) {
        final StoredColumn of = columns.ints().get(column);
        return (!refill.isPresentUnknown(of.window()) && ints[column][row] != record.ints()[columns.intSlots()[column]])
                || (of.isSliding() && differsNextInt(column, row, record));
    }

    boolean differsNextInt(int column, int row, EntityRecord record) {
        return refill.isFresh(columns.ints().get(column).window(), row)
                && nextInts[column][row] != columns.nextInt(column, record);
    }

    boolean differsLong(int column, int row, EntityRecord record) {
        final StoredColumn of = columns.longs().get(column);
        return (!refill.isPresentUnknown(of.window()) && longs[column].get(row) != columns.cell(column, record.longs()))
                || (of.isSliding() && differsNextLong(column, row, record));
    }

    boolean differsNextLong(int column, int row, EntityRecord record) {
        return refill.isFresh(columns.longs().get(column).window(), row)
                && nextLongs[column].get(row) != columns.nextLong(column, record);
    }
}
