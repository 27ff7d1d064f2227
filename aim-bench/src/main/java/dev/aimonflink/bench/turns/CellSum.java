package dev.aimonflink.bench.turns;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.column.LongColumn;
import dev.aimonflink.query.aggregate.Count.Counts;
import dev.aimonflink.query.partial.Partial;
import dev.aimonflink.query.pass.Scan;
import dev.aimonflink.query.pass.ScanContext;
import dev.aimonflink.query.pass.Scannable;
import java.util.Set;

/** Adds all cells of a column, which reads it once. Of doubles it adds the bits. */
record CellSum(String column) implements Scannable {
    private interface Cells {
        long sum(Block block, int rows);
    }

    @Override
    public Set<String> columns() {
        return Set.of(column);
    }

    @Override
    public Scan open(ScanContext context) {
        Cells cells = context.columns()
                .handle(column)
                .map(
                        ints -> (block, rows) -> sum(block.ints(ints), rows),
                        longs -> (block, rows) -> sum(block.longs(longs), rows),
                        doubles -> (block, rows) -> sum(block.doubles(doubles), rows));
        return new Scan() {
            private long sum;

            @Override
            public void scan(Block block, int rows) {
                sum += cells.sum(block, rows);
            }

            @Override
            public Partial partial() {
                return Partial.of(new Counts().add(sum));
            }
        };
    }

    private static long sum(int[] cells, int rows) {
        long sum = 0;
        for (int row = 0; row < rows; row++) {
            sum += cells[row];
        }
        return sum;
    }

    private static long sum(LongColumn cells, int rows) {
        long sum = 0;
        for (int row = 0; row < rows; row++) {
            sum += cells.get(row);
        }
        return sum;
    }

    private static long sum(long[] cells, int rows) {
        long sum = 0;
        for (int row = 0; row < rows; row++) {
            sum += cells[row];
        }
        return sum;
    }

    static long sumOf(Partial partial) {
        return partial.states(0, Counts.class).count(0);
    }
}
