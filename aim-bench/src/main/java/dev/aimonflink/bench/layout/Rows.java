package dev.aimonflink.bench.layout;

import dev.aimonflink.core.layout.MatrixSchema;
import java.util.Arrays;

/** Pure rows: for each subscriber an array of ints and one of longs. A scan takes a few cells out of each. */
final class Rows extends Baseline {
    private final int[][] ints;
    private final long[][] longs;

    Rows(MatrixSchema schema, int subscribers) {
        super(schema, subscribers);
        ints = new int[subscribers][];
        longs = new long[subscribers][];
        for (int row = 0; row < subscribers; row++) {
            ints[row] = Arrays.copyOf(noInts, valueSlot + 1);
            longs[row] = noLongs.clone();
        }
        fillIn();
    }

    @Override
    public void clear() {
        for (int row = 0; row < subscribers; row++) {
            System.arraycopy(noInts, 0, ints[row], 0, noInts.length);
            System.arraycopy(noLongs, 0, longs[row], 0, noLongs.length);
        }
    }

    @Override
    void addToInts(int row, int run, int seconds) {
        final int[] cells = ints[row];
        final int sum = run + copies;
        final int min = sum + copies;
        final int max = min + copies;
        final int end = max + copies;
        for (int i = run; i < sum; i++) {
            cells[i]++;
        }
        for (int i = sum; i < min; i++) {
            cells[i] += seconds;
        }
        for (int i = min; i < max; i++) {
            cells[i] = Math.min(cells[i], seconds);
        }
        for (int i = max; i < end; i++) {
            cells[i] = Math.max(cells[i], seconds);
        }
    }

    @Override
    void addToLongs(int row, int run, long cents) {
        final long[] cells = longs[row];
        final int min = run + copies;
        final int max = min + copies;
        final int end = max + copies;
        for (int i = run; i < min; i++) {
            cells[i] += cents;
        }
        for (int i = min; i < max; i++) {
            cells[i] = Math.min(cells[i], cents);
        }
        for (int i = max; i < end; i++) {
            cells[i] = Math.max(cells[i], cents);
        }
    }

    @Override
    int intCell(int row, int slot) {
        return ints[row][slot];
    }

    @Override
    long longCell(int row, int slot) {
        return longs[row][slot];
    }

    @Override
    void value(int row, int cellValueType) {
        ints[row][valueSlot] = cellValueType;
    }

    @Override
    long[] secondsAndRows() {
        long seconds = 0;
        long rows = 0;
        for (int[] row : ints) {
            if (row[localCallsSlot] > ALPHA) {
                seconds += row[durationSlot];
                rows++;
            }
        }
        return new long[] {seconds, rows};
    }

    @Override
    long[] centsAndSecondsOfGold() {
        long cents = 0;
        long seconds = 0;
        for (int row = 0; row < ints.length; row++) {
            if (ints[row][valueSlot] == GOLD) {
                cents += longs[row][costSlot];
                seconds += ints[row][durationSlot];
            }
        }
        return new long[] {cents, seconds};
    }
}
