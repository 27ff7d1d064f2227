package dev.aimonflink.job.merge;

import java.util.HashMap;
import java.util.Map;

/**
 * How far the registrations have come in each Kafka partition of the queries topic, since the task began. A merger gets them in the
 * order of the topic. So a request before that place has been registered: if it has no state, it has been answered, and its parts
 * that still come are late. No mark of each answered request is needed, whose number would grow with the rate of requests.
 *
 * <p>The key of a request is its topic, Kafka partition and offset, with a dash between them.
 */
final class RegisteredPlaces {
    private static final char DASH = '-';

    /** By the topic and the Kafka partition. Not of the state: parts of an earlier attempt are not used. */
    private final Map<String, Long> offsets = new HashMap<>();

    void add(String requestKey) {
        int dash = requestKey.lastIndexOf(DASH);
        if (dash >= 0) {
            offsets.put(requestKey.substring(0, dash), offset(requestKey, dash));
        }
    }

    /** Whether a request has been registered, as all before the newest one. */
    boolean include(String requestKey) {
        int dash = requestKey.lastIndexOf(DASH);
        Long newest = dash < 0 ? null : offsets.get(requestKey.substring(0, dash));
        return newest != null && offset(requestKey, dash) <= newest;
    }

    private static long offset(String requestKey, int dash) {
        return Long.parseLong(requestKey, dash + 1, requestKey.length(), 10);
    }
}
