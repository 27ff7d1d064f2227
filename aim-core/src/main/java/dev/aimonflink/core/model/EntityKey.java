package dev.aimonflink.core.model;

import java.io.Serializable;

/**
 * The field of events and profiles that identifies an entity.
 *
 * @param isText whether it is a text, rather than a 64-bit number
 */
public record EntityKey(String name, boolean isText) implements Serializable {
    /** The longest text in UTF-8. */
    public static final int MAX_TEXT_BYTES = 64;
}
