package dev.aimonflink.core.matrix;

import dev.aimonflink.core.model.Attribute;
import dev.aimonflink.core.schema.Aggregate;
import dev.aimonflink.core.schema.WindowClock;
import java.util.Arrays;
import java.util.List;

/**
 * A few thousand rows, column by column:
 *
 * <pre>
 * subscriberIds  long[ROWS]
 * keys           int[ROWS]  per attribute: dictionary codes
 * ints           int[ROWS]  per count or duration column
 * longs          long[ROWS] per cost column: cents
 * windowNumbers  the windows that all cells are of
 * </pre>
 *
 * The numbers make a window turn lazy: whoever touches the block next clears the columns of past windows.
 */
public final class Block {
    /** At ten or so columns, a block of one query's columns fits a second-level cache. */
    public static final int ROWS = 4096;

    private final ColumnSet columns;
    private final long[] subscriberIds = new long[ROWS];
    private final int[][] keys = new int[Attribute.COUNT][ROWS];
    private final int[][] ints;
    private final long[][] longs;
    private final int[] windowNumbers;

    Block(ColumnSet columns) {
        this.columns = columns;
        ints = new int[columns.ints().size()][ROWS];
        longs = new long[columns.longs().size()][ROWS];
        windowNumbers = new int[columns.schema().windows().size()];
        Arrays.fill(windowNumbers, WindowClock.NO_WINDOW);
        for (int window = 0; window < windowNumbers.length; window++) {
            clear(window);
        }
    }

    public long[] subscriberIds() {
        return subscriberIds;
    }

    /** Codes of {@link Dictionary}. */
    public int[] keys(Attribute attribute) {
        return keys[attribute.ordinal()];
    }

    /** An int column, by {@link ColumnSet#index}. */
    public int[] ints(int column) {
        return ints[column];
    }

    /** A long column, by {@link ColumnSet#index}. */
    public long[] longs(int column) {
        return longs[column];
    }

    /** Clears the columns of windows that are past. */
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
        List<Aggregate> longColumns = columns.longs();
        for (int i = 0; i < longs.length; i++) {
            if (longColumns.get(i).window() == window) {
                Arrays.fill(longs[i], longColumns.get(i).function().emptyLong());
            }
        }
    }

    void writeAggregates(int row, SubscriberRecord record) {
        final int[] intSlots = columns.intSlots();
        final int[] recordInts = record.ints();
        for (int i = 0; i < intSlots.length; i++) {
            ints[i][row] = recordInts[intSlots[i]];
        }
        final int[] longSlots = columns.longSlots();
        final long[] recordLongs = record.longs();
        for (int i = 0; i < longSlots.length; i++) {
            longs[i][row] = recordLongs[longSlots[i]];
        }
    }

    void writeKeys(int row, int[] codes) {
        for (int i = 0; i < codes.length; i++) {
            keys[i][row] = codes[i];
        }
    }

    /** As {@link #keys}, by the attribute's ordinal. */
    int[] keyCells(int attribute) {
        return keys[attribute];
    }

    /** How many of a row's cells differ from its record and its keys' codes. */
    int differences(int row, SubscriberRecord record, int[] codes) {
        int differences = 0;
        for (int i = 0; i < codes.length; i++) {
            differences += keys[i][row] == codes[i] ? 0 : 1;
        }
        for (int i = 0; i < ints.length; i++) {
            differences += ints[i][row] == record.ints()[columns.intSlots()[i]] ? 0 : 1;
        }
        for (int i = 0; i < longs.length; i++) {
            differences += longs[i][row] == record.longs()[columns.longSlots()[i]] ? 0 : 1;
        }
        return differences;
    }
}
