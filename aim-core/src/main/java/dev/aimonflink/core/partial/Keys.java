package dev.aimonflink.core.partial;

import java.io.IOException;

/** One part of the keys of groups: a column with an element for each row of a {@link Partial}. Null comes after all others. */
public abstract sealed class Keys permits LongKeys, TextKeys {
    /** The types of keys, as they are written. */
    private static final int LONGS = 0;

    private static final int TEXTS = 1;

    public abstract int rows();

    abstract Keys empty();

    abstract void append(Keys from, int row);

    abstract int compare(int row, Keys other, int otherRow);

    abstract void write(int row, PartialWriter out);

    abstract void read(PartialReader in) throws IOException;

    static void writeType(Keys keys, PartialWriter out) {
        out.number(keys instanceof LongKeys ? LONGS : TEXTS);
    }

    static Keys readType(PartialReader in) throws IOException {
        return in.number("type", LONGS, TEXTS) == LONGS ? new LongKeys() : new TextKeys();
    }
}
