package dev.aimonflink.matrix.model;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;

/**
 * The field of events and profiles that identifies an entity.
 *
 * @param isText a text instead of a 64-bit number
 */
public record EntityKey(String name, boolean isText) implements Serializable {
    /** In UTF-8. */
    public static final int MAX_TEXT_BYTES = 64;

    /** Why a text, which may be null, is not a key; null if it is one. */
    public String faultOf(String text) {
        String fault = faultOfBytes(text == null ? 0 : text.getBytes(StandardCharsets.UTF_8).length);
        return fault == null && hasHalfACharacter(text) ? name + " is not Unicode: it has half of a character" : fault;
    }

    /** Whether a surrogate lacks its other half. In UTF-8 it would become a question mark, which is another key. */
    private static boolean hasHalfACharacter(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (i + 1 == text.length() || !Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1))) {
                    return true;
                }
                i++;
            }
        }
        return false;
    }

    /** Why a text of {@code bytes} is not a key; null if it is one. */
    public String faultOfBytes(int bytes) {
        return bytes > 0 && bytes <= MAX_TEXT_BYTES
                ? null
                : name + " has " + bytes + " bytes instead of 1 to " + MAX_TEXT_BYTES;
    }
}
