package dev.aimonflink.matrix.model;

/** Thrown for an event on which a filter's condition fails, such as by a division by zero. The message becomes the reason of a dead letter. */
public final class FilterFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param reason a sentence of the expression's evaluation */
    public FilterFailure(String filter, String reason) {
        // A fact about data, not a defect: no stack trace, because all further events may be like this one.
        super("filter '" + filter + "' fails: " + reason, null, false, false);
    }
}
