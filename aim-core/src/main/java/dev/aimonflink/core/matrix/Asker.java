package dev.aimonflink.core.matrix;

/**
 * A request that waits for a partition's answer, and its deadline.
 *
 * @param requestKey identifies the request: its topic, partition and offset
 * @param clientId the client among whose places in flight the request counts
 * @param deadlineMs when the request expires, epoch milliseconds
 */
public record Asker(String requestKey, String clientId, long deadlineMs) {
    boolean isGone(long nowMs) {
        return deadlineMs <= nowMs;
    }
}
