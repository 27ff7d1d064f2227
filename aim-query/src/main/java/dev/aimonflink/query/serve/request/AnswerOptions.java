package dev.aimonflink.query.serve.request;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a client wants beside the answer itself, and for whom.
 *
 * @param progress whether to report the place in each Kafka partition of the events topic
 * @param awaited an offset by Kafka partition of the events topic: the answer has all events before it
 * @param maxAgeMs how old a reused answer to an equal query may be; 0 for none, as always where events are awaited
 * @param onBehalfOf whom among others the client asks for: they share the job's time as clients do; null for itself
 */
public record AnswerOptions(boolean progress, Map<Integer, Long> awaited, int maxAgeMs, String onBehalfOf) {
    public static final AnswerOptions NONE = new AnswerOptions(false, Map.of());

    /** The most Kafka partitions whose events a request awaits. */
    public static final int MAX_AWAITED = 1_024;

    public static final int MAX_MAX_AGE_MS = 60_000;

    public AnswerOptions {
        awaited = Collections.unmodifiableMap(new TreeMap<>(awaited));
        maxAgeMs = awaited.isEmpty() ? maxAgeMs : 0;
    }

    /** For an answer that is computed, not reused. */
    public AnswerOptions(boolean progress, Map<Integer, Long> awaited) {
        this(progress, awaited, 0);
    }

    /** For a client that asks for itself. */
    public AnswerOptions(boolean progress, Map<Integer, Long> awaited, int maxAgeMs) {
        this(progress, awaited, maxAgeMs, null);
    }

    public static AnswerOptions of(boolean progress) {
        return new AnswerOptions(progress, Map.of());
    }
}
