package dev.aimonflink.core.format;

/** Thrown for bytes that are not of the expected format. The message becomes the reason of a dead letter. */
public final class MalformedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MalformedException(String reason) {
        // A fact about data, not a defect: no stack trace, because bad records can come as fast as good ones.
        super(reason, null, false, false);
    }
}
