package dev.aimonflink.query.compute.handwritten;

import dev.aimonflink.query.compute.program.VectorColumn.Encoding;
import dev.aimonflink.query.compute.program.VectorColumns;
import java.math.BigInteger;

/** A query with its own loops, which find totals by group; without groups, all rows are group 0. Each subclass has some of these totals. */
public abstract class HandwrittenQuery {
    private final String name;

    HandwrittenQuery(String name) {
        this.name = name;
    }

    public final String name() {
        return name;
    }

    public abstract void add(VectorColumns columns, int rows);

    /** The groups that have rows, and always the one without a key. */
    public int[] groups() {
        return new int[] {0};
    }

    public Object key(int group) {
        throw new IllegalStateException("The query has no groups.");
    }

    /** A group's number of rows; any positive number where only sums are asked for. */
    public long count(int group) {
        throw new IllegalStateException("The query counts no rows.");
    }

    public BigInteger sum(int column, int group) {
        throw new IllegalStateException("The query adds nothing up.");
    }

    public Long highest(int column) {
        throw new IllegalStateException("The query looks for no maximum.");
    }

    /** The lowest id among the rows with a column's greatest value, if there is one. */
    public long holder(int column) {
        throw new IllegalStateException("The query looks for no id.");
    }

    static boolean isNarrow(VectorColumns columns, int column) {
        return columns.column(column).encoding() == Encoding.INTS || columns.isNarrow(column);
    }
}
