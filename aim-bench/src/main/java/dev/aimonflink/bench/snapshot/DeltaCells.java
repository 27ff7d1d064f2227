package dev.aimonflink.bench.snapshot;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.column.ColumnHandle;
import dev.aimonflink.matrix.column.Columns;
import dev.aimonflink.matrix.column.HeldBlocks;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.names.AttributeCells;
import dev.aimonflink.matrix.record.EntityRecord;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/** The cells in a partition's columns; a snapshot is a cut sealed for the scan thread, as in a job. */
final class DeltaCells implements KeptCells {
    private static final AttributeCells NO_ATTRIBUTES = new AttributeCells(new int[0], new long[0]);

    private final Columns cells;
    private final boolean isMerging;
    private final long allFilters;
    private final List<Function<Block, int[]>> readers;

    /** @param clock of the records, which stands still */
    DeltaCells(SnapshotColumns columns, WindowClock clock, boolean isMerging) {
        cells = new Columns(columns.set(), 0, List.of(), clock);
        this.isMerging = isMerging;
        allFilters = -1L
                >>> (Long.SIZE
                        - columns.set().schema().model().aggregates().filters().size());
        readers = columns.handles().stream().map(DeltaCells::reader).toList();
        for (int row = 0; row < columns.rows(); row++) {
            cells.append(row);
        }
    }

    private static Function<Block, int[]> reader(ColumnHandle column) {
        return column.map(
                ofInts -> block -> block.ints(ofInts),
                ofLongs -> block -> Objects.requireNonNull(
                        block.longs(ofLongs).narrow(), () -> ofLongs + " has outgrown 32 bits. Take fewer seconds."),
                ofDoubles -> {
                    throw new IllegalArgumentException(ofDoubles + " has no cells of 32 bits. Do not keep it.");
                });
    }

    @Override
    public void write(int row, EntityRecord record) {
        cells.writeAggregates(row, record, allFilters);
        cells.makeRoom();
    }

    @Override
    public Snapshot take() {
        return new Sealed(cells.seal(isMerging), readers);
    }

    @Override
    public void end() {
        cells.unseal();
    }

    @Override
    public boolean isFull() {
        return cells.isFull();
    }

    @Override
    public long copyNanos() {
        return 0;
    }

    @Override
    public int differences(int row, EntityRecord record) {
        return cells.differences(row, record, NO_ATTRIBUTES);
    }

    /** The blocks of a cut, each made ready when first read. */
    private static final class Sealed implements Snapshot {
        private final HeldBlocks held;
        private final List<Function<Block, int[]>> readers;
        private final Block[] ready;
        private long nanos;

        Sealed(HeldBlocks held, List<Function<Block, int[]>> readers) {
            this.held = held;
            this.readers = readers;
            ready = new Block[held.count()];
        }

        @Override
        public void reads(Set<String> columns) {
            held.reads(columns);
        }

        @Override
        public int blockRows() {
            return Block.ROWS;
        }

        @Override
        public int[] cells(int block, int column) {
            if (ready[block] == null) {
                final long startNanos = System.nanoTime();
                ready[block] = held.open(block);
                nanos += System.nanoTime() - startNanos;
            }
            return readers.get(column).apply(ready[block]);
        }

        @Override
        public void readUpTo(int block) {
            held.readUpTo(block);
            if (block == held.count()) {
                held.release();
            }
        }

        @Override
        public long nanos() {
            return nanos;
        }
    }
}
