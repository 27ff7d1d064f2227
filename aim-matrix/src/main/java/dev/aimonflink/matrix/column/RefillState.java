package dev.aimonflink.matrix.column;

import dev.aimonflink.matrix.layout.WindowClock;
import java.util.Arrays;

/**
 * Which cells of a block's sliding windows are up to date. Each has two values: the present one, and the one after the next turn of its
 * window. A turn by one pane makes the next values present and leaves stale next values, which are refilled from records, row by row from
 * the first. If panes turn before that is done, the present values are unknown, too, until they are refilled.
 *
 * <p>Events write both values of a row, so new rows and changed cells need no refill. But a block that another thread reads is not turned,
 * and what events write meanwhile waits in the delta. If the block then turns so far that all its cells expire, cells in the delta may not
 * have expired: then they are unknown, too.
 */
public final class RefillState {
    /** What a turn makes of a window's present cells. */
    enum Turn {
        EMPTY,
        NEXT,
        UNKNOWN
    }

    /** By window, its number of panes; 0 if a turn leaves nothing. */
    private final int[] panes;

    /** By window, the rows from the first on whose cells are up to date. */
    private final int[] freshRows;

    private final boolean[] isPresentUnknown;

    /** By window, the newest number at which cells may wait in a delta that the block has not been turned to. */
    private final int[] waiting;

    RefillState(int[] panes) {
        this.panes = panes;
        freshRows = new int[panes.length];
        isPresentUnknown = new boolean[panes.length];
        Arrays.fill(freshRows, Block.ROWS);
        waiting = new int[panes.length];
        Arrays.fill(waiting, WindowClock.NO_WINDOW);
    }

    /** Of a block that has the columns of two with the same rows, both turned to the clock, or some of these. */
    static RefillState of(int[] panes, RefillState one, RefillState otherOrNull) {
        RefillState both = new RefillState(panes);
        for (int window = 0; window < panes.length; window++) {
            if (panes[window] > 0) {
                both.freshRows[window] = Math.min(one.freshRows[window], freshRows(otherOrNull, window));
                both.isPresentUnknown[window] =
                        one.isPresentUnknown[window] || (otherOrNull != null && otherOrNull.isPresentUnknown[window]);
            }
        }
        return both;
    }

    private static int freshRows(RefillState stateOrNull, int window) {
        return stateOrNull == null ? Block.ROWS : stateOrNull.freshRows[window];
    }

    /** Notes that while the block could not be turned, rows may have changed up to a window's number, and wait in a delta. */
    void waits(int window, int number) {
        waiting[window] = number;
    }

    Turn after(int window, int from, int to) {
        final long turned = (long) to - from;
        if (from == WindowClock.NO_WINDOW || turned < 0 || turned >= panes[window]) {
            final boolean mayHaveMissed =
                    waiting[window] != WindowClock.NO_WINDOW && (long) to - waiting[window] < panes[window];
            return mayHaveMissed ? Turn.UNKNOWN : Turn.EMPTY;
        }
        return turned == 1 && freshRows[window] == Block.ROWS ? Turn.NEXT : Turn.UNKNOWN;
    }

    Turn turn(int window, int from, int to) {
        final Turn turn = after(window, from, to);
        freshRows[window] = turn == Turn.EMPTY ? Block.ROWS : 0;
        isPresentUnknown[window] = turn == Turn.UNKNOWN;
        waiting[window] = WindowClock.NO_WINDOW;
        return turn;
    }

    boolean isPresentUnknown(int window) {
        return isPresentUnknown[window];
    }

    /** Whether a row's cell after the next turn is up to date. */
    boolean isFresh(int window, int row) {
        return row < freshRows[window];
    }

    /** The first row with a cell that may be stale, or {@link Block#ROWS}. */
    int firstStaleRow() {
        int first = Block.ROWS;
        for (int fresh : freshRows) {
            first = Math.min(first, fresh);
        }
        return first;
    }

    /** Notes that the rows before this one are up to date. */
    void refilled(int end) {
        for (int window = 0; window < panes.length; window++) {
            freshRows[window] = Math.max(freshRows[window], end);
            isPresentUnknown[window] &= freshRows[window] < Block.ROWS;
        }
    }

    /** Notes that a row was copied from another block. */
    void copied(int row, RefillState from, int fromRow) {
        for (int window = 0; window < panes.length; window++) {
            if (!from.isFresh(window, fromRow)) {
                freshRows[window] = Math.min(freshRows[window], row);
                isPresentUnknown[window] |= from.isPresentUnknown[window];
            }
        }
    }
}
