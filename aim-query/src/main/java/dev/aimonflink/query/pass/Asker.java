package dev.aimonflink.query.pass;

/**
 * A request that waits for a partition's answer, and its deadline.
 *
 * @param requestKey identifies the request: its topic, partition and offset
 * @param requestId the client's name for it
 * @param clientId the client among whose places in flight the request counts
 * @param deadlineMs when the request expires, epoch milliseconds
 * @param wantsProgress whether the parts have the place in each Kafka partition
 */
public record Asker(String requestKey, String requestId, String clientId, long deadlineMs, boolean wantsProgress) {
    /** A request without an id of its own that does not want the place in each Kafka partition. */
    public Asker(String requestKey, String clientId, long deadlineMs) {
        this(requestKey, requestKey, clientId, deadlineMs, false);
    }
}
