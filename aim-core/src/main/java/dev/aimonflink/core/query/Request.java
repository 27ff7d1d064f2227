package dev.aimonflink.core.query;

/**
 * A checked query on its way through the job.
 *
 * @param key identifies the request inside the job: its topic, partition and offset
 * @param requestId the client's name for it; only echoed, because two clients may use the same
 * @param clientId the key of the result
 * @param deadlineMs when it times out, epoch milliseconds
 */
public record Request(String key, String requestId, String clientId, QueryCall call, long deadlineMs) {
    /** The longest timeout of a request. */
    public static final int MAX_TIMEOUT_MS = 60_000;

    public static final int DEFAULT_TIMEOUT_MS = 5_000;
}
