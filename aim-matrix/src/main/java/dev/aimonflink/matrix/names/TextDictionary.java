package dev.aimonflink.matrix.names;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The names of an attribute that may be any text: first the keys of its table, if it has one, then all other texts, in the order in which
 * they came. The latter grow up to a limit.
 */
final class TextDictionary implements CodedNames {
    private final String attribute;
    private final CodedNames keys;
    private final Map<String, Integer> codes = new HashMap<>();
    private final List<String> texts = new ArrayList<>();
    private boolean lacksTexts;

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
        return texts.size() == AttributeColumns.MAX_TEXTS;
    }

    /** Whether a text was left out, because there was no room. */
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
        texts.add(text);
        codes.put(text, size());
        return size();
    }

    @Override
    public int code(String text) {
        int key = keys.code(text);
        return key == AttributeColumns.NO_SUCH_NAME ? codes.getOrDefault(text, key) : key;
    }

    @Override
    public List<String> inOrder() {
        List<String> all = new ArrayList<>(keys.inOrder());
        all.addAll(texts);
        return all;
    }

    @Override
    public int size() {
        return keys.size() + texts.size();
    }

    @Override
    public String name(int code) {
        return code <= keys.size() ? keys.name(code) : texts.get(code - keys.size() - 1);
    }
}
