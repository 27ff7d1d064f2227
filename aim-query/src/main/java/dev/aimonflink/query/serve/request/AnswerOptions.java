package dev.aimonflink.query.serve.request;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a client wants of an answer besides the answer itself, and for whom.
 *
 * @param progress whether it has the place in each Kafka partition of the events topic
 * @param awaited by the number of a Kafka partition of the events topic, an offset: the answer has all events before it
 * @param maxAgeMs how old an answer to an equal query may be that is given again; 0 for none, as always where events are awaited
 * @param onBehalfOf a name for whom the client asks, among others: the job's time is shared between them as between clients; null for itself
 */
public record AnswerOptions(boolean progress, Map<Integer, Long> awaited, int maxAgeMs, String onBehalfOf) {
    public static final AnswerOptions NONE = new AnswerOptions(false, Map.of());

    /** The most Kafka partitions of which a request awaits events. */
    public static final int MAX_AWAITED = 1_024;

    /** The longest age. */
    public static final int MAX_MAX_AGE_MS = 60_000;

    public AnswerOptions {
        awaited = Collections.unmodifiableMap(new TreeMap<>(awaited));
        maxAgeMs = awaited.isEmpty() ? maxAgeMs : 0;
    }

    /** Of an answer that is computed for who wants it. */
    public AnswerOptions(boolean progress, Map<Integer, Long> awaited) {
        this(progress, awaited, 0);
    }

    /** Of a client that asks for itself. */
    public AnswerOptions(boolean progress, Map<Integer, Long> awaited, int maxAgeMs) {
        this(progress, awaited, maxAgeMs, null);
    }

    public static AnswerOptions of(boolean progress) {
        return new AnswerOptions(progress, Map.of());
    }
}
