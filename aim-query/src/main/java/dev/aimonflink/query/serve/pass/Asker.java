package dev.aimonflink.query.serve.pass;

/**
 * A request that waits for a partition's answer, and its deadline.
 *
 * @param requestKey identifies the request: its topic, partition and offset
 * @param requestId the client's name for it
 * @param clientId the client that may cancel it
 * @param payer whose places in flight the request takes: the client, or someone it asks for
 * @param deadlineMs epoch milliseconds
 * @param wantsProgress whether parts report the place in each Kafka partition
 * @param maxAgeMs the greatest age at which the part of an equal query answers the request without a scan; 0 for never
 */
public record Asker(
        String requestKey,
        String requestId,
        String clientId,
        String payer,
        long deadlineMs,
        boolean wantsProgress,
        int maxAgeMs) {
    /** A request that needs a scan, without an id of its own or progress. */
    public Asker(String requestKey, String clientId, long deadlineMs) {
        this(requestKey, requestKey, clientId, clientId, deadlineMs, false, 0);
    }
}
