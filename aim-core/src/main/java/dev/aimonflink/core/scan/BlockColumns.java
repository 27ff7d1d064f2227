package dev.aimonflink.core.scan;

import dev.aimonflink.core.column.Block;
import dev.aimonflink.core.column.ColumnHandle;
import dev.aimonflink.core.column.DoubleHandle;
import dev.aimonflink.core.column.IntHandle;
import dev.aimonflink.core.column.LongHandle;
import dev.aimonflink.core.layout.StoredColumn;
import dev.aimonflink.core.names.CodeHandle;
import dev.aimonflink.core.program.NameLoops;
import dev.aimonflink.core.program.VectorColumn;
import dev.aimonflink.core.program.VectorColumns;
import dev.aimonflink.sql.bind.SqlType;
import java.util.ArrayList;
import java.util.List;

/** The columns of the matrix, whose batches are its blocks. */
public final class BlockColumns implements VectorColumns {
    /** A column of the matrix; only one of the handles is not null, or none of the key's. */
    private record Of(VectorColumn column, CodeHandle codes, IntHandle ints, LongHandle longs, DoubleHandle doubles) {
        boolean isIds() {
            return codes == null && ints == null && longs == null && doubles == null;
        }
    }

    /** By the index in the table; null for columns that have no vectors. */
    private final List<Of> columns = new ArrayList<>();

    private final NameLoops nameLoops;
    private Block block;

    /** @param rows how many there are in all blocks */
    public BlockColumns(long rows) {
        nameLoops = NameLoops.inSteps(rows);
    }

    /** Makes a column of the table that of the entities' ids, if these are numbers. */
    public void addIds(int index) {
        add(index, new Of(VectorColumn.ofLongs(SqlType.BIGINT), null, null, null, null));
    }

    /** Makes a column of the table one of codes. */
    public void add(int index, CodeHandle codes, VectorColumn values) {
        add(index, new Of(values, codes, null, null, null));
    }

    /**
     * Makes a column of the table one of aggregates.
     *
     * @param scale how many digits of a cell are behind the point
     */
    public void add(int index, ColumnHandle handle, SqlType type, int scale) {
        final StoredColumn stored = handle.column();
        final VectorColumn column =
                new VectorColumn(type, encoding(stored), scale, stored.isExtreme(), stored.empty(), List.of(), true);
        add(
                index,
                handle.map(
                        ints -> new Of(column, null, ints, null, null),
                        longs -> new Of(column, null, null, longs, null),
                        doubles -> new Of(column, null, null, null, doubles)));
    }

    private static VectorColumn.Encoding encoding(StoredColumn stored) {
        if (stored.kind().isDouble()) {
            return stored.isExtreme() ? VectorColumn.Encoding.ORDERED_DOUBLES : VectorColumn.Encoding.DOUBLES;
        }
        return stored.isInt() ? VectorColumn.Encoding.INTS : VectorColumn.Encoding.LONGS;
    }

    private void add(int index, Of column) {
        while (columns.size() <= index) {
            columns.add(null);
        }
        columns.set(index, column);
    }

    /** Shows the next batch. */
    public void show(Block next) {
        block = next;
    }

    @Override
    public VectorColumn column(int index) {
        return index < columns.size() && columns.get(index) != null
                ? columns.get(index).column()
                : null;
    }

    @Override
    public NameLoops nameLoops() {
        return nameLoops;
    }

    @Override
    public boolean isNarrow(int index) {
        final LongHandle longs = columns.get(index).longs();
        return longs != null && block.longs(longs).isNarrow();
    }

    @Override
    public long least(int index) {
        return columns.get(index).isIds() ? block.lowestId() : Long.MIN_VALUE;
    }

    @Override
    public int[] ints(int index) {
        final Of of = columns.get(index);
        if (of.codes() != null) {
            return block.codes(of.codes());
        }
        return of.ints() != null
                ? block.ints(of.ints())
                : block.longs(of.longs()).narrow();
    }

    @Override
    public long[] longs(int index) {
        final Of of = columns.get(index);
        if (of.doubles() != null) {
            return block.doubles(of.doubles());
        }
        return of.longs() != null ? block.longs(of.longs()).wide() : block.ids();
    }
}
