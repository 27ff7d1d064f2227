package dev.aimonflink.core.query;

import dev.aimonflink.core.matrix.Block;
import dev.aimonflink.core.matrix.Partial;
import dev.aimonflink.core.matrix.Scan;
import dev.aimonflink.core.matrix.ScanContext;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Not a question about subscribers but about us: whether every column cell equals its record. */
record VerifyColumns() implements ScanQuery {
    /** Each row costs a look into the state: less than a microsecond on the heap, six or so where records are on disk. */
    private static final int ROWS_AT_ONCE = 64;

    @Override
    public Set<String> columns() {
        return Set.of();
    }

    @Override
    public Scan open(ScanContext context) {
        return new Scan() {
            private long rows;
            private long differences;
            private int row;

            @Override
            public void scan(Block block, int rowsInBlock) {
                while (!scanPart(block, rowsInBlock)) {}
            }

            @Override
            public boolean scanPart(Block block, int rowsInBlock) {
                final int end = Math.min(row + ROWS_AT_ONCE, rowsInBlock);
                differences += context.countDifferences(block, row, end);
                rows += end - row;
                row = end == rowsInBlock ? 0 : end;
                return end == rowsInBlock;
            }

            @Override
            public Partial partial() {
                return new Verified(rows, differences);
            }
        };
    }

    @Override
    public List<String> answerColumns() {
        return List.of("rows", "differences");
    }

    @Override
    public List<List<Object>> answer(Partial merged) {
        Verified verified = (Verified) merged;
        return List.of(Arrays.asList(verified.rows, verified.differences));
    }

    @Override
    public Partial readPartial(DataInput in) throws IOException {
        return new Verified(in.readLong(), in.readLong());
    }

    private record Verified(long rows, long differences) implements Partial {
        @Override
        public Partial merge(Partial other) {
            Verified that = (Verified) other;
            return new Verified(rows + that.rows, differences + that.differences);
        }

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeLong(rows);
            out.writeLong(differences);
        }
    }
}
