package dev.aimonflink.core.query;

/**
 * A checked query on its way through the job.
 *
 * @param key what the request is inside the job: its topic, partition and offset
 * @param requestId what its client calls it; only echoed, because clients collide
 * @param clientId the key of the result
 * @param deadlineMs when it is answered with a time-out, epoch milliseconds
 */
public record Request(String key, String requestId, String clientId, QueryCall call, long deadlineMs) {
    /** The longest that a request may ask to wait. */
    public static final int MAX_TIMEOUT_MS = 60_000;

    public static final int DEFAULT_TIMEOUT_MS = 5_000;
}
