package dev.aimonflink.gateway.message;

import java.util.List;

/** How values are sent. */
public enum Format {
    TEXT,
    BINARY;

    /** The format of a value: text if none are given, one for all, or one of each. */
    public static Format of(List<Format> formats, int index) {
        if (formats.isEmpty()) {
            return TEXT;
        }
        return formats.get(formats.size() == 1 ? 0 : index);
    }
}
