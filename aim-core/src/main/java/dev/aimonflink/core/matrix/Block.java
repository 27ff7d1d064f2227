package dev.aimonflink.core.matrix;

import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.schema.Aggregate;
import dev.aimonflink.core.schema.WindowClock;
import java.util.Arrays;
import java.util.List;

/**
 * Holds 16,384 rows, column by column:
 *
 * <pre>
 * subscriberIds  long[ROWS]
 * codes          int[ROWS]  per dimension
 * ints           int[ROWS]  per count or duration column
 * costs          int[ROWS]  per column of costs or squares (of cents or of seconds), in long[ROWS] where one does not fit
 * windowNumbers  the windows that all cells are of
 * </pre>
 *
 * The numbers make a window turn lazy: whoever touches the block next clears the columns of past windows.
 */
public final class Block {
    /**
     * The columns of a query fit a second-level cache, which a shared scan lives on; and a column is long enough for
     * the memory's prefetching to get going: 10 M rows take q7 9.3 ms in blocks of 4,096 rows, 6.7 in 8,192, 5.9 in
     * these.
     */
    public static final int ROWS = Kernels.MAX_ROWS;

    private final ColumnSet columns;
    private final long[] subscriberIds = new long[ROWS];
    private final int[][] codes = new int[Dimension.COUNT][ROWS];
    private final int[][] ints;
    private final CostColumn[] costs;
    private final int[] windowNumbers;
    private long lowestSubscriberId = Long.MAX_VALUE;

    Block(ColumnSet columns) {
        this.columns = columns;
        ints = new int[columns.ints().size()][ROWS];
        costs = new CostColumn[columns.costs().size()];
        Arrays.setAll(costs, column -> new CostColumn(ROWS));
        windowNumbers = new int[columns.schema().windows().size()];
        Arrays.fill(windowNumbers, WindowClock.NO_WINDOW);
        for (int window = 0; window < windowNumbers.length; window++) {
            clear(window);
        }
    }

    public long[] subscriberIds() {
        return subscriberIds;
    }

    /** Codes of {@link DimensionCodes}. */
    public int[] codes(Dimension dimension) {
        return codes[dimension.ordinal()];
    }

    /** An int column, by {@link ColumnSet#index}. */
    public int[] ints(int column) {
        return ints[column];
    }

    /** A cost column, by {@link ColumnSet#index}. */
    public CostColumn costs(int column) {
        return costs[column];
    }

    /** The memory of all cells, of rows yet to come too. */
    long bytes() {
        long bytes = (long) ROWS * (Long.BYTES + Integer.BYTES * (codes.length + ints.length));
        for (CostColumn column : costs) {
            bytes += column.bytes();
        }
        return bytes;
    }

    /** No subscriber of this block has a lower id; one that was removed may have had it. */
    public long lowestSubscriberId() {
        return lowestSubscriberId;
    }

    void subscriber(int row, long subscriberId) {
        subscriberIds[row] = subscriberId;
        lowestSubscriberId = Math.min(lowestSubscriberId, subscriberId);
    }

    /** Clears the columns of other windows than the clock's. */
    void turnTo(WindowClock clock) {
        for (int window = 0; window < windowNumbers.length; window++) {
            if (windowNumbers[window] != clock.number(window)) {
                clear(window);
                windowNumbers[window] = clock.number(window);
            }
        }
    }

    private void clear(int window) {
        List<Aggregate> intColumns = columns.ints();
        for (int i = 0; i < ints.length; i++) {
            if (intColumns.get(i).window() == window) {
                Arrays.fill(ints[i], intColumns.get(i).function().emptyInt());
            }
        }
        List<Aggregate> costColumns = columns.costs();
        for (int i = 0; i < costs.length; i++) {
            if (costColumns.get(i).window() == window) {
                costs[i].clear(costColumns.get(i).function());
            }
        }
    }

    /** Copies the aggregates of some columns from a record: those that an event changed, or all. */
    void writeAggregates(int row, SubscriberRecord record, ColumnSet.Touched touched) {
        final int[] recordInts = record.ints();
        for (int column : touched.ints()) {
            ints[column][row] = recordInts[columns.intSlots()[column]];
        }
        final long[] recordLongs = record.longs();
        for (int column : touched.costs()) {
            costs[column].set(row, recordLongs[columns.costSlots()[column]]);
        }
    }

    void writeCodes(int row, int[] ofProfile) {
        for (int i = 0; i < ofProfile.length; i++) {
            codes[i][row] = ofProfile[i];
        }
    }

    /** Copies all cells of a row of another block whose cells are of the same windows, or of this one. */
    void copyRow(int row, Block from, int fromRow) {
        subscriber(row, from.subscriberIds[fromRow]);
        for (int i = 0; i < codes.length; i++) {
            codes[i][row] = from.codes[i][fromRow];
        }
        for (int i = 0; i < ints.length; i++) {
            ints[i][row] = from.ints[i][fromRow];
        }
        for (int i = 0; i < costs.length; i++) {
            costs[i].set(row, from.costs[i].get(fromRow));
        }
    }

    /** As {@link #codes}, by the dimension's ordinal. */
    int[] codesOf(int dimension) {
        return codes[dimension];
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
        for (int i = 0; i < costs.length; i++) {
            differences += costs[i].get(row) == record.longs()[columns.costSlots()[i]] ? 0 : 1;
        }
        return differences;
    }
}
