package dev.aimonflink.gateway.http;

import java.time.Duration;
import java.util.Set;

/**
 * What the HTTP port allows.
 *
 * @param port 0 for any free one, {@link #USUAL_OR_FREE} for the usual one, or any free one if that is taken
 * @param names the values of {@code Host}, without a port, besides loopback's
 * @param origins of pages elsewhere that may ask, such as {@code https://charts.example}
 * @param calls that are answered at a time
 * @param writeTime how long a client may take nothing of what is sent to it
 * @param stallTime the same for one that watches a statement
 */
public record HttpSettings(
        String host,
        int port,
        Set<String> names,
        Set<String> origins,
        int calls,
        Duration writeTime,
        Duration stallTime) {
    public static final int PORT = 8088;
    public static final int USUAL_OR_FREE = -1;
    public static final int CALLS = 128;
    public static final Duration STALL_TIME = Duration.ofMinutes(2);
}
