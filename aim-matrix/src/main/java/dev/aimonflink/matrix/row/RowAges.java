package dev.aimonflink.matrix.row;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.record.EntityRecord;
import java.util.Arrays;

/** The age of each row: the hour of its entity's last event. A row with a profile has none. */
final class RowAges {
    /** Later than every hour. */
    private static final int NO_AGE = Integer.MAX_VALUE;

    /** In pieces, so that growth does not copy millions of ages while an event waits. */
    private int[][] hours = new int[0][];

    void set(int row, EntityRecord record) {
        final int piece = row / Block.ROWS;
        if (piece == hours.length) {
            hours = Arrays.copyOf(hours, piece + 1);
            hours[piece] = new int[Block.ROWS];
        }
        hours[piece][row % Block.ROWS] = record.attributes().isEmpty() ? record.lastEventHour() : NO_AGE;
    }

    boolean isOlder(int row, int hour) {
        return hours[row / Block.ROWS][row % Block.ROWS] < hour;
    }

    /** Removes a row: the last row moves to its place. */
    void remove(int row, int last) {
        hours[row / Block.ROWS][row % Block.ROWS] = hours[last / Block.ROWS][last % Block.ROWS];
        if (last % Block.ROWS == 0) {
            hours = Arrays.copyOf(hours, last / Block.ROWS);
        }
    }
}
