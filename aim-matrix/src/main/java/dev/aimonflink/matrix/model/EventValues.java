package dev.aimonflink.matrix.model;

import dev.aimonflink.sql.evaluate.Fields;
import java.util.Arrays;

/** The values of one event's fields, by index in the model. Decoders reuse one instance, so that an event allocates nothing but its texts. */
public final class EventValues implements Fields {
    private final long[] bits;
    private final String[] texts;
    private final boolean[] isNull;

    public EventValues(int fields) {
        bits = new long[fields];
        texts = new String[fields];
        isNull = new boolean[fields];
        clear();
    }

    public void clear() {
        Arrays.fill(isNull, true);
        Arrays.fill(texts, null);
    }

    /** Sets a value that is not a text, as {@link Fields} represents it. */
    public void bits(int field, long value) {
        bits[field] = value;
        isNull[field] = false;
    }

    public void text(int field, String value) {
        texts[field] = value;
        isNull[field] = false;
    }

    @Override
    public boolean isNull(int field) {
        return isNull[field];
    }

    @Override
    public long bits(int field) {
        return bits[field];
    }

    @Override
    public String text(int field) {
        return texts[field];
    }
}
