package dev.aimonflink.bench.snapshot;

import dev.aimonflink.matrix.kernel.Kernels;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * <pre>
 * SELECT SUM or MAX of some columns WHERE another column &gt; 0
 * </pre>
 *
 * @param filter index of that other column
 * @param values indexes of the columns; maxima have a maximum, others a sum
 */
record ColumnQuery(SnapshotColumns columns, int filter, int... values) {
    private static final int MOST_VALUES = 4;

    /** One of those that read two to five columns each. */
    static ColumnQuery of(SnapshotColumns columns, int number) {
        return new ColumnQuery(
                columns,
                number % columns.count(),
                IntStream.rangeClosed(1, 1 + number % MOST_VALUES)
                        .map(i -> (number + i) % columns.count())
                        .toArray());
    }

    Set<String> names() {
        return IntStream.concat(IntStream.of(filter), Arrays.stream(values))
                .mapToObj(place -> columns.column(place).name())
                .collect(Collectors.toSet());
    }

    private boolean isMaximum(int place) {
        return columns.column(place).isExtreme();
    }

    /**
     * By value, a maximum, 0 if empty, or a sum and a count.
     *
     * @param isLast whether no other query follows on this snapshot
     */
    long[][] answer(KeptCells.Snapshot snapshot, Kernels kernels, boolean isLast) {
        long[][] totals = new long[values.length][2];
        final int blockRows = snapshot.blockRows();
        for (int block = 0; block * blockRows < columns.rows(); block++) {
            final int rows = Math.min(blockRows, columns.rows() - block * blockRows);
            final int[] filterCells = snapshot.cells(block, filter);
            for (int i = 0; i < values.length; i++) {
                final int[] cells = snapshot.cells(block, values[i]);
                if (isMaximum(values[i])) {
                    totals[i][0] = Math.max(totals[i][0], kernels.maxWhereGreater(cells, filterCells, 0, 0, rows));
                } else {
                    kernels.averageWhereGreater(cells, filterCells, 0, totals[i], 0, rows);
                }
            }
            if (isLast) {
                snapshot.readUpTo(block + 1);
            }
        }
        return totals;
    }
}
