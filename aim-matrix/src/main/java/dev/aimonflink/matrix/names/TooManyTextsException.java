package dev.aimonflink.matrix.names;

import dev.aimonflink.sql.text.Spelling;

/** Thrown for a profile with one text too many for an attribute's dictionary. The message becomes the reason of a dead letter. */
public final class TooManyTextsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooManyTextsException(String attribute, String text) {
        // A fact about data, not a defect: no stack trace, because all further profiles may be like this one.
        super(
                attribute + "='" + Spelling.shortened(text) + "' is one text more than the "
                        + AttributeColumns.MAX_TEXTS + " of an attribute without a table. Give the attribute a table,"
                        + " or take it out of the model.",
                null,
                false,
                false);
    }
}
