package dev.aimonflink.core.query;

/**
 * A checked query on its way through the job.
 *
 * @param key identifies the request inside the job: its topic, partition and offset
 * @param requestId the client's name for it; only echoed, because two clients may use the same
 * @param clientId the key of the result
 * @param deadlineMs when it times out, epoch milliseconds
 * @param wantsProgress whether the answer has the place in each Kafka partition of the events topic
 */
public record Request(
        String key, String requestId, String clientId, AskedQuery asked, long deadlineMs, boolean wantsProgress) {
    /** The longest timeout of a request. */
    public static final int MAX_TIMEOUT_MS = 60_000;

    public static final int DEFAULT_TIMEOUT_MS = 5_000;

    /** A request that does not want the place in each Kafka partition. */
    public Request(String key, String requestId, String clientId, AskedQuery asked, long deadlineMs) {
        this(key, requestId, clientId, asked, deadlineMs, false);
    }

    /** The same request, which wants the place in each Kafka partition. */
    public Request wantingProgress() {
        return new Request(key, requestId, clientId, asked, deadlineMs, true);
    }
}
