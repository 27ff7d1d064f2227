package dev.aimonflink.query.compute.program;

import dev.aimonflink.sql.bind.Binder;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.NamedColumns;
import dev.aimonflink.sql.text.ExpressionParser;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Columns that are plain arrays of the test's. */
public final class ArrayColumns implements VectorColumns {
    private final List<Column> names = new ArrayList<>();
    private final List<VectorColumn> columns = new ArrayList<>();
    private final List<Object> cells = new ArrayList<>();
    private final NameLoops nameLoops = NameLoops.atOnce();

    /** A column of 32 bits without nulls. */
    public static VectorColumn ints(SqlType type) {
        return new VectorColumn(type, VectorColumn.Encoding.INTS, type.scale(), false, 0, List.of(), true);
    }

    /** The same column where a cell stands for null. */
    static VectorColumn withEmpty(VectorColumn of, long cell) {
        return new VectorColumn(of.type(), of.encoding(), of.scale(), true, cell, of.values(), of.areDistinct());
    }

    /** @param array of ints or of longs */
    public ArrayColumns add(Column column, VectorColumn vector, Object array) {
        names.add(column);
        columns.add(vector);
        cells.add(array);
        return this;
    }

    public ArrayColumns add(String name, VectorColumn vector, Object array) {
        return add(Column.of(name, vector.type(), columns.size()), vector, array);
    }

    /** Shows the next batch: the cells of other columns of the same kinds. */
    public void setAll(ArrayColumns batch) {
        cells.clear();
        cells.addAll(batch.cells);
    }

    public Bound bind(String text) {
        return new Binder(new NamedColumns(names, Map.of())).bind(ExpressionParser.parse(text));
    }

    public Bound condition(String text) {
        return new Binder(new NamedColumns(names, Map.of())).condition(ExpressionParser.parse(text));
    }

    @Override
    public VectorColumn column(int index) {
        return columns.get(index);
    }

    @Override
    public NameLoops nameLoops() {
        return nameLoops;
    }

    @Override
    public boolean isNarrow(int index) {
        return cells.get(index) instanceof int[];
    }

    @Override
    public int[] ints(int index) {
        return (int[]) cells.get(index);
    }

    @Override
    public long[] longs(int index) {
        return (long[]) cells.get(index);
    }
}
