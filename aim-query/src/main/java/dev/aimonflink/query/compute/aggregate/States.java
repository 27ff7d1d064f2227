package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.matrix.bytes.ByteReader;
import dev.aimonflink.matrix.bytes.ByteWriter;
import java.io.IOException;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * One state for each row of a {@link dev.aimonflink.query.compute.partial.Partial}: a column of arrays. Its maker appends a row for each
 * group and then hands it over to the partial, which never changes it.
 */
public abstract class States {
    private final Kind kind;
    private final int form;

    /** @param form what the kind alone does not say */
    protected States(Kind kind, int form) {
        this.kind = kind;
        this.form = form;
    }

    /**
     * A class of states; a partial says the kind of each of its columns.
     *
     * @param leastForm of the forms that columns of the kind may have
     * @param of makes an empty column of a form
     */
    public record Kind(int leastForm, int mostForm, IntFunction<States> of) {
        /** A kind whose columns are all alike. */
        public Kind(Supplier<States> of) {
            this(0, 0, form -> of.get());
        }

        /** Reads what {@link #writeForm} wrote, and makes an empty column. */
        public States read(ByteReader in) throws IOException {
            return of.apply(leastForm == mostForm ? leastForm : (int) in.number("form", leastForm, mostForm));
        }
    }

    public final Kind kind() {
        return kind;
    }

    public abstract int rows();

    /** Appends the neutral element of the merge: a row over nothing. */
    public abstract void addRow();

    public final States empty() {
        return kind.of.apply(form);
    }

    public abstract void merge(int row, States from, int fromRow);

    public abstract void write(int row, ByteWriter out);

    public abstract void read(ByteReader in) throws IOException;

    public void append(States from, int row) {
        addRow();
        merge(rows() - 1, from, row);
    }

    public final boolean canMergeWith(States other) {
        return kind.equals(other.kind) && form == other.form;
    }

    /** Writes what the kind alone does not say. */
    public final void writeForm(ByteWriter out) {
        if (kind.leastForm < kind.mostForm) {
            out.number(form);
        }
    }

    /** How many different values all rows keep. */
    public int values() {
        return 0;
    }

    public final States withRows(int count) {
        for (int row = 0; row < count; row++) {
            addRow();
        }
        return this;
    }

    public final States of(int... rows) {
        States some = empty();
        for (int row : rows) {
            some.append(this, row);
        }
        return some;
    }
}
