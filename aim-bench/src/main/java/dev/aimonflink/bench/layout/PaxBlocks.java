package dev.aimonflink.bench.layout;

import dev.aimonflink.core.kernel.Halves;
import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.layout.MatrixSchema;
import java.util.Arrays;

/**
 * PAX: some rows together in a block, and in the block each aggregate of them together. All of a block's ints are in one
 * array, slot by slot, and all longs in another.
 *
 * <p>A scan copies the cells that it needs of as many blocks as fill a kernel's columns, which stay in the cache, and runs
 * kernels over those.
 */
final class PaxBlocks extends Baseline {
    private final Kernels kernels;
    private final int blockRows;
    private final int[][] ints;
    private final long[][] longs;

    private final int[] filter = new int[Kernels.MAX_ROWS];
    private final int[] durations = new int[Kernels.MAX_ROWS];
    private final long[] costs = new long[Kernels.MAX_ROWS];

    /** @param blockRows a divisor of {@link Kernels#MAX_ROWS} */
    PaxBlocks(MatrixSchema schema, Kernels kernels, int subscribers, int blockRows) {
        super(schema, subscribers);
        this.kernels = kernels;
        this.blockRows = blockRows;
        int blocks = (subscribers + blockRows - 1) / blockRows;
        ints = new int[blocks][(noInts.length + 1) * blockRows];
        longs = new long[blocks][noLongs.length * blockRows];
        fillIn();
    }

    @Override
    public void clear() {
        for (int[] block : ints) {
            for (int slot = 0; slot < noInts.length; slot++) {
                Arrays.fill(block, slot * blockRows, (slot + 1) * blockRows, noInts[slot]);
            }
        }
        for (long[] block : longs) {
            for (int slot = 0; slot < noLongs.length; slot++) {
                Arrays.fill(block, slot * blockRows, (slot + 1) * blockRows, noLongs[slot]);
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
    void value(int row, int cellValueType) {
        ints[row / blockRows][valueSlot * blockRows + row % blockRows] = cellValueType;
    }

    @Override
    long[] secondsAndRows() {
        long[] secondsAndRows = new long[2];
        for (int from = 0; from < subscribers; from += Kernels.MAX_ROWS) {
            final int count = Math.min(Kernels.MAX_ROWS, subscribers - from);
            gather(localCallsSlot, from, count, filter);
            gather(durationSlot, from, count, durations);
            kernels.averageWhereGreater(durations, filter, ALPHA, secondsAndRows, 0, count);
        }
        return secondsAndRows;
    }

    @Override
    long[] centsAndSecondsOfGold() {
        long[] sums = new long[3];
        for (int from = 0; from < subscribers; from += Kernels.MAX_ROWS) {
            final int count = Math.min(Kernels.MAX_ROWS, subscribers - from);
            gather(valueSlot, from, count, filter);
            gather(durationSlot, from, count, durations);
            gatherCosts(from, count);
            kernels.sumPairWhereEqual(costs, durations, filter, GOLD, sums, 0, count);
        }
        return new long[] {Halves.sum(sums[2], sums[0]).longValueExact(), sums[1]};
    }

    private void gather(int slot, int from, int count, int[] cells) {
        for (int i = 0; i < count; i += blockRows) {
            System.arraycopy(ints[(from + i) / blockRows], slot * blockRows, cells, i, blockRows);
        }
    }

    private void gatherCosts(int from, int count) {
        for (int i = 0; i < count; i += blockRows) {
            System.arraycopy(longs[(from + i) / blockRows], costSlot * blockRows, costs, i, blockRows);
        }
    }
}
