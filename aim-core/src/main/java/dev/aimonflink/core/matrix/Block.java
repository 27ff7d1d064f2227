package dev.aimonflink.core.matrix;

import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.schema.StoredColumn;
import dev.aimonflink.core.schema.WindowClock;
import java.util.Arrays;
import java.util.List;

/**
 * Holds 16,384 rows, column by column:
 *
 * <pre>
 * ids            long[ROWS]
 * codes          int[ROWS]  per column of an attribute
 * ints           int[ROWS]  per column of 32 bits
 * longs          int[ROWS]  per column of 64 bits, in long[ROWS] where a value does not fit
 * windowNumbers  int[]      the windows that all cells belong to
 * </pre>
 *
 * The numbers make a window turn lazy: the next access to the block clears the columns of past windows.
 */
public final class Block {
    /**
     * The rows of a block. The columns of a query fit a second-level cache, from which the other queries of a pass read
     * them, and a column is long enough for the memory's prefetching. Smaller blocks scan more slowly.
     */
    public static final int ROWS = Kernels.MAX_ROWS;

    private final ColumnSet columns;
    private final long[] ids = new long[ROWS];
    private final int[][] codes;
    private final int[][] ints;
    private final LongColumn[] longs;
    private final int[] windowNumbers;
    private int wideLongs;
    private long lowestId = Long.MAX_VALUE;

    /** @param codeColumns how many there are */
    Block(ColumnSet columns, int codeColumns) {
        this.columns = columns;
        codes = new int[codeColumns][ROWS];
        ints = new int[columns.ints().size()][ROWS];
        longs = new LongColumn[columns.longs().size()];
        Arrays.setAll(longs, column -> new LongColumn(ROWS, columns.longs().get(column)));
        for (LongColumn column : longs) {
            wideLongs += column.isNarrow() ? 0 : 1;
        }
        windowNumbers = new int[columns.schema().windows().size()];
        Arrays.fill(windowNumbers, WindowClock.NO_WINDOW);
        for (int window = 0; window < windowNumbers.length; window++) {
            clear(window);
        }
    }

    public long[] ids() {
        return ids;
    }

    /** Codes of a column of {@link dev.aimonflink.core.model.AttributeColumns}. */
    public int[] codes(int column) {
        return codes[column];
    }

    /** An int column, by {@link ColumnSet#index}. */
    public int[] ints(int column) {
        return ints[column];
    }

    /** A long column, by {@link ColumnSet#index}. */
    public LongColumn longs(int column) {
        return longs[column];
    }

    /** The memory of all cells, including those of unused rows. */
    long bytes() {
        final int cells = codes.length + ints.length + longs.length;
        return (long) ROWS * (Long.BYTES + Integer.BYTES * cells + (Long.BYTES - Integer.BYTES) * wideLongs);
    }

    /** A lower bound of the block's ids: the lowest that it ever held, even if that one was removed. */
    public long lowestId() {
        return lowestId;
    }

    void id(int row, long id) {
        ids[row] = id;
        lowestId = Math.min(lowestId, id);
    }

    /** Clears the columns whose window is not the clock's current one. */
    void turnTo(WindowClock clock) {
        for (int window = 0; window < windowNumbers.length; window++) {
            if (windowNumbers[window] != clock.number(window)) {
                clear(window);
                windowNumbers[window] = clock.number(window);
            }
        }
    }

    private void clear(int window) {
        List<StoredColumn> intColumns = columns.ints();
        for (int i = 0; i < ints.length; i++) {
            if (intColumns.get(i).window() == window) {
                Arrays.fill(ints[i], (int) intColumns.get(i).empty());
            }
        }
        List<StoredColumn> longColumns = columns.longs();
        for (int i = 0; i < longs.length; i++) {
            if (longColumns.get(i).window() == window) {
                final boolean wasWide = !longs[i].isNarrow();
                longs[i].clear(longColumns.get(i).empty());
                wideLongs -= wasWide && longs[i].isNarrow() ? 1 : 0;
            }
        }
    }

    /** Copies the columns of a filter from a record. */
    void writeAggregates(int row, SubscriberRecord record, ColumnSet.OfFilter touched) {
        final int[] recordInts = record.ints();
        for (int column : touched.ints()) {
            ints[column][row] = recordInts[columns.intSlots()[column]];
        }
        final long[] recordLongs = record.longs();
        for (int column : touched.longs()) {
            setLong(column, row, columns.cell(column, recordLongs));
        }
    }

    void setLong(int column, int row, long value) {
        wideLongs += longs[column].set(row, value) ? 1 : 0;
    }

    void writeCodes(int row, int[] ofProfile) {
        for (int i = 0; i < ofProfile.length; i++) {
            codes[i][row] = ofProfile[i];
        }
    }

    /** Copies all cells of a row, from this block or from another one of the same windows. */
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
    }

    /** How many of a row's cells differ from its record and its profile's codes. */
    int differences(int row, SubscriberRecord record, int[] ofProfile) {
        int differences = 0;
        for (int i = 0; i < codes.length; i++) {
            differences += codes[i][row] == ofProfile[i] ? 0 : 1;
        }
        for (int i = 0; i < ints.length; i++) {
            differences += ints[i][row] == record.ints()[columns.intSlots()[i]] ? 0 : 1;
        }
        for (int i = 0; i < longs.length; i++) {
            differences += longs[i].get(row) == columns.cell(i, record.longs()) ? 0 : 1;
        }
        return differences;
    }
}
