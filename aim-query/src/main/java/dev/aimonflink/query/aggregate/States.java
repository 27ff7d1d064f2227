package dev.aimonflink.query.aggregate;

import dev.aimonflink.matrix.bytes.ByteReader;
import dev.aimonflink.matrix.bytes.ByteWriter;
import java.io.IOException;

/**
 * One state of each row of a {@link dev.aimonflink.query.partial.Partial}: a column of arrays. Whoever makes one appends a row for each
 * group and then gives it away to the partial, which never changes it.
 */
public abstract class States {
    /** A class of states. A partial says of which kind each of its columns is. */
    @FunctionalInterface
    public interface Kind {
        /** Reads what {@link #writeForm} has written, and makes a column without rows. */
        States read(ByteReader in) throws IOException;
    }

    public abstract Kind kind();

    public abstract int rows();

    /** Appends a row over nothing: the neutral one of the merge. */
    public abstract void addRow();

    /** A column of such states without rows. */
    public abstract States empty();

    /** Merges a row of a column like this one into a row. */
    public abstract void merge(int row, States from, int fromRow);

    public abstract void write(int row, ByteWriter out);

    /** Appends a row as it was written. */
    public abstract void read(ByteReader in) throws IOException;

    /** Appends a row of a column like this one. */
    public void append(States from, int row) {
        addRow();
        merge(rows() - 1, from, row);
    }

    /** Whether the states of both can be merged. */
    public boolean canMergeWith(States other) {
        return kind() == other.kind();
    }

    /** Writes what the kind alone does not say of the column. */
    public void writeForm(ByteWriter out) {}

    /** How many different values all rows keep. */
    public int values() {
        return 0;
    }

    /** So many rows over nothing. */
    public final States withRows(int count) {
        for (int row = 0; row < count; row++) {
            addRow();
        }
        return this;
    }

    /** A column of some of the rows, in the given order. */
    public final States of(int... rows) {
        States some = empty();
        for (int row : rows) {
            some.append(this, row);
        }
        return some;
    }
}
