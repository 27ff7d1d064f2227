package dev.aimonflink.bench.layout;

import dev.aimonflink.core.kernel.Halves;
import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.layout.MatrixSchema;
import java.util.Arrays;

/**
 * Pure columns: each aggregate of all subscribers together, one column after the other, updated in place. A column is a list
 * of arrays, so that kernels can run over it; each is far longer than what the memory fetches at a time, so it is as fast as
 * one long array.
 */
final class PureColumns extends Baseline {
    private static final int SEGMENT = Kernels.MAX_ROWS;

    private final Kernels kernels;
    /** By slot and segment. */
    private final int[][][] ints;

    private final long[][][] longs;

    PureColumns(MatrixSchema schema, Kernels kernels, int subscribers) {
        super(schema, subscribers);
        this.kernels = kernels;
        int segments = (subscribers + SEGMENT - 1) / SEGMENT;
        ints = new int[noInts.length + 1][segments][SEGMENT];
        longs = new long[noLongs.length][segments][SEGMENT];
        fillIn();
    }

    @Override
    public void clear() {
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
        final int sum = run + copies;
        final int min = sum + copies;
        final int max = min + copies;
        final int end = max + copies;
        for (int slot = run; slot < sum; slot++) {
            ints[slot][segment][i]++;
        }
        for (int slot = sum; slot < min; slot++) {
            ints[slot][segment][i] += seconds;
        }
        for (int slot = min; slot < max; slot++) {
            final int[] cells = ints[slot][segment];
            cells[i] = Math.min(cells[i], seconds);
        }
        for (int slot = max; slot < end; slot++) {
            final int[] cells = ints[slot][segment];
            cells[i] = Math.max(cells[i], seconds);
        }
    }

    @Override
    void addToLongs(int row, int run, long cents) {
        final int segment = row / SEGMENT;
        final int i = row % SEGMENT;
        final int min = run + copies;
        final int max = min + copies;
        final int end = max + copies;
        for (int slot = run; slot < min; slot++) {
            longs[slot][segment][i] += cents;
        }
        for (int slot = min; slot < max; slot++) {
            final long[] cells = longs[slot][segment];
            cells[i] = Math.min(cells[i], cents);
        }
        for (int slot = max; slot < end; slot++) {
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
    void value(int row, int cellValueType) {
        ints[valueSlot][row / SEGMENT][row % SEGMENT] = cellValueType;
    }

    @Override
    long[] secondsAndRows() {
        long[] secondsAndRows = new long[2];
        for (int segment = 0; segment < ints[localCallsSlot].length; segment++) {
            kernels.averageWhereGreater(
                    ints[durationSlot][segment],
                    ints[localCallsSlot][segment],
                    ALPHA,
                    secondsAndRows,
                    0,
                    rowsOf(segment));
        }
        return secondsAndRows;
    }

    @Override
    long[] centsAndSecondsOfGold() {
        long[] sums = new long[3];
        for (int segment = 0; segment < ints[valueSlot].length; segment++) {
            kernels.sumPairWhereEqual(
                    longs[costSlot][segment],
                    ints[durationSlot][segment],
                    ints[valueSlot][segment],
                    GOLD,
                    sums,
                    0,
                    rowsOf(segment));
        }
        return new long[] {Halves.sum(sums[2], sums[0]).longValueExact(), sums[1]};
    }

    private int rowsOf(int segment) {
        return Math.min(SEGMENT, subscribers - segment * SEGMENT);
    }
}
