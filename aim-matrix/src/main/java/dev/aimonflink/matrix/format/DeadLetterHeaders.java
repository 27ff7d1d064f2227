package dev.aimonflink.matrix.format;

/** The headers of dead letters: why a record was refused, and where it came from. Numbers are in decimal digits. */
public final class DeadLetterHeaders {
    /** A sentence. */
    public static final String REASON = "aim.reason";

    /** The {@linkplain DeadLetterReason#label() label} of a {@link DeadLetterReason}. */
    public static final String REASON_CLASS = "aim.reason.class";

    public static final String TOPIC = "aim.topic";
    public static final String PARTITION = "aim.partition";
    public static final String OFFSET = "aim.offset";

    /** The original record's time in epoch milliseconds, if known when it was refused. */
    public static final String TIMESTAMP = "aim.timestamp";

    /** The length of the original value, if it was cut. */
    public static final String TRUNCATED = "aim.truncated";

    private DeadLetterHeaders() {}
}
