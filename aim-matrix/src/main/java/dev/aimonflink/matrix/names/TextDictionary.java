package dev.aimonflink.matrix.names;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The texts of an attribute without a table, with codes in the order in which they came. It grows up to a limit. */
final class TextDictionary implements CodedNames {
    private final String attribute;
    private final Map<String, Integer> codes = new HashMap<>();
    private final List<String> texts = new ArrayList<>();
    private boolean lacksTexts;

    TextDictionary(String attribute) {
        this.attribute = attribute;
    }

    /** Throws if {@link #add} would add one text too many. */
    void requireRoom(String text) {
        if (texts.size() == AttributeColumns.MAX_TEXTS && !codes.containsKey(text)) {
            throw new TooManyTextsException(attribute, text);
        }
    }

    /** Whether a text was left out, because there was no room. */
    boolean lacksTexts() {
        return lacksTexts;
    }

    /** The code of a text, which gets one if it has none; {@link AttributeColumns#NONE} if there is no room. */
    int add(String text) {
        Integer present = codes.get(text);
        if (present != null) {
            return present;
        }
        if (texts.size() == AttributeColumns.MAX_TEXTS) {
            lacksTexts = true;
            return AttributeColumns.NONE;
        }
        texts.add(text);
        codes.put(text, texts.size());
        return texts.size();
    }

    @Override
    public int code(String text) {
        return codes.getOrDefault(text, AttributeColumns.NO_SUCH_NAME);
    }

    @Override
    public List<String> inOrder() {
        return List.copyOf(texts);
    }

    @Override
    public int size() {
        return texts.size();
    }

    @Override
    public String name(int code) {
        return texts.get(code - 1);
    }
}
