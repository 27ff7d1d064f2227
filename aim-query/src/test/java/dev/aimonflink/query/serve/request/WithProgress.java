package dev.aimonflink.query.serve.request;

/** Requests whose answers have the place in each Kafka partition. */
public final class WithProgress {
    private WithProgress() {}

    public static Request of(Request request) {
        return new Request(
                request.key(),
                request.requestId(),
                request.clientId(),
                request.asked(),
                request.deadlineMs(),
                new AnswerOptions(
                        true,
                        request.options().awaited(),
                        request.options().maxAgeMs(),
                        request.options().onBehalfOf()));
    }
}
