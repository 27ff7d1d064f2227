package dev.aimonflink.query.serve.request;

/**
 * A checked query on its way through the job.
 *
 * @param key identifies the request inside the job: its topic, partition and offset
 * @param requestId the client's name for it; only echoed, because two clients may use the same
 * @param clientId the key of the result
 * @param deadlineMs epoch milliseconds
 */
public record Request(
        String key, String requestId, String clientId, AskedQuery asked, long deadlineMs, AnswerOptions options) {
    public static final int MAX_TIMEOUT_MS = 60_000;

    public static final int DEFAULT_TIMEOUT_MS = 5_000;

    public Request(String key, String requestId, String clientId, AskedQuery asked, long deadlineMs) {
        this(key, requestId, clientId, asked, deadlineMs, AnswerOptions.NONE);
    }

    /** Whose share of the job's time it takes: the client's, or someone's it asks for. Nobody checks ids, so a client may use another's. */
    public String payer() {
        return options.onBehalfOf() == null ? clientId : clientId + '\n' + options.onBehalfOf();
    }

    public static String clientOf(String payer) {
        final int end = payer.indexOf('\n');
        return end < 0 ? payer : payer.substring(0, end);
    }

    public boolean wantsProgress() {
        return options.progress();
    }

    public Request asking(AskedQuery other) {
        return new Request(key, requestId, clientId, other, deadlineMs, options);
    }
}
