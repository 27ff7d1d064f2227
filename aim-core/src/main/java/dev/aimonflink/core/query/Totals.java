package dev.aimonflink.core.query;

import dev.aimonflink.core.matrix.Partial;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Two totals over all rows: the partial of the queries that answer with their ratio, or with both. */
record Totals(long first, long second) implements Partial {
    @Override
    public Partial merge(Partial other) {
        Totals that = (Totals) other;
        return new Totals(first + that.first, second + that.second);
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeLong(first);
        out.writeLong(second);
    }

    static Totals read(DataInput in) throws IOException {
        return new Totals(in.readLong(), in.readLong());
    }
}
