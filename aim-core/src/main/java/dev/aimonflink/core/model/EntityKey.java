package dev.aimonflink.core.model;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;

/**
 * The field of events and profiles that identifies an entity.
 *
 * @param isText whether it is a text, rather than a 64-bit number
 */
public record EntityKey(String name, boolean isText) implements Serializable {
    /** The longest text in UTF-8. */
    public static final int MAX_TEXT_BYTES = 64;

    /** Why a text, which may be null, is no key; null if it is one. */
    public String faultOf(String text) {
        if (text != null && !StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            // Two such texts could be the same bytes, and two entities one.
            return name + " has half of a surrogate pair, and so is no Unicode text";
        }
        return faultOfBytes(text == null ? 0 : text.getBytes(StandardCharsets.UTF_8).length);
    }

    /** Why a text of so many bytes is no key; null if it is one. */
    public String faultOfBytes(int bytes) {
        return bytes > 0 && bytes <= MAX_TEXT_BYTES
                ? null
                : name + " has " + bytes + " bytes instead of 1 to " + MAX_TEXT_BYTES;
    }
}
