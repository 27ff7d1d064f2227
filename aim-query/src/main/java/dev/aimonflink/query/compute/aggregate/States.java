package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.matrix.bytes.ByteReader;
import dev.aimonflink.matrix.bytes.ByteWriter;
import java.io.IOException;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * One state of each row of a {@link dev.aimonflink.query.compute.partial.Partial}: a column of arrays. Whoever makes one appends a row for each
 * group and then gives it away to the partial, which never changes it.
 */
public abstract class States {
    private final Kind kind;
    private final int form;

    /** @param form what the kind alone does not say of the column */
    protected States(Kind kind, int form) {
        this.kind = kind;
        this.form = form;
    }

    /**
     * A class of states. A partial says of which kind each of its columns is.
     *
     * @param leastForm of the forms that columns of the kind may have
     * @param of makes a column of a form, without rows
     */
    public record Kind(int leastForm, int mostForm, IntFunction<States> of) {
        /** One whose columns are all alike. */
        public Kind(Supplier<States> of) {
            this(0, 0, form -> of.get());
        }

        /** Reads what {@link #writeForm} has written, and makes a column without rows. */
        public States read(ByteReader in) throws IOException {
            return of.apply(leastForm == mostForm ? leastForm : (int) in.number("form", leastForm, mostForm));
        }
    }

    public final Kind kind() {
        return kind;
    }

    public abstract int rows();

    /** Appends a row over nothing: the neutral one of the merge. */
    public abstract void addRow();

    /** A column of such states without rows. */
    public final States empty() {
        return kind.of.apply(form);
    }

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
    public final boolean canMergeWith(States other) {
        return kind.equals(other.kind) && form == other.form;
    }

    /** Writes what the kind alone does not say of the column. */
    public final void writeForm(ByteWriter out) {
        if (kind.leastForm < kind.mostForm) {
            out.number(form);
        }
    }

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
