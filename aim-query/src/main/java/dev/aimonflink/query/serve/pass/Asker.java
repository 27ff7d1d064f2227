package dev.aimonflink.query.serve.pass;

/**
 * A request that waits for a partition's answer, and its deadline.
 *
 * @param requestKey identifies the request: its topic, partition and offset
 * @param requestId the client's name for it
 * @param clientId the client that may cancel it
 * @param payer among whose places in flight the request counts: the client, or whom that asks for
 * @param deadlineMs when the request expires, epoch milliseconds
 * @param wantsProgress whether the parts have the place in each Kafka partition
 * @param maxAgeMs how old the cut of the part of an equal query may be that answers the request without a scan; 0 for none
 */
public record Asker(
        String requestKey,
        String requestId,
        String clientId,
        String payer,
        long deadlineMs,
        boolean wantsProgress,
        int maxAgeMs) {
    /** A request without an id of its own that wants a scan, and no place in each Kafka partition. */
    public Asker(String requestKey, String clientId, long deadlineMs) {
        this(requestKey, requestKey, clientId, clientId, deadlineMs, false, 0);
    }
}
