package dev.aimonflink.core.matrix;

/**
 * Who waits for a partition's answer, and until when.
 *
 * @param requestKey identifies the request: its topic, partition and offset
 * @param clientId whose share of the places in flight the request takes
 * @param deadlineMs when nobody waits any more, epoch milliseconds
 */
public record Asker(String requestKey, String clientId, long deadlineMs) {
    boolean isGone(long nowMs) {
        return deadlineMs <= nowMs;
    }
}
