package dev.aimonflink.core.partial;

import dev.aimonflink.core.bytes.ByteReader;
import dev.aimonflink.core.bytes.ByteWriter;
import java.io.IOException;

/** One part of the keys of groups: a column with an element for each row of a {@link Partial}. Null comes after all others. */
public abstract sealed class Keys permits LongKeys, RowKeys, TextKeys {
    /** The types of keys, as they are written. */
    private static final int LONGS = 0;

    private static final int TEXTS = 1;
    private static final int ROWS = 2;

    public abstract int rows();

    abstract Keys empty();

    /** Whether both are parts of the same keys. */
    boolean isLike(Keys other) {
        return getClass() == other.getClass();
    }

    abstract void append(Keys from, int row);

    /** Takes over from an equal key what of it is shown, if that may differ. */
    void mergeIntoLast(Keys from, int row) {}

    abstract int compare(int row, Keys other, int otherRow);

    abstract void write(int row, ByteWriter out);

    abstract void read(ByteReader in) throws IOException;

    /** Writes what the type alone does not say of the keys. */
    void writeForm(ByteWriter out) {}

    static void writeType(Keys keys, ByteWriter out) {
        out.number(keys instanceof LongKeys ? LONGS : keys instanceof TextKeys ? TEXTS : ROWS);
        keys.writeForm(out);
    }

    static Keys readType(ByteReader in) throws IOException {
        return switch ((int) in.number("type", LONGS, ROWS)) {
            case LONGS -> new LongKeys();
            case TEXTS -> new TextKeys();
            default -> RowKeys.readForm(in);
        };
    }
}
