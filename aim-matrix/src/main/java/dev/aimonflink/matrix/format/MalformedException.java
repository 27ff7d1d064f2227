package dev.aimonflink.matrix.format;

import dev.aimonflink.matrix.model.Limits;
import dev.aimonflink.sql.text.Spelling;

/** Thrown for bytes that are not of the expected format. The message becomes the reason of a dead letter. */
public final class MalformedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MalformedException(String reason) {
        // A fact about data, not a defect: no stack trace, because bad records can come as fast as good ones.
        super(reason, null, false, false);
    }

    /** @param faultOrNull why bytes are refused; null if they are not */
    public static void throwIf(String faultOrNull) {
        if (faultOrNull != null) {
            throw new MalformedException(faultOrNull);
        }
    }

    public static String shown(String text) {
        return Spelling.shortened(text, Limits.MAX_NAME_LENGTH);
    }
}
