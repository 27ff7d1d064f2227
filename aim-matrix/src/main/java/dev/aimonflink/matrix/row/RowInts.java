package dev.aimonflink.matrix.row;

import dev.aimonflink.matrix.column.Block;
import java.util.Arrays;

/**
 * A number for each row, 0 at first; in pieces, so that growth does not copy millions of them while an event waits. It belongs to one
 * thread; another may read, and gets a number that a row has or had.
 */
public final class RowInts {
    private volatile int[][] pieces = new int[0][];

    public void set(int row, int number) {
        final int piece = row / Block.ROWS;
        if (piece >= pieces.length) {
            final int[][] more = Arrays.copyOf(pieces, piece + 1);
            for (int i = pieces.length; i <= piece; i++) {
                more[i] = new int[Block.ROWS];
            }
            pieces = more;
        }
        pieces[piece][row % Block.ROWS] = number;
    }

    public int get(int row) {
        final int piece = row / Block.ROWS;
        return piece < pieces.length ? pieces[piece][row % Block.ROWS] : 0;
    }

    public void remove(int row, int last) {
        final int ofLast = get(last);
        if (ofLast != get(row)) {
            set(row, ofLast);
        }
        final int piece = last / Block.ROWS;
        if (piece < pieces.length) {
            pieces[piece][last % Block.ROWS] = 0;
            if (last % Block.ROWS == 0) {
                pieces = Arrays.copyOf(pieces, piece);
            }
        }
    }
}
