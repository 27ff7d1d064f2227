package dev.aimonflink.clients;

/** One sending of a request. It may be cancelled before Kafka has it. */
final class SentRequest {
    final String requestId;
    private boolean isCancelled;

    /** Null until Kafka has the request. */
    volatile Integer partition;

    SentRequest(String requestId) {
        this.requestId = requestId;
    }

    /** Returns whether Kafka has the request already. */
    synchronized boolean cancel() {
        isCancelled = true;
        return partition != null;
    }

    /** Returns whether the request was cancelled before. */
    synchronized boolean arrivedIn(int ofTopic) {
        partition = ofTopic;
        return isCancelled;
    }
}
