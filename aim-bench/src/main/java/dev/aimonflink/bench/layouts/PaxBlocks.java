package dev.aimonflink.bench.layouts;

import dev.aimonflink.matrix.layout.MatrixSchema;
import java.util.Arrays;

/**
 * PAX: blocks of some rows, in which each aggregate's cells lie together. All ints of a block are in one array, slot by slot, and all longs
 * in another. With one row a block these are plain rows. A scan collects the needed cells of as many blocks as fill its arrays, which stay
 * in the cache.
 */
final class PaxBlocks extends Layout {
    private final int blockRows;
    private final int[][] ints;
    private final long[][] longs;

    /** @param blockRows a power of two, at most our block size */
    PaxBlocks(MatrixSchema schema, int subscribers, int blockRows) {
        super(schema, subscribers);
        this.blockRows = blockRows;
        int[] noInts = new int[schema.layout().intCount()];
        long[] noLongs = new long[schema.layout().longCount()];
        clear(schema, noInts, noLongs);
        int blocks = (subscribers + blockRows - 1) / blockRows;
        ints = new int[blocks][noInts.length * blockRows];
        longs = new long[blocks][noLongs.length * blockRows];
        for (int block = 0; block < blocks; block++) {
            for (int slot = 0; slot < noInts.length; slot++) {
                Arrays.fill(ints[block], slot * blockRows, (slot + 1) * blockRows, noInts[slot]);
            }
            for (int slot = 0; slot < noLongs.length; slot++) {
                Arrays.fill(longs[block], slot * blockRows, (slot + 1) * blockRows, noLongs[slot]);
            }
        }
    }

    @Override
    void addToInts(int row, int run, int seconds) {
        final int[] cells = ints[row / blockRows];
        final int step = blockRows;
        final int width = copies * step;
        int i = run * step + row % step;
        for (final int end = i + width; i < end; i += step) {
            cells[i]++;
        }
        for (final int end = i + width; i < end; i += step) {
            cells[i] += seconds;
        }
        for (final int end = i + width; i < end; i += step) {
            cells[i] = Math.min(cells[i], seconds);
        }
        for (final int end = i + width; i < end; i += step) {
            cells[i] = Math.max(cells[i], seconds);
        }
    }

    @Override
    void addToLongs(int row, int run, long cents) {
        final long[] cells = longs[row / blockRows];
        final int step = blockRows;
        final int width = copies * step;
        int i = run * step + row % step;
        for (final int end = i + width; i < end; i += step) {
            cells[i] += cents;
        }
        for (final int end = i + width; i < end; i += step) {
            cells[i] = Math.min(cells[i], cents);
        }
        for (final int end = i + width; i < end; i += step) {
            cells[i] = Math.max(cells[i], cents);
        }
    }

    @Override
    int intCell(int row, int slot) {
        return ints[row / blockRows][slot * blockRows + row % blockRows];
    }

    @Override
    long longCell(int row, int slot) {
        return longs[row / blockRows][slot * blockRows + row % blockRows];
    }

    @Override
    int[] ints(int slot, int from, int rows, int[] room) {
        if (blockRows == 1) {
            for (int i = 0; i < rows; i++) {
                room[i] = ints[from + i][slot];
            }
            return room;
        }
        for (int i = 0; i < rows; i += blockRows) {
            System.arraycopy(ints[(from + i) / blockRows], slot * blockRows, room, i, Math.min(blockRows, rows - i));
        }
        return room;
    }

    @Override
    long[] longs(int slot, int from, int rows, long[] room) {
        if (blockRows == 1) {
            for (int i = 0; i < rows; i++) {
                room[i] = longs[from + i][slot];
            }
            return room;
        }
        for (int i = 0; i < rows; i += blockRows) {
            System.arraycopy(longs[(from + i) / blockRows], slot * blockRows, room, i, Math.min(blockRows, rows - i));
        }
        return room;
    }
}
