package dev.aimonflink.query.compute.scan;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.column.ColumnHandle;
import dev.aimonflink.matrix.column.LongColumn;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.names.CodeHandle;
import dev.aimonflink.matrix.names.NumberHandle;
import dev.aimonflink.query.compute.program.NameLoops;
import dev.aimonflink.query.compute.program.VectorColumn;
import dev.aimonflink.query.compute.program.VectorColumns;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** The columns of the matrix; a batch is a block. */
public final class BlockColumns implements VectorColumns {
    /**
     * @param ints cells in 32 bits; null if it never has such
     * @param longs cells in 64 bits; null if it never has such
     * @param isNarrow whether its 64 bits are 32 in a block
     */
    private record Of(
            VectorColumn column,
            Function<Block, int[]> ints,
            Function<Block, long[]> longs,
            Predicate<Block> isNarrow) {}

    /** By index in the table; null for columns without vectors. */
    private final List<Of> columns = new ArrayList<>();

    private final NameLoops nameLoops;
    private int idsIndex = -1;
    private Block block;

    public BlockColumns(long rows) {
        nameLoops = NameLoops.inSteps(rows);
    }

    /** Makes a column hold the entities' ids, if these are numbers. */
    public void addIds(int index) {
        idsIndex = index;
        add(index, new Of(VectorColumn.ofLongs(SqlType.BIGINT), null, Block::ids, never -> false));
    }

    public void add(int index, CodeHandle codes, VectorColumn values) {
        add(index, new Of(values, of -> of.codes(codes), null, never -> false));
    }

    public void add(int index, NumberHandle numbers, VectorColumn values) {
        add(index, ofLongs(values, of -> of.numbers(numbers)));
    }

    /** Makes a column of whole numbers that are computed for each block, with one for null. */
    public void addInts(int index, int empty, Function<Block, int[]> cells) {
        VectorColumn column =
                new VectorColumn(SqlType.BIGINT, VectorColumn.Encoding.INTS, 0, true, empty, List.of(), true);
        add(index, new Of(column, cells, null, never -> false));
    }

    /** @param scale digits of a cell behind the point */
    public void add(int index, ColumnHandle handle, SqlType type, int scale) {
        final StoredColumn stored = handle.column();
        final VectorColumn column =
                new VectorColumn(type, encoding(stored), scale, stored.isExtreme(), stored.empty(), List.of(), true);
        add(
                index,
                handle.map(
                        ints -> new Of(column, of -> of.ints(ints), null, never -> false),
                        longs -> ofLongs(column, of -> of.longs(longs)),
                        doubles -> new Of(column, null, of -> of.doubles(doubles), never -> false)));
    }

    private static Of ofLongs(VectorColumn column, Function<Block, LongColumn> cells) {
        return new Of(
                column, of -> cells.apply(of).narrow(), of -> cells.apply(of).wide(), of -> cells.apply(of)
                        .isNarrow());
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
        return columns.get(index).isNarrow().test(block);
    }

    @Override
    public long least(int index) {
        return index == idsIndex ? block.lowestId() : Long.MIN_VALUE;
    }

    @Override
    public int[] ints(int index) {
        return columns.get(index).ints().apply(block);
    }

    @Override
    public long[] longs(int index) {
        return columns.get(index).longs().apply(block);
    }
}
