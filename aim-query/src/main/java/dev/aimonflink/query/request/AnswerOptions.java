package dev.aimonflink.query.request;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a client wants of an answer besides the answer itself.
 *
 * @param progress whether it has the place in each Kafka partition of the events topic
 * @param awaited by the number of a Kafka partition of the events topic, an offset: the answer has all events before it
 */
public record AnswerOptions(boolean progress, Map<Integer, Long> awaited) {
    public static final AnswerOptions NONE = new AnswerOptions(false, Map.of());

    /** The most Kafka partitions of which a request awaits events. */
    public static final int MAX_AWAITED = 1_024;

    public AnswerOptions {
        awaited = Collections.unmodifiableMap(new TreeMap<>(awaited));
    }

    public static AnswerOptions of(boolean progress) {
        return new AnswerOptions(progress, Map.of());
    }
}
