package dev.aimonflink.matrix.format.model;

import java.io.Reader;

/** Reads a text without ever ending between the two halves of a character, for which the parser of YAML has no room in its buffer. */
final class CharacterReader extends Reader {
    private final String text;
    private int at;

    CharacterReader(String text) {
        this.text = text;
    }

    @Override
    public int read(char[] buffer, int offset, int length) {
        if (at == text.length()) {
            return -1;
        }
        int end = Math.min(text.length(), at + length);
        if (end - at > 1 && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        text.getChars(at, end, buffer, offset);
        int read = end - at;
        at = end;
        return read;
    }

    @Override
    public void close() {
        // There is nothing to close.
    }
}
