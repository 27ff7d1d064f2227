package dev.aimonflink.gateway.http;

import java.time.Duration;
import java.util.Set;

/**
 * What the HTTP port allows.
 *
 * @param port 0 for any free one
 * @param names the values of {@code Host}, without a port, besides loopback's
 * @param origins of pages elsewhere that may ask, such as {@code https://charts.example}
 * @param calls that are answered at a time, besides quick ones
 * @param writeTime how long a client may take nothing of what is sent to it
 * @param stallTime the same for one that watches a statement
 * @param issuer of tokens that a server in front exchanges for the gateway's; null for none
 */
public record HttpSettings(
        String host,
        int port,
        Set<String> names,
        Set<String> origins,
        int calls,
        Duration writeTime,
        Duration stallTime,
        String issuer) {
    public static final int CALLS = 128;
    public static final Duration STALL = Duration.ofMinutes(2);
}
