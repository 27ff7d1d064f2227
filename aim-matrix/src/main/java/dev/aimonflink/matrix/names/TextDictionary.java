package dev.aimonflink.matrix.names;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The names of an attribute that may be any text: first the keys of its table, if any, then all other texts in order of arrival, up to a
 * limit.
 *
 * <p>One thread adds texts. Another may ask for names meanwhile: of codes that it got from that thread, or for all.
 */
final class TextDictionary implements CodedNames {
    private static final int FIRST_CAPACITY = 16;

    private final String attribute;
    private final CodedNames keys;
    private final Map<String, Integer> codes = new HashMap<>();

    /** Replaced by a longer array at times, but no text in it ever is. */
    private volatile String[] texts = {};

    /** How many texts there are: written after each text, and read before any. */
    private volatile int used;

    private volatile boolean lacksTexts;

    /** @param keys of the attribute's table, sorted; empty without one */
    TextDictionary(String attribute, List<String> keys) {
        this.attribute = attribute;
        this.keys = CodedNames.sorted(keys);
    }

    /** Throws if {@link #add} would add one text too many. */
    void requireRoom(String text) {
        if (isFull() && !codes.containsKey(text)) {
            throw new TooManyTextsException(attribute, text);
        }
    }

    private boolean isFull() {
        return used == AttributeColumns.MAX_TEXTS;
    }

    /** Whether a text was left out for lack of room. */
    boolean lacksTexts() {
        return lacksTexts;
    }

    /** The code of a text, which gets one if it has none; {@link AttributeColumns#NONE} if there is no room. */
    int add(String text) {
        int present = code(text);
        if (present != AttributeColumns.NO_SUCH_NAME) {
            return present;
        }
        if (isFull()) {
            lacksTexts = true;
            return AttributeColumns.NONE;
        }
        append(text);
        codes.put(text, size());
        return size();
    }

    private void append(String text) {
        final int place = used;
        if (place == texts.length) {
            texts = Arrays.copyOf(texts, Math.max(FIRST_CAPACITY, 2 * place));
        }
        texts[place] = text;
        used = place + 1;
    }

    @Override
    public int code(String text) {
        int key = keys.code(text);
        return key == AttributeColumns.NO_SUCH_NAME ? codes.getOrDefault(text, key) : key;
    }

    @Override
    public List<String> inOrder() {
        List<String> all = new ArrayList<>(keys.inOrder());
        final int known = used;
        all.addAll(Arrays.asList(texts).subList(0, known));
        return all;
    }

    @Override
    public int size() {
        return keys.size() + used;
    }

    @Override
    public String name(int code) {
        return code <= keys.size() ? keys.name(code) : texts[code - keys.size() - 1];
    }
}
