package dev.aimonflink.bench.layouts;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.layout.MatrixSchema;
import java.util.Arrays;

/**
 * Pure columns: one column of all subscribers after the other. A column is a list of arrays, so that loops run over it as over our blocks;
 * each is far longer than what the memory fetches at a time, so it is as fast as one long array.
 */
final class PureColumns extends Layout {
    private static final int SEGMENT = Block.ROWS;

    /** By slot and segment. */
    private final int[][][] ints;

    private final long[][][] longs;

    PureColumns(MatrixSchema schema, int subscribers) {
        super(schema, subscribers);
        int[] noInts = new int[schema.layout().intCount()];
        long[] noLongs = new long[schema.layout().longCount()];
        clear(schema, noInts, noLongs);
        int segments = (subscribers + SEGMENT - 1) / SEGMENT;
        ints = new int[noInts.length][segments][SEGMENT];
        longs = new long[noLongs.length][segments][SEGMENT];
        for (int slot = 0; slot < noInts.length; slot++) {
            for (int[] segment : ints[slot]) {
                Arrays.fill(segment, noInts[slot]);
            }
        }
        for (int slot = 0; slot < noLongs.length; slot++) {
            for (long[] segment : longs[slot]) {
                Arrays.fill(segment, noLongs[slot]);
            }
        }
    }

    @Override
    void addToInts(int row, int run, int seconds) {
        final int segment = row / SEGMENT;
        final int i = row % SEGMENT;
        int slot = run;
        for (final int end = slot + copies; slot < end; slot++) {
            ints[slot][segment][i]++;
        }
        for (final int end = slot + copies; slot < end; slot++) {
            ints[slot][segment][i] += seconds;
        }
        for (final int end = slot + copies; slot < end; slot++) {
            final int[] cells = ints[slot][segment];
            cells[i] = Math.min(cells[i], seconds);
        }
        for (final int end = slot + copies; slot < end; slot++) {
            final int[] cells = ints[slot][segment];
            cells[i] = Math.max(cells[i], seconds);
        }
    }

    @Override
    void addToLongs(int row, int run, long cents) {
        final int segment = row / SEGMENT;
        final int i = row % SEGMENT;
        int slot = run;
        for (final int end = slot + copies; slot < end; slot++) {
            longs[slot][segment][i] += cents;
        }
        for (final int end = slot + copies; slot < end; slot++) {
            final long[] cells = longs[slot][segment];
            cells[i] = Math.min(cells[i], cents);
        }
        for (final int end = slot + copies; slot < end; slot++) {
            final long[] cells = longs[slot][segment];
            cells[i] = Math.max(cells[i], cents);
        }
    }

    @Override
    int intCell(int row, int slot) {
        return ints[slot][row / SEGMENT][row % SEGMENT];
    }

    @Override
    long longCell(int row, int slot) {
        return longs[slot][row / SEGMENT][row % SEGMENT];
    }

    @Override
    int[] ints(int slot, int from, int rows, int[] room) {
        return ints[slot][from / SEGMENT];
    }

    @Override
    long[] longs(int slot, int from, int rows, long[] room) {
        return longs[slot][from / SEGMENT];
    }
}
