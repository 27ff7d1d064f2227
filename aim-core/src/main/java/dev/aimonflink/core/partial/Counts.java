package dev.aimonflink.core.partial;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;

/** How many rows of the matrix there are. */
public final class Counts extends States {
    private final LongArrayList counts = new LongArrayList();

    public Counts() {
        super(StateKind.COUNT);
    }

    public Counts add(long count) {
        counts.add(count);
        return this;
    }

    /** Adds one to a row. */
    public void addTo(int row) {
        counts.set(row, count(row) + 1);
    }

    public long count(int row) {
        return counts.getLong(row);
    }

    @Override
    public int rows() {
        return counts.size();
    }

    @Override
    States empty() {
        return new Counts();
    }

    @Override
    void append(States from, int row) {
        add(((Counts) from).count(row));
    }

    @Override
    void mergeIntoLast(States from, int row) {
        // Cannot overflow: there are less than 2^63 rows.
        int last = rows() - 1;
        counts.set(last, count(last) + ((Counts) from).count(row));
    }

    @Override
    void write(int row, PartialWriter out) {
        out.number(count(row));
    }

    @Override
    void read(PartialReader in) throws IOException {
        add(in.number("count", 0, Long.MAX_VALUE));
    }
}
