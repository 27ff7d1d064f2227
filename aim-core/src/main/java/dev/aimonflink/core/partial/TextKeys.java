package dev.aimonflink.core.partial;

import dev.aimonflink.core.bytes.ByteReader;
import dev.aimonflink.core.bytes.ByteWriter;
import dev.aimonflink.sql.evaluate.Order;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Keys of groups that are texts, in the order of {@link Order#compareTexts}. */
public final class TextKeys extends Keys {
    private final List<String> texts = new ArrayList<>();

    public TextKeys add(String textOrNull) {
        texts.add(textOrNull);
        return this;
    }

    /** The text, or null. */
    public String text(int row) {
        return texts.get(row);
    }

    @Override
    public int rows() {
        return texts.size();
    }

    @Override
    Keys empty() {
        return new TextKeys();
    }

    @Override
    void append(Keys from, int row) {
        add(((TextKeys) from).text(row));
    }

    @Override
    int compare(int row, Keys other, int otherRow) {
        String ours = text(row);
        String theirs = ((TextKeys) other).text(otherRow);
        return ours == null || theirs == null
                ? Boolean.compare(ours == null, theirs == null)
                : Order.compareTexts(ours, theirs);
    }

    @Override
    void write(int row, ByteWriter out) {
        out.flag(text(row) == null);
        if (text(row) != null) {
            out.text(text(row));
        }
    }

    @Override
    void read(ByteReader in) throws IOException {
        add(in.flag() ? null : in.text());
    }
}
