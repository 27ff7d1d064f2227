package dev.aimonflink.core.partial;

import dev.aimonflink.core.bytes.ByteReader;
import dev.aimonflink.core.bytes.ByteWriter;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.BitSet;

/** Keys of groups that are numbers. */
public final class LongKeys extends Keys {
    private final LongArrayList numbers = new LongArrayList();
    private final BitSet nulls = new BitSet();

    public LongKeys add(long number) {
        numbers.add(number);
        return this;
    }

    public LongKeys addNull() {
        nulls.set(rows());
        numbers.add(0);
        return this;
    }

    public boolean isNull(int row) {
        return nulls.get(row);
    }

    /** The number, or 0 for null. */
    public long number(int row) {
        return numbers.getLong(row);
    }

    @Override
    public int rows() {
        return numbers.size();
    }

    @Override
    Keys empty() {
        return new LongKeys();
    }

    @Override
    void append(Keys from, int row) {
        LongKeys that = (LongKeys) from;
        nulls.set(rows(), that.isNull(row));
        numbers.add(that.number(row));
    }

    @Override
    int compare(int row, Keys other, int otherRow) {
        LongKeys that = (LongKeys) other;
        int order = Boolean.compare(isNull(row), that.isNull(otherRow));
        return order != 0 ? order : Long.compare(number(row), that.number(otherRow));
    }

    @Override
    void write(int row, ByteWriter out) {
        out.flag(isNull(row));
        if (!isNull(row)) {
            out.number(number(row));
        }
    }

    @Override
    void read(ByteReader in) throws IOException {
        if (in.flag()) {
            addNull();
        } else {
            add(in.getSigned());
        }
    }
}
