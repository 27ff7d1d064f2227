package dev.aimonflink.core.partial;

import java.io.IOException;

/**
 * One state of each row of a {@link Partial}: a column of arrays. Whoever makes one appends a row for each group and then gives it
 * away to the partial, which never changes it.
 */
public abstract sealed class States
        permits ArgExtremes,
                Counts,
                DecimalSums,
                EntityExtremes,
                Extremes,
                LowestRatios,
                MomentSums,
                Partials,
                Ratios,
                Records,
                Sums,
                TextExtremes,
                TopEntities,
                ValueCounts,
                ValueExtremes {
    private final StateKind kind;

    States(StateKind kind) {
        this.kind = kind;
    }

    final StateKind kind() {
        return kind;
    }

    public abstract int rows();

    /** A column of some of the rows, in the given order. */
    public final States of(int... rows) {
        States some = empty();
        for (int row : rows) {
            some.append(this, row);
        }
        return some;
    }

    /** A column of such states without rows. */
    abstract States empty();

    /** Whether the states of both can be merged. */
    boolean isLike(States other) {
        return kind == other.kind;
    }

    /** Appends a row of a column like this one. */
    abstract void append(States from, int row);

    /** Merges a row of a column like this one into the last row. */
    abstract void mergeIntoLast(States from, int row);

    /** Writes what the kind alone does not say of the column. */
    void writeForm(PartialWriter out) {}

    abstract void write(int row, PartialWriter out);

    /** Appends a row as it was written. */
    abstract void read(PartialReader in) throws IOException;
}
