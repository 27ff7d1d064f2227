package dev.aimonflink.core.matrix;

/**
 * A request that waits for a partition's answer, and its deadline.
 *
 * @param requestKey identifies the request: its topic, partition and offset
 * @param clientId the client among whose places in flight the request counts
 * @param deadlineMs when the request expires, epoch milliseconds
 * @param wantsProgress whether the parts have the place in each Kafka partition
 */
public record Asker(String requestKey, String clientId, long deadlineMs, boolean wantsProgress) {
    /** A request that does not want the place in each Kafka partition. */
    public Asker(String requestKey, String clientId, long deadlineMs) {
        this(requestKey, clientId, deadlineMs, false);
    }

    boolean isGone(long nowMs) {
        return deadlineMs <= nowMs;
    }
}
