package dev.aimonflink.core.wire;

/** Bytes are not what they should be; the message is the reason that their dead letter carries. */
public final class MalformedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MalformedException(String reason) {
        // A fact about data, not a defect: no stack trace, because bad records can come as fast as good ones.
        super(reason, null, false, false);
    }
}
