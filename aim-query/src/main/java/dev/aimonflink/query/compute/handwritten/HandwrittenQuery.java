package dev.aimonflink.query.compute.handwritten;

import dev.aimonflink.query.compute.program.VectorColumn.Encoding;
import dev.aimonflink.query.compute.program.VectorColumns;
import java.math.BigInteger;

/** A query with loops of its own, which find totals by group. Each has some of them. Without groups, all rows are group 0. */
public abstract class HandwrittenQuery {
    private final String name;

    /** @param name in the catalogue of the benchmark */
    HandwrittenQuery(String name) {
        this.name = name;
    }

    public final String name() {
        return name;
    }

    /** Adds the first rows of the present batch. */
    public abstract void add(VectorColumns columns, int rows);

    /** The groups that have rows; the one without a key, even if it has none. */
    public int[] groups() {
        return new int[] {0};
    }

    /** The key of a group. */
    public Object key(int group) {
        throw new IllegalStateException("The query has no groups.");
    }

    /** How many rows a group has. Where only sums are asked for, some positive number may stand for it. */
    public long count(int group) {
        throw new IllegalStateException("The query counts no rows.");
    }

    /** The sum of a column over a group, without the point. */
    public BigInteger sum(int column, int group) {
        throw new IllegalStateException("The query adds nothing up.");
    }

    /** The greatest value of a column; null for none. */
    public Long highest(int column) {
        throw new IllegalStateException("The query looks for no maximum.");
    }

    /** The lowest id of those with the greatest value of a column, if there is one. */
    public long holder(int column) {
        throw new IllegalStateException("The query looks for no id.");
    }

    /** Whether the cells of a column have 32 bits in the present batch. */
    static boolean isNarrow(VectorColumns columns, int column) {
        return columns.column(column).encoding() == Encoding.INTS || columns.isNarrow(column);
    }
}
